#!/usr/bin/env python3
"""Every relative link of the Markdown pages must lead to a file, and #section to a heading in it.

    tools/check_links.py [ROOT]
"""
# SPDX-License-Identifier: BSD-3-Clause
import re
import sys
from pathlib import Path

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
HEADING = re.compile(r"^#+\s+(.*?)\s*#*$", re.MULTILINE)
SKIPPED = {"node_modules", "build", "out", ".git"}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def anchor(heading):
    """How a heading is addressed on the web: lower case, words joined by hyphens."""
    text = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors_of(page):
    text = page.read_text(encoding="utf-8")
    explicit = re.findall(r"<a\s+(?:id|name)=\"([^\"]+)\"", text)
    return set(explicit) | {anchor(heading) for heading in HEADING.findall(text)}


def check_page(page, root):
    text = CODE.sub(blank, page.read_text(encoding="utf-8"))
    for match in LINK.finditer(text):
        target, _, section = match.group(1).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (page.parent / target) if target else page
        where = f"{page.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}"
        if not file.exists():
            yield f"{where}: {target} does not exist"
        elif section and file.suffix == ".md" and section not in anchors_of(file):
            yield f"{where}: {target or page.name} has no section #{section}"


def check(root):
    root = Path(root)
    pages = [page for page in sorted(root.rglob("*.md"))
             if not SKIPPED & set(page.relative_to(root).parts)]
    return [fault for page in pages for fault in check_page(page, root)]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = check(root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
