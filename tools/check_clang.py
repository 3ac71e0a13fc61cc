#!/usr/bin/env python3
"""Compiles every source of a build folder with Clang: syntax and warnings, no code.

    tools/check_clang.py [--jobs N] [--compiler clang++] BUILD_FOLDER

Takes the flags from compile_commands.json. A source is skipped when neither it, nor a header it
includes, nor its flags changed since it last passed (BUILD_FOLDER/clang/).
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


def clang_command(entry, compiler):
    """The entry's flags without its compiler (and launcher), its output and its optimisation."""
    words = shlex.split(entry["command"]) if "command" in entry else entry["arguments"]
    while words and not words[0].startswith("-"):
        words.pop(0)
    flags, skip = [], False
    for word in words:
        if skip or word in ("-o", "-c", "-MF", "-MT"):
            skip = not skip and word != "-c"
        elif not word.startswith("-O") and word not in ("-MD", "--coverage"):
            flags.append(word)
    return [compiler, "-fsyntax-only", *flags]


def dependencies(depfile):
    text = depfile.read_text(encoding="utf-8").replace("\\\n", " ")
    return shlex.split(text.split(":", 1)[1])


def is_current(stamp, depfile):
    """The stamp is newer than everything that the source included when it last passed."""
    try:
        passed_at = stamp.stat().st_mtime
        return all(os.stat(path).st_mtime < passed_at for path in dependencies(depfile))
    except (OSError, IndexError):
        return False


def check(entry, compiler, cache):
    command = clang_command(entry, compiler)
    key = hashlib.sha256(" ".join(command).encode()).hexdigest()[:24]
    stamp, depfile = cache / f"{key}.ok", cache / f"{key}.d"
    if is_current(stamp, depfile):
        return True, ""
    stamp.unlink(missing_ok=True)
    run = subprocess.run([*command, "-MD", "-MF", str(depfile.resolve())], cwd=entry["directory"],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode == 0:
        stamp.touch()
    return run.returncode == 0, run.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compiler", default="clang++")
    parser.add_argument("build", type=Path)
    arguments = parser.parse_args()

    entries = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    cache = arguments.build / "clang"
    cache.mkdir(exist_ok=True)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda entry: check(entry, arguments.compiler, cache), entries)
        failed = 0
        for passed, output in results:
            failed += not passed
            print(output, end="")
    print(f"{arguments.compiler}: {len(entries) - failed} of {len(entries)} sources pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
