#!/usr/bin/env python3
"""Holds the #includes of src/ to the arrows of ARCHITECTURE.md.

    tools/check_layers.py [ROOT]        ROOT contains src/ (default: the repository)

Reports, one line each, and exits with 1:
  - an include against the arrows,
  - an include of a project header that does not exist or is not written relative to src/,
  - a cycle of includes between files or between folders,
  - a folder of src/ that the table below does not know,
  - an arrow in src/CMakeLists.txt that differs from the table.
"""
# SPDX-License-Identifier: BSD-3-Clause
import re
import sys
from pathlib import Path

# What each folder may use directly; what those use in turn is allowed as well. An entry with a file
# name opens that header, and the headers it includes, but not the rest of its folder.
USES = {
    "math": [],
    "numerics": ["math"],
    "integrators": ["numerics"],
    "kinematics": ["math"],
    "expression": ["kinematics"],
    "model": ["expression"],
    "elements": ["model"],
    "system": ["elements", "numerics/dae.h", "numerics/interpolant.h", "numerics/rank.h",
               "numerics/reduction.h", "numerics/sparse_cholesky.h", "numerics/team.h"],
    "results": ["model"],
    "report": ["results"],
    "diagnostics": ["numerics/observer.h", "numerics/dae.h"],
    "analysis": ["system", "integrators", "results", "diagnostics"],
    "io/adm": ["model"],
    "bench": ["analysis", "io/adm"],
    "io/acf": ["analysis", "io/adm"],
    "app": ["io/acf", "io/adm", "report", "bench"],
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inl", ".ipp"}


def folder_of(path):
    """The longest folder of the table that contains the path (relative to src/), or None."""
    parts = path.split("/")[:-1]
    for length in range(len(parts), 0, -1):
        if "/".join(parts[:length]) in USES:
            return "/".join(parts[:length])
    return None


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def includes_of(file):
    """(line, bracket, path) of every include directive."""
    text = BLOCK_COMMENT.sub(blank, file.read_text(encoding="utf-8"))
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def reachable(graph, start):
    seen, pending = set(), [start]
    while pending:
        for successor in graph.get(pending.pop(), ()):
            if successor not in seen:
                seen.add(successor)
                pending.append(successor)
    return seen


def find_cycle(graph):
    """One cycle as a list of nodes, first = last, or None. Iterative: include chains can be long."""
    done, path, on_path = set(), [], set()
    for root in sorted(graph):
        stack = [(root, iter(sorted(graph[root])))] if root not in done else []
        if stack:
            path.append(root)
            on_path.add(root)
        while stack:
            node, successors = stack[-1]
            for successor in successors:
                if successor in on_path:
                    return path[path.index(successor):] + [successor]
                if successor not in done:
                    stack.append((successor, iter(sorted(graph.get(successor, ())))))
                    path.append(successor)
                    on_path.add(successor)
                    break
            else:
                stack.pop()
                path.pop()
                on_path.discard(node)
                done.add(node)
    return None


def allowed_for(folder, file_graph):
    """The folders and the single headers that a file of the folder may include."""
    folders, files, pending = {folder}, set(), [folder]
    while pending:
        for used in USES[pending.pop()]:
            if used in USES:
                if used not in folders:
                    folders.add(used)
                    pending.append(used)
            else:
                files |= {used} | reachable(file_graph, used)
    return folders, files


def read_graph(src, faults):
    """file -> {included file: line}, both relative to src/."""
    graph = {}
    for file in sorted(src.rglob("*")):
        if file.suffix not in SUFFIXES or not file.is_file():
            continue
        name = file.relative_to(src).as_posix()
        graph[name] = {}
        if folder_of(name) is None:
            faults.append(f"src/{name}:1: folder is not in the table of tools/check_layers.py")
        for line, bracket, path in includes_of(file):
            exists = (src / path).is_file()
            if bracket == "<" and not exists:
                continue
            if bracket == "<":
                faults.append(f'src/{name}:{line}: write #include "{path}": it is a header of src/')
            elif not exists or ".." in path.split("/"):
                faults.append(f'src/{name}:{line}: "{path}" is not a header relative to src/')
                continue
            graph[name].setdefault(path, line)
    return graph


def check_arrows(graph, faults):
    allowed = {folder: allowed_for(folder, graph) for folder in USES}
    for name, included in graph.items():
        folder = folder_of(name)
        if folder is None:
            continue
        folders, files = allowed[folder]
        for path, line in included.items():
            target = folder_of(path)
            if target is not None and target not in folders and path not in files:
                faults.append(f'src/{name}:{line}: {folder} must not include "{path}"')


def check_cycles(graph, faults):
    cycle = find_cycle(graph)
    if cycle:
        faults.append("include cycle: " + " -> ".join(cycle))
    folders = {folder: set() for folder in USES}
    for name, included in graph.items():
        for path in included:
            source, target = folder_of(name), folder_of(path)
            if source and target and source != target:
                folders[source].add(target)
    cycle = find_cycle(folders)
    if cycle:
        faults.append("cycle of folders: " + " -> ".join(cycle))


def check_cmake(cmake, faults):
    """DEPENDS must name what the table names (a single header is linked as its folder)."""
    text = re.sub(r"#.*", "", cmake.read_text(encoding="utf-8"))
    for call in re.findall(r"trammel_folder\(([^)]*)\)", text):
        words = call.split()
        folder, depends = words[0], []
        if "DEPENDS" in words:
            for word in words[words.index("DEPENDS") + 1:]:
                if word.isupper():
                    break
                depends.append(word)
        if folder not in USES:
            faults.append(f"src/CMakeLists.txt: folder {folder} is not in the table of "
                          "tools/check_layers.py")
            continue
        expected = {used if used in USES else folder_of(used) for used in USES[folder]}
        if set(depends) != expected:
            faults.append(f"src/CMakeLists.txt: {folder} depends on {' '.join(sorted(depends)) or 'nothing'}, "
                          f"the table says {' '.join(sorted(expected)) or 'nothing'}")


def check(root):
    src = Path(root) / "src"
    faults = []
    if not src.is_dir():
        return [f"{src} is not a folder"]
    graph = read_graph(src, faults)
    check_arrows(graph, faults)
    check_cycles(graph, faults)
    if (src / "CMakeLists.txt").is_file():
        check_cmake(src / "CMakeLists.txt", faults)
    return faults


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = check(root)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
