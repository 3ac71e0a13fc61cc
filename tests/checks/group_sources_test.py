"""tools/group_sources.py keeps apart what gives a name twice, and puts together the rest."""
# SPDX-License-Identifier: BSD-3-Clause
import unittest
from pathlib import Path

from tree import Tree, load

tool = load("group_sources")


def own(text):
    return f"namespace a {{\nnamespace {{\n\n{text}\n\n}}  // namespace\n}}  // namespace a\n"


def groups(*texts, size=9):
    """The group of each text."""
    with Tree({f"{number}.cpp": text for number, text in enumerate(texts)}) as root:
        return list(tool.grouped(size, [Path(root) / f"{k}.cpp" for k in range(len(texts))]))


class GroupSources(unittest.TestCase):
    def test_apart(self):
        for first, second in [
                ("int f(int i) {\n  return i;\n}", "int f(\n    int i) {\n  return i;\n}"),
                ("template <class T>\nT f() {\n}", "std::vector<int> f() {\n}"),
                ("constexpr double a = 1, b = 2;  // m", "constexpr double b = 2;"),
                ("constexpr std::array<int, 2> a = {\n    1,\n    2};", "const int a = 0;"),
                ("struct A {\n  int x;\n};", "class A {};"),
                ("enum E { one, two };", "int two = 2;"),
                ("enum E {\n  one,\n  two\n};", "int two() {\n}"),
                ("using A = int;", "using A = long;"),
                ("using b::A;", "using c::A;")]:
            self.assertEqual(groups(own(first), own(second)), [0, 1], first)

    def test_apart_outside_of_unnamed_namespaces(self):
        self.assertEqual(groups("#define A 1\n", "#define A 2\n"), [0, 1])
        self.assertEqual(groups("namespace fs = std::filesystem;\n", "namespace fs = f::s;\n"), [0, 1])

    def test_together(self):
        for first, second in [
                ("int f() {\n  int g = 1;\n}", "int g() {\n  int f = 1;\n}"),
                ("// int f() {}", "int f() {\n}"),
                ("using b::A;", "using b::A;"),
                ("TEST(A, b) {\n}", "TEST(A, c) {\n}"),
                ("INSTANTIATE_TEST_SUITE_P(A, B, names);", "INSTANTIATE_TEST_SUITE_P(A, C, names);")]:
            self.assertEqual(groups(own(first), own(second)), [0, 0], first)
        self.assertEqual(groups(own("int f() {\n}"), "int A::f() {\n}\n"), [0, 0])

    def test_apart_from_what_a_neighbour_includes(self):
        files = {"0.cpp": own("double f(Vector v) {\n}"), "1.cpp": '#include "a.h"\n',
                 "a.h": '#include "b.h"\n', "b.h": "namespace a {\n\ninline double f(Matrix m) {\n}\n\n}\n"}
        with Tree(files) as root:
            paths = [Path(root) / "0.cpp", Path(root) / "1.cpp"]
            self.assertEqual(list(tool.grouped(9, paths)), [0, 1])
            self.assertEqual(list(tool.grouped(9, paths[::-1])), [0, 1])

    def test_groups_are_filled_in_order_up_to_their_size(self):
        self.assertEqual(groups(*(own(f"int f{k};") for k in range(5)), size=2), [0, 0, 1, 1, 2])
        self.assertEqual(groups(own("int a;"), own("int a;"), own("int b;"), size=2), [0, 1, 0])


if __name__ == "__main__":
    unittest.main()
