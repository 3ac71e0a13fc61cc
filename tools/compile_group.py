#!/usr/bin/env python3
"""Compiles sources as one, or one by one where that fails: a launcher of the compiler.

    tools/compile_group.py COMPILER ARGUMENT...

A source that includes other sources (CMake's unity builds) can fail although each of them is right: a
header of one may hide a name that another means. Then the others are compiled by themselves and their
objects are linked into the one that was asked for, so that only true errors remain, said once.
"""
# SPDX-License-Identifier: BSD-3-Clause
import re
import subprocess
import sys
from pathlib import Path

MEMBER = re.compile(r'^#include "(.*\.cpp)"$', re.MULTILINE)


def argument_after(flag, command):
    return command[command.index(flag) + 1] if flag in command else None


def members_of(command):
    """The sources that the source of this command includes."""
    source = Path(argument_after("-c", command) or "")
    if source.parent.name != "Unity":
        return []
    return MEMBER.findall(source.read_text(encoding="utf-8"))


def compile_members(command, members):
    """The exit code of the first that fails, or of the linker."""
    replaced = {flag: argument_after(flag, command) for flag in ("-o", "-MF", "-c")}
    objects, read = [], []
    for number, member in enumerate(members):
        own = {replaced["-o"]: f"{replaced['-o']}.{number}.o",
               replaced["-MF"]: f"{replaced['-o']}.{number}.d", replaced["-c"]: member}
        # -MT has the same word as -o, and the target of a depfile is never read.
        result = subprocess.run([own.get(word, word) for word in command], check=False)
        if result.returncode != 0:
            return result.returncode
        objects.append(own[replaced["-o"]])
        if replaced["-MF"]:
            read.append(Path(own[replaced["-MF"]]).read_text(encoding="utf-8").split(":", 1)[1].rstrip())
    if replaced["-MF"]:
        text = f"{replaced['-o']}:" + " \\\n".join(read) + "\n"
        Path(replaced["-MF"]).write_text(text, encoding="utf-8")
    return subprocess.run(["ld", "-r", "-o", replaced["-o"], *objects], check=False).returncode


def main():
    command = sys.argv[1:]
    members = members_of(command)
    if not members:
        return subprocess.run(command, check=False).returncode
    together = subprocess.run(command, check=False, capture_output=True)
    if together.returncode != 0:
        said = together.stderr.decode(errors="replace").splitlines()
        reason = next((line.split("error: ", 1)[1] for line in said if "error: " in line), "no message")
        print(f"{Path(argument_after('-o', command)).name}: compiled one by one, together they fail: {reason}", file=sys.stderr)
        return compile_members(command, members)
    sys.stderr.buffer.write(together.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
