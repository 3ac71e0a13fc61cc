#!/usr/bin/env python3
"""Reads every source of a build folder with Clang: syntax and warnings, no code.

    tools/check_clang.py [--jobs N] [--no-pch] [--compiled FOLDER] BUILD_FOLDER
    tools/check_clang.py [--jobs N] --tidy BUILD_FOLDER         with clang-tidy, all but the tests

Takes the flags from compile_commands.json. Sources that the build compiles as one are read as one, and
one by one where that fails. A reading is skipped when neither its sources, nor a header they include,
nor their flags changed since they last passed (BUILD_FOLDER/clang/), or when Clang has just compiled
them, in the build of --compiled. Headers of other libraries are precompiled. --no-pch finds what all
this hides: a source that forgets to include something.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STANDARD_HEADERS = ["algorithm", "array", "cmath", "functional", "memory", "optional", "string",
                    "vector", "Eigen/Core", "Eigen/Geometry"]
TEST_HEADERS = ["gmock/gmock.h", "gtest/gtest.h"]
WORTH_PRECOMPILING = 3  # sources; below that, precompiling costs more than it saves

# What GCC's flags are for Clang.
TRANSLATED = {"-Winvalid-pch": [], "-Wno-maybe-uninitialized": [], "-Wno-restrict": [], "-Wno-stringop-overflow": [],
              "-Wno-stringop-overread": [], "-Wno-subobject-linkage": [], "-Wshadow=local": ["-Wshadow"]}
MEMBER = re.compile(r'^#include "(.*\.cpp)"$', re.MULTILINE)
SHADOWS = re.compile(r"^(\S+?):\d+:\d+: warning: declaration shadows .*?^(\S+?):\d+:\d+: note: previous",
                     re.MULTILINE | re.DOTALL)


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
                not word.startswith(("-O", "-fPI", "-fprofile", "--param=")):
            flags += TRANSLATED.get(word, [word])
    return flags


def members_of(path):
    """The sources that a source of the build stands for: itself, or those compiled as one with it."""
    if path.parent.name != "Unity":
        return [path]
    return [Path(name) for name in MEMBER.findall(path.read_text(encoding="utf-8"))]


def depends(depfile):
    """The files that a compilation has read, from what -MD writes."""
    text = depfile.read_text(encoding="utf-8").replace("\\\n", " ")
    return [path for path in shlex.split(text.split(":", 1)[1]) if not path.endswith(".pch")]


def shadows_within(output):
    """Whether a name hides one that its file knows: those of other members are no concern of a source."""
    return any(inner == outer or not outer.endswith(".cpp") for inner, outer in SHADOWS.findall(output))


class Source:
    """A source or a group of them, the flags and the evidence that it passed."""

    def __init__(self, path, directory, flags, cache, salt=""):
        self.path, self.directory, self.flags, self.cache = path, directory, flags, cache
        self.members = members_of(path)
        key = hashlib.sha256("\0".join([salt, str(path), *flags]).encode()).hexdigest()[:24]
        self.stamp, self.depfile = cache / f"{key}.ok", cache / f"{key}.d"
        self.library_pch = None

    def is_current(self):
        """The stamp is newer than everything the source included when it last passed."""
        try:
            passed_at = self.stamp.stat().st_mtime
            return all(os.stat(path).st_mtime < passed_at for path in
                       self.stamp.read_text(encoding="utf-8").splitlines())
        except OSError:
            return False

    def is_c(self):
        return self.path.suffix == ".c"

    def alone(self):
        """Its members, each by itself."""
        sources = [Source(path, self.directory, self.flags, self.cache) for path in self.members]
        for source in sources:
            source.library_pch = self.library_pch
        return sources

    def compile(self):
        """Whether it passed, and what was said. Sources that do not go together are read alone."""
        self.stamp.unlink(missing_ok=True)
        is_group = self.path.parent.name == "Unity"
        include = ["-include-pch", str(self.library_pch)] if self.library_pch else []
        lenient = ["-Wno-error=shadow"] if is_group else []
        compiler = "clang" if self.is_c() else "clang++"
        result = run([compiler, "-fsyntax-only", *self.flags, *lenient, *include,
                      "-MD", "-MF", str(self.depfile), str(self.path)], self.directory)
        if is_group and (result.returncode != 0 or shadows_within(result.stdout)):
            return self.compile_members()
        if result.returncode == 0:
            self.passed([str(self.path), *depends(self.depfile)])
        return result.returncode == 0, "" if is_group else result.stdout

    def compile_members(self):
        sources = self.alone()
        results = [source.compile() for source in sources]
        passed = all(result[0] for result in results)
        if passed:
            self.passed([str(self.path), *(path for source in sources for path in depends(source.depfile))])
        return passed, "".join(result[1] for result in results)

    def tidy(self):
        self.stamp.unlink(missing_ok=True)
        run(["clang++", "-MM", "-MF", str(self.depfile), *self.flags, str(self.path)], self.directory)
        result = run(["clang-tidy", "-quiet", str(self.path), "--", *self.flags], self.directory)
        if result.returncode == 0:
            self.passed(depends(self.depfile))
        return result.returncode == 0, result.stdout

    def passed(self, files):
        self.stamp.write_text("\n".join(files), encoding="utf-8")


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


def precompile(sources, jobs, cache):
    dialects = {}
    for source in (each for each in sources if not each.is_c()):
        dialects.setdefault(dialect(source), []).append(source)
    worth = [members for members in dialects.values() if len(members) >= WORTH_PRECOMPILING]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(precompile_libraries, worth, range(len(worth)), [cache] * len(worth)))


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
    return {path for entry in made for path in members_of(Path(entry["file"]))}


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
    sources = [Source(Path(entry["file"]), entry["directory"], flags_of(entry), cache, salt)
               for entry in entries if "cmake_pch" not in entry["file"]]
    if arguments.tidy or arguments.no_pch:
        sources = [single for source in sources for single in source.alone()
                   if not (arguments.tidy and "/tests/" in str(single.path))]
    known = compiled_in(arguments.compiled)
    sources = [source for source in sources if not known.issuperset(source.members)]
    stale = [source for source in sources if arguments.no_pch or not source.is_current()]
    if not arguments.no_pch and not arguments.tidy:
        precompile(stale, arguments.jobs, cache)
    failed = 0
    count = sum(len(source.members) for source in sources)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for passed, output in pool.map(Source.tidy if arguments.tidy else Source.compile, stale):
            failed += not passed
            print(tidy_output(output) if arguments.tidy else output, end="", flush=True)
    name = "clang-tidy" if arguments.tidy else "clang++"
    print(f"{name}: {count} sources, " + (f"{failed} compilations fail" if failed else "all pass"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
