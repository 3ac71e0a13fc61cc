#!/usr/bin/env python3
"""Divides sources into groups that may be compiled as one.

    tools/group_sources.py SIZE SOURCE...        prints a line `GROUP SOURCE` for every source

A group has at most SIZE sources, and what is one source's own (unnamed namespace, aliases, macros) has no
name that another one gives itself or includes from our headers: such names would mean something else, or
silently choose another overload, when both are compiled as one. Names are found by the layout that
clang-format gives to declarations. One that looks like a clash and is none costs a little time, since the
source goes to another group.
"""
# SPDX-License-Identifier: BSD-3-Clause
import functools
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"\s*//.*")
ALIAS = re.compile(r"using (\w+) =|using [\w:]*::(\w+);|namespace (\w+) =")
INCLUDE = re.compile(r'^#include "(.*\.h)"', re.MULTILINE)
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


def declared(text, what):
    """The names in a declaration, and what each stands for."""
    alias = ALIAS.match(text)
    if alias:
        return {next(filter(None, alias.groups())): text}
    if MACRO.match(text):
        return {MACRO.match(text)[1]: text}
    if ENUMERATORS.match(text):
        return dict.fromkeys(re.findall(r"\w+", text), what)
    if MACRO_CALL.match(text):
        return {}
    match = TYPE.match(text) or FUNCTION.match(text)
    return dict.fromkeys([match[1]] if match else VARIABLE.findall(text), what)


@functools.cache
def names_of_header(path):
    found = set()
    for _, text in statements(path.read_text(encoding="utf-8")):
        found |= set(declared(text, path))
    return found


def included(source, seen):
    """Adds our headers that the source includes, directly or not."""
    for name in INCLUDE.findall(source.read_text(encoding="utf-8")):
        places = (folder / name for folder in (ROOT / "src", ROOT / "tests", source.parent))
        header = next((path for path in places if path.exists()), None)
        if header and header not in seen:
            seen.add(header)
            included(header, seen)
    return seen


class Source:
    def __init__(self, path):
        self.own = {}
        for own, text in statements(path.read_text(encoding="utf-8")):
            if own or ALIAS.match(text) or MACRO.match(text):
                self.own |= declared(text, path)
        self.foreign = set().union(*(names_of_header(header) for header in included(path, set())))

    def clashes_with(self, other):
        return any(other.own.get(name, what) != what for name, what in self.own.items()) or \
            self.hides_from(other) or other.hides_from(self)

    def hides_from(self, other):
        return any(name in other.foreign for name, what in self.own.items() if not isinstance(what, str))


def grouped(size, paths):
    """The number of the group of each source."""
    groups = []
    for path in paths:
        source = Source(Path(path))
        for number, group in enumerate(groups):
            if len(group) < size and not any(map(source.clashes_with, group)):
                group.append(source)
                break
        else:
            number = len(groups)
            groups.append([source])
        yield number


def main():
    sources = sys.argv[2:]
    for number, source in zip(grouped(int(sys.argv[1]), sources), sources):
        print(number, source)


if __name__ == "__main__":
    main()
