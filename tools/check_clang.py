#!/usr/bin/env python3
"""Reads every source of a build folder with Clang: syntax and warnings, no code.

    tools/check_clang.py [--jobs N] [--no-pch] [--compiled FOLDER] BUILD_FOLDER
    tools/check_clang.py [--jobs N] --tidy BUILD_FOLDER         with clang-tidy, all but the tests

Takes the flags from compile_commands.json; sources that the build compiles as one are read one by one.
A source is skipped when neither it, nor a header it includes, nor its flags changed since it last
passed (BUILD_FOLDER/clang/), or when Clang has just compiled it, in the build of --compiled. Headers are precompiled, those of other libraries for all, our own for
each folder: that is nine tenths of the work. --no-pch finds what this hides: a source that forgets to
include one of them.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STANDARD_HEADERS = ["algorithm", "array", "cmath", "functional", "memory", "optional", "string",
                    "vector", "Eigen/Core", "Eigen/Geometry"]
TEST_HEADERS = ["gmock/gmock.h", "gtest/gtest.h"]
WORTH_PRECOMPILING = 3  # sources; below that, precompiling costs more than it saves

# What GCC's flags are for Clang.
TRANSLATED = {"-Winvalid-pch": [], "-Wno-restrict": [], "-Wno-stringop-overflow": [],
              "-Wno-subobject-linkage": [], "-Wshadow=local": ["-Wshadow"]}
MEMBER = re.compile(r'^#include "(.*\.cpp)"$', re.MULTILINE)
OWN_HEADER = re.compile(r'^#include "(.*\.h)"$', re.MULTILINE)


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
        elif word not in ("-c", "-MD", "--coverage", entry["file"]) and \
                not word.startswith(("-O", "-fPI", "-fprofile")):
            flags += TRANSLATED.get(word, [word])
    return flags


def single_sources(entries):
    """The entries with one for each source of a group that is compiled as one."""
    for entry in entries:
        path = Path(entry["file"])
        flags = flags_of(entry)
        members = [path]
        if path.parent.name == "Unity":
            members = [Path(name) for name in MEMBER.findall(path.read_text(encoding="utf-8"))]
        for member in members:
            if "cmake_pch" not in member.name:
                yield member, entry["directory"], flags


def depends(depfile):
    """The files that a compilation has read, from what -MD writes."""
    text = depfile.read_text(encoding="utf-8").replace("\\\n", " ")
    return [path for path in shlex.split(text.split(":", 1)[1]) if not path.endswith(".pch")]


class Source:
    """A source, its flags and the evidence that it passed."""

    def __init__(self, path, directory, flags, cache, salt):
        self.path, self.directory, self.flags = str(path), directory, flags
        key = hashlib.sha256("\0".join([salt, self.path, *self.flags]).encode()).hexdigest()[:24]
        self.stamp, self.depfile = cache / f"{key}.ok", cache / f"{key}.d"
        self.library_pch, self.pch, self.in_pch = None, None, []  # the latter with our headers

    def is_current(self):
        """The stamp is newer than everything the source included when it last passed."""
        try:
            included = depends(self.depfile) + self.stamp.read_text(encoding="utf-8").splitlines()
            passed_at = self.stamp.stat().st_mtime
            return all(os.stat(path).st_mtime < passed_at for path in included)
        except (OSError, IndexError):
            return False

    def compile(self):
        """With the headers of its neighbours a name can mean two things: then without them."""
        passed, output = self.compile_with(self.pch or self.library_pch)
        if passed or not self.pch:
            return passed, output
        self.in_pch = []
        return self.compile_with(self.library_pch)

    def compile_with(self, pch):
        include = ["-include-pch", str(pch)] if pch else []
        return self.run(["clang++", "-fsyntax-only", *self.flags, *include,
                         "-MD", "-MF", str(self.depfile), self.path])

    def tidy(self):
        self.run(["clang++", "-MM", "-MF", str(self.depfile), *self.flags, self.path])
        return self.run(["clang-tidy", "-quiet", self.path, "--", *self.flags])

    def run(self, command):
        """Whether the command passed, and what it said."""
        self.stamp.unlink(missing_ok=True)
        result = run(command, self.directory)
        if result.returncode == 0:
            self.stamp.write_text("\n".join(self.in_pch), encoding="utf-8")
        return result.returncode == 0, result.stdout


def precompiled(name, includes, flags, directory, cache):
    """The precompiled header of these lines, or None: without one it just takes longer."""
    header, pch = cache / f"{name}.h", cache / f"{name}.pch"
    header.write_text("".join(f"#include {include}\n" for include in includes), encoding="utf-8")
    result = run(["clang++", *flags, "-fpch-instantiate-templates", "-x", "c++-header", str(header),
                  "-MD", "-MF", f"{pch}.d", "-o", str(pch)], directory)
    return pch if result.returncode == 0 else None


def dialect(source):
    return tuple(flag for flag in source.flags
                 if flag.startswith(("-std", "-D")) and not flag.startswith("-DTRAMMEL"))


def groups_of(sources, key):
    groups = {}
    for source in sources:
        groups.setdefault(key(source), []).append(source)
    return [members for members in groups.values() if len(members) >= WORTH_PRECOMPILING]


def precompile_libraries(sources, number, cache):
    """Headers of other libraries, for sources of one dialect."""
    first = sources[0]
    headers = list(STANDARD_HEADERS)
    if any(flag.startswith("-DGTEST") for flag in first.flags):
        headers += TEST_HEADERS
    if any(flag.startswith("-DFMT") for flag in first.flags):
        headers.append("fmt/format.h")
    flags = [flag for flag in first.flags if not flag.startswith("-DTRAMMEL")]
    pch = precompiled(f"libraries{number}", [f"<{name}>" for name in headers], flags,
                      first.directory, cache)
    for source in sources:
        source.library_pch = pch


def precompile_folder(sources, number, cache):
    """On top of that, our own headers that several sources of a folder include."""
    first = sources[0]
    counts = Counter(name for source in sources
                     for name in set(OWN_HEADER.findall(Path(source.path).read_text(encoding="utf-8"))))
    shared = [f'"{name}"' for name, count in counts.items() if count > 1]
    base = ["-include-pch", str(first.library_pch)] if first.library_pch else []
    pch = precompiled(f"folder{number}", shared, [*first.flags, *base], first.directory, cache)
    for source in sources if pch else []:
        source.pch, source.in_pch = pch, depends(Path(f"{pch}.d"))


def precompile(sources, jobs, cache):
    with ThreadPoolExecutor(jobs) as pool:
        for step, key in ((precompile_libraries, dialect),
                          (precompile_folder, lambda s: (Path(s.path).parts[:-1], *s.flags))):
            groups = groups_of(sources, key)
            list(pool.map(step, groups, range(len(groups)), [cache] * len(groups)))


def output_of(entry):
    words = shlex.split(entry["command"])
    return words[words.index("-o") + 1]


def compiled_in(folder):
    """The sources of a build that Clang has made, as far as it has been made."""
    commands = folder / "compile_commands.json" if folder else None
    if not commands or not commands.exists():
        return set()
    entries = json.loads(commands.read_text(encoding="utf-8"))
    made = [entry for entry in entries if Path(entry["directory"], output_of(entry)).exists()]
    return {path for path, _, _ in single_sources(made)}


def tidy_output(text):
    return "".join(line + "\n" for line in text.splitlines() if "warnings generated" not in line
                   and "warnings treated as errors" not in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-pch", action="store_true", help="check everything, without shortcuts")
    parser.add_argument("--tidy", action="store_true", help="clang-tidy instead of the compiler")
    parser.add_argument("--compiled", type=Path, help="a build that Clang has made")
    parser.add_argument("build", type=Path)
    arguments = parser.parse_args()

    cache = (arguments.build / "clang").resolve()
    cache.mkdir(exist_ok=True)
    salt = (ROOT / ".clang-tidy").read_text(encoding="utf-8") if arguments.tidy else ""
    entries = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    known = compiled_in(arguments.compiled)
    sources = [Source(path, directory, flags, cache, salt)
               for path, directory, flags in single_sources(entries)
               if not (arguments.tidy and "/tests/" in str(path)) and path not in known]
    stale = [source for source in sources if arguments.no_pch or not source.is_current()]
    if not arguments.no_pch and not arguments.tidy:
        precompile(stale, arguments.jobs, cache)
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
