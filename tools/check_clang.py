#!/usr/bin/env python3
"""Reads every source of a build folder with Clang: syntax and warnings, no code.

    tools/check_clang.py [--jobs N] [--no-pch] [--compiled FOLDER TARGET] BUILD_FOLDER
    tools/check_clang.py [--jobs N] --tidy BUILD_FOLDER         with clang-tidy, all but the tests

Takes the flags from compile_commands.json. A source is skipped when neither it, nor a header it
includes, nor its flags changed since it last passed (BUILD_FOLDER/clang/). The libraries' headers
are precompiled: that is three quarters of the work. --no-pch finds what this hides: a source that
forgets to include one of them. --compiled leaves out what Clang has just compiled for a target of
another (Ninja) build folder, with the same warnings.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STANDARD_HEADERS = ["algorithm", "array", "cmath", "functional", "memory", "optional", "string",
                    "vector", "Eigen/Core", "Eigen/Geometry"]
TEST_HEADERS = ["gmock/gmock.h", "gtest/gtest.h"]
WORTH_PRECOMPILING = 8  # sources; below that, precompiling costs more than it saves

GCC_ONLY = ("-Winvalid-pch", "-Wno-restrict", "-Wno-stringop-overflow")


def run(command, directory):
    return subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)


def flags_of(entry):
    """The entry's flags without compiler, launcher, source, output and code generation."""
    words = shlex.split(entry["command"]) if "command" in entry else list(entry["arguments"])
    while words and not words[0].startswith("-"):
        words.pop(0)
    flags, skip = [], False
    for word in words:
        if skip or word in ("-o", "-MF", "-MT", "-include"):
            skip = not skip
        elif word not in ("-c", "-MD", "--coverage", entry["file"], *GCC_ONLY) and \
                not word.startswith(("-O", "-fPI", "-fprofile")):
            flags.append(word)
    return flags


class Source:
    """One entry of compile_commands.json and the evidence that it passed."""

    def __init__(self, entry, cache, salt):
        self.path, self.directory, self.flags = entry["file"], entry["directory"], flags_of(entry)
        key = hashlib.sha256("\0".join([salt, self.path, *self.flags]).encode()).hexdigest()[:24]
        self.stamp, self.depfile = cache / f"{key}.ok", cache / f"{key}.d"
        self.pch = None

    def is_current(self):
        """The stamp is newer than everything the source included when it last passed."""
        try:
            text = self.depfile.read_text(encoding="utf-8").replace("\\\n", " ")
            included = [path for path in shlex.split(text.split(":", 1)[1])
                        if not path.endswith(".pch")]
            passed_at = self.stamp.stat().st_mtime
            return all(os.stat(path).st_mtime < passed_at for path in included)
        except (OSError, IndexError):
            return False

    def compile(self):
        pch = ["-include-pch", str(self.pch)] if self.pch else []
        return self.run(["clang++", "-fsyntax-only", *self.flags, *pch,
                         "-MD", "-MF", str(self.depfile), self.path])

    def tidy(self):
        self.run(["clang++", "-MM", "-MF", str(self.depfile), *self.flags, self.path])
        return self.run(["clang-tidy", "-quiet", self.path, "--", *self.flags])

    def run(self, command):
        """Whether the command passed, and what it said."""
        self.stamp.unlink(missing_ok=True)
        result = run(command, self.directory)
        if result.returncode == 0:
            self.stamp.touch()
        return result.returncode == 0, result.stdout


def precompile(sources, cache):
    """Gives each source a precompiled header that fits its flags; without one it just takes longer."""
    groups = {}
    for source in sources:
        dialect = tuple(flag for flag in source.flags
                        if flag.startswith(("-std", "-D")) and not flag.startswith("-DTRAMMEL"))
        groups.setdefault(dialect, []).append(source)
    for number, (dialect, members) in enumerate(groups.items()):
        if len(members) < WORTH_PRECOMPILING:
            continue
        uses_gtest = any(flag.startswith("-DGTEST") for flag in dialect)
        uses_fmt = any(flag.startswith("-DFMT") for flag in dialect)
        headers = STANDARD_HEADERS + (TEST_HEADERS if uses_gtest else []) + \
            (["fmt/format.h"] if uses_fmt else [])
        header, pch = cache / f"libraries{number}.h", cache / f"libraries{number}.pch"
        header.write_text("".join(f"#include <{name}>\n" for name in headers), encoding="utf-8")
        built = run(["clang++", *members[0].flags, "-fpch-instantiate-templates", "-x", "c++-header",
                     str(header), "-o", str(pch)], members[0].directory)
        for source in members if built.returncode == 0 else []:
            source.pch = pch


def compiled(folder, target):
    """What the target of a Ninja build folder is made of, sources among it."""
    result = run(["ninja", "-t", "inputs", target], folder)
    return set(result.stdout.splitlines()) if result.returncode == 0 else set()


def tidy_output(text):
    return "".join(line + "\n" for line in text.splitlines() if "warnings generated" not in line
                   and "warnings treated as errors" not in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-pch", action="store_true", help="check everything, without shortcuts")
    parser.add_argument("--tidy", action="store_true", help="clang-tidy instead of the compiler")
    parser.add_argument("--compiled", nargs=2, metavar=("FOLDER", "TARGET"),
                        help="leave out what this target of another build folder is made of")
    parser.add_argument("build", type=Path)
    arguments = parser.parse_args()

    cache = (arguments.build / "clang").resolve()
    cache.mkdir(exist_ok=True)
    salt = (ROOT / ".clang-tidy").read_text(encoding="utf-8") if arguments.tidy else ""
    entries = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    sources = [Source(entry, cache, salt) for entry in entries
               if "cmake_pch" not in entry["file"] and
               not (arguments.tidy and "/tests/" in entry["file"])]
    known = compiled(*arguments.compiled) if arguments.compiled else set()
    stale = [source for source in sources if source.path not in known and
             (arguments.no_pch or not source.is_current())]
    if not arguments.no_pch and not arguments.tidy:
        precompile(stale, cache)
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for passed, output in pool.map(Source.tidy if arguments.tidy else Source.compile, stale):
            failed += not passed
            print(tidy_output(output) if arguments.tidy else output, end="", flush=True)
    name = "clang-tidy" if arguments.tidy else "clang++"
    print(f"{name}: {len(sources) - failed} of {len(sources)} sources pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
