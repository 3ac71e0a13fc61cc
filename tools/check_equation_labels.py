#!/usr/bin/env python3
"""Every equation label used in src/, such as (HHT.3), must have an entry in docs/theory/*.md.

    tools/check_equation_labels.py [ROOT]       ROOT contains src/ and docs/ (default: the repository)

A label is capitals, a point and a number, alone or in a list: (HHT.3), (HHT.3a), (HHT.1, HHT.2),
(HHT.1–3). On a theory page, \\tag{HHT.3} counts as well.
"""
# SPDX-License-Identifier: BSD-3-Clause
import re
import sys
from pathlib import Path

LABEL = r"[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*\.[0-9]+[a-z]?"
SHORT = r"[0-9]+[a-z]?"                     # the prefix of the label before is understood
RANGE_END = rf"(?:\s*[-–…]\s*({LABEL}|{SHORT}))?"
AND = r"\s*(?:,|;|\band\b)\s*"
GROUP = re.compile(rf"\(({LABEL}{RANGE_END}(?:{AND}(?:{LABEL}|{SHORT}){RANGE_END})*)\)")
ITEM = re.compile(rf"({LABEL}|{SHORT}){RANGE_END}")
TAG = re.compile(rf"\\tag\{{({LABEL})\}}")
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inl", ".ipp"}


def expand(group):
    """'HHT.1–3, HHT.7' -> HHT.1, HHT.2, HHT.3, HHT.7"""
    prefix = ""
    for item in re.split(AND, group):
        first, last = ITEM.fullmatch(item).groups()
        if "." in first:
            prefix, first = first.rsplit(".", 1)
        last = (last or first).rsplit(".", 1)[-1]
        if first.isdigit() and last.isdigit():
            numbers = range(int(first), int(last) + 1)
        else:
            numbers = dict.fromkeys([first, last])
        for number in numbers:
            yield f"{prefix}.{number}"


def labels_in(text):
    """(line, label) of every use."""
    for match in GROUP.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        for label in expand(match.group(1)):
            yield line, label


def check(root):
    root = Path(root)
    known = set()
    for page in sorted((root / "docs" / "theory").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        known |= {label for _, label in labels_in(text)} | set(TAG.findall(text))
    faults = []
    for file in sorted((root / "src").rglob("*")):
        if file.suffix not in SUFFIXES or not file.is_file():
            continue
        for line, label in labels_in(file.read_text(encoding="utf-8")):
            if label not in known:
                faults.append(f"{file.relative_to(root)}:{line}: label ({label}) has no entry in "
                              "docs/theory/*.md")
    return faults


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = check(root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
