#!/usr/bin/env python3
"""Holds the sources to the rules of CONTRIBUTING.md that no compiler and no formatter checks.

    tools/check_style.py [ROOT]

  - the SPDX line near the top, `#pragma once` in headers;
  - at most 450 lines a file (one concept, one file: aim at 400);
  - no notes to self (TODO, FIXME, XXX, HACK), no tabs.
"""
# SPDX-License-Identifier: BSD-3-Clause
import re
import sys
from pathlib import Path

FOLDERS = ["include", "src", "tests", "examples", "benchmarks", "python", "tools", "viewer"]
SUFFIXES = {".h", ".c", ".cpp", ".py", ".ts", ".mjs", ".css"}
FOREIGN = {"node_modules", "dist"}  # in viewer/, when someone works there
MAX_LINES = 450
SPDX = "SPDX-License-Identifier: BSD-3-Clause"
SPDX_WITHIN = 40  # lines: below the file's formulas
NOTE = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def faults_in(path, text):
    lines = text.splitlines()
    if SPDX not in "\n".join(lines[:SPDX_WITHIN]):
        yield 1, f"no line '{SPDX}' near the top"
    if path.suffix == ".h" and "#pragma once" not in lines:
        yield 1, "no #pragma once"
    if len(lines) > MAX_LINES:
        yield MAX_LINES + 1, f"{len(lines)} lines; the limit is {MAX_LINES}"
    for number, line in enumerate(lines, 1):
        if NOTE.search(line) and path.name != "check_style.py":
            yield number, "note to self: finish it or record it as an issue"
        if "\t" in line:
            yield number, "tab"


def check(root):
    root = Path(root)
    faults = []
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES and not FOREIGN & set(file.relative_to(root).parts) and file.is_file():
                for line, fault in faults_in(file, file.read_text(encoding="utf-8")):
                    faults.append(f"{file.relative_to(root)}:{line}: {fault}")
    return faults


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = check(root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
