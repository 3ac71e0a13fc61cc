#!/usr/bin/env python3
"""Builds viewer/ with npm and writes its page as a C++ source; without Node, a source that says why.

    tools/build_viewer.py [--node NODE] [--npm NPM] SOURCE WORK OUTPUT

SOURCE is the folder viewer/, which stays as it is; WORK gets a copy with node_modules; OUTPUT defines
viewer_page() and why_no_viewer() of report/page.h. A build that fails is not an error: the rest of the
program works without reports. The next build then tries again.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_NODE = 18
INPUTS = ["package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts", "index.html", "src"]
BYTES_PER_LINE = 4000  # compilers dislike long lines less than many strings


class Failure(Exception):
    pass


def run(command, folder, log):
    """Runs a command quietly; its output is shown when it fails."""
    environment = {**os.environ, "NO_UPDATE_NOTIFIER": "1", "npm_config_update_notifier": "false"}
    result = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(command)}\n{result.stdout}\n")
    if result.returncode != 0:
        raise Failure(f"`{' '.join([Path(command[0]).name, *command[1:]])}` failed, see {log.name} in the build folder")


def copy_inputs(source, work):
    work.mkdir(parents=True, exist_ok=True)
    for name in INPUTS:
        target = work / name
        if target.is_dir():
            shutil.rmtree(target)
        if (source / name).is_dir():
            shutil.copytree(source / name, target)
        elif (source / name).exists():
            shutil.copy2(source / name, target)


def check_node(node):
    if not node:
        raise Failure("Node.js was not found when this program was built")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    major = version.lstrip("v").split(".")[0]
    if not major.isdigit() or int(major) < OLDEST_NODE:
        raise Failure(f"this program was built with Node.js {version or 'of unknown version'}; {OLDEST_NODE} or newer is needed")


def build(source, work, node, npm, log):
    """The page, built; node_modules is renewed only when the lock file changed."""
    check_node(node)
    if not npm:
        raise Failure("npm was not found when this program was built")
    log.unlink(missing_ok=True)
    copy_inputs(source, work)
    lock = hashlib.sha256((source / "package-lock.json").read_bytes()).hexdigest()
    stamp = work / "node_modules" / ".lock-sha256"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != lock:
        run([npm, "ci", "--ignore-scripts"], work, log)
        stamp.write_text(lock, encoding="utf-8")
    run([npm, "run", "build"], work, log)
    return (work / "dist" / "index.html").read_bytes()


def literal(data):
    """C++ string literals; octal escapes cannot run into what follows them."""
    plain = set(range(32, 127)) - set(b'"\\?')
    lines = []
    for start in range(0, len(data), BYTES_PER_LINE):
        chunk = data[start:start + BYTES_PER_LINE]
        lines.append('    "' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in chunk) + '"')
    return "\n".join(lines) or '    ""'


def cpp(page, reason):
    return f"""// Made by tools/build_viewer.py.
#pragma GCC diagnostic ignored "-Woverlength-strings"
#include "report/page.h"

namespace trammel::report {{

std::string_view viewer_page() {{
  static const char page[] =
{literal(page)};
  return std::string_view(page, {len(page)});
}}

std::string_view why_no_viewer() {{
  return
{literal(reason.encode())};
}}

}}  // namespace trammel::report
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--node", default="")
    parser.add_argument("--npm", default="")
    parser.add_argument("source", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    log = arguments.output.with_name("viewer.log")
    try:
        page, reason = build(arguments.source, arguments.work, arguments.node, arguments.npm, log), ""
    except (Failure, OSError) as failure:
        page, reason = b"", str(failure)
        print(f"viewer: {reason}; `trammel report` will not be available", file=sys.stderr)
    arguments.output.write_text(cpp(page, reason), encoding="ascii")
    if not page and arguments.node and arguments.npm:
        os.utime(arguments.output, (1, 1))  # older than everything: tried again by the next build
    return 0


if __name__ == "__main__":
    sys.exit(main())
