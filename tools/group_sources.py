#!/usr/bin/env python3
"""Divides sources into groups that may be compiled as one.

    tools/group_sources.py SIZE SOURCE...        prints a line `GROUP SOURCE` for every source

A group has at most SIZE sources, and no two of them give different things the same name: the names of a
file (unnamed namespace, aliases, macros) are its own only as long as it is compiled alone. Names are
found by the layout that clang-format gives to declarations. One that looks like a clash and is none
costs a little time, since the source goes to another group.
"""
# SPDX-License-Identifier: BSD-3-Clause
import re
import sys
from pathlib import Path

COMMENT = re.compile(r"\s*//.*")
ALIAS = re.compile(r"using (\w+) =|using [\w:]*::(\w+);|namespace (\w+) =")
MACRO = re.compile(r"#define (\w+)")
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|union|enum class) (\w+)")
ENUMERATORS = re.compile(r"enum (?!class)")
FUNCTION = re.compile(r"[\w:<>,*&\s]*?[\s*&](\w+)\(")
VARIABLE = re.compile(r"\b([a-z]\w*)\s*(?:[={[;,]|$)")
MACRO_CALL = re.compile(r"[A-Z_]+\(")  # TEST and its kind


def statements(text):
    """Declarations at the left margin, each on one line: (is it the file's own?, text)."""
    own, pending = False, ""
    for full_line in text.splitlines():
        line = COMMENT.sub("", full_line)
        if line == "namespace {":
            own = True
        elif full_line == "}  // namespace":
            own = False
        elif pending or (line and line[0] not in " })"):
            pending = f"{pending} {line.strip()}".strip()
            ends = ";" if ENUMERATORS.match(pending) else ("{", ";", "}", ")")
            if line.startswith("#") or line.endswith(ends):
                yield own, pending
                pending = ""


def names(source):
    """Each name that the file gives, and what it stands for."""
    found = {}
    for own, text in statements(source.read_text(encoding="utf-8")):
        alias = ALIAS.match(text)
        if alias:
            found[next(filter(None, alias.groups()))] = text
        elif MACRO.match(text):
            found[MACRO.match(text)[1]] = text
        elif own and ENUMERATORS.match(text):
            found |= dict.fromkeys(re.findall(r"\w+", text), source)
        elif own and not MACRO_CALL.match(text):
            match = TYPE.match(text) or FUNCTION.match(text)
            for name in [match[1]] if match else VARIABLE.findall(text):
                found[name] = source
    return found


def grouped(size, sources):
    """The number of the group of each source."""
    groups = []  # how many sources, and all their names
    for source in sources:
        given = names(Path(source))
        for number, (members, known) in enumerate(groups):
            if members < size and all(known.get(name, what) == what for name, what in given.items()):
                groups[number] = (members + 1, known | given)
                break
        else:
            number = len(groups)
            groups.append((1, given))
        yield number


def main():
    sources = sys.argv[2:]
    for number, source in zip(grouped(int(sys.argv[1]), sources), sources):
        print(number, source)


if __name__ == "__main__":
    main()
