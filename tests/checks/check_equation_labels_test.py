"""tools/check_equation_labels.py finds labels in every form they are written, and can fail."""
# SPDX-License-Identifier: BSD-3-Clause
import subprocess
import sys
import unittest

from tree import TOOLS, Tree, load

labels = load("check_equation_labels")


def faults(source, page):
    with Tree({"src/math/a.cpp": source, "docs/theory/a.md": page}) as root:
        return labels.check(root)


class Labels(unittest.TestCase):
    def test_a_label_with_an_entry_passes(self):
        self.assertEqual(faults("x = 1;  // (HHT.3)\n", "| q = 1 | (HHT.3) |\n"), [])

    def test_a_tag_is_an_entry(self):
        self.assertEqual(faults("x = 1;  // (HHT.3)\n", "$$q = 1 \\tag{HHT.3}$$\n"), [])

    def test_a_label_without_entry_fails(self):
        self.assertEqual(faults("\nx = 1;  // (HHT.4)\n", "(HHT.3) (HHT.44) HHT.4\n"),
                         ["src/math/a.cpp:2: label (HHT.4) has no entry in docs/theory/*.md"])

    def test_a_label_used_in_a_header_comment_counts(self):
        self.assertEqual(len(faults("//   q = 1       (PERP.1)\n", "")), 1)

    def test_prefixes_with_digits_and_hyphens(self):
        self.assertEqual(len(faults("// (SI2.1) (HHT-SI2.2) (ST_LQ.3a)\n", "")), 3)

    def test_lists_and_ranges(self):
        found = {label for _, label in labels.labels_in("(A.1, A.2) (B.1–3) (C.4, 5) (D.1-D.2)")}
        self.assertEqual(found, {"A.1", "A.2", "B.1", "B.2", "B.3", "C.4", "C.5", "D.1", "D.2"})

    def test_a_range_on_a_page_covers_its_middle(self):
        self.assertEqual(faults("// (ROT.2)\n", "(ROT.1–3)\n"), [])

    def test_other_parentheses_are_not_labels(self):
        code = "f(1.5); g(x.y); h(A.B1); // (see v1.2) (p. 3) (Eq. 4) (M.a) (1.2)\n"
        self.assertEqual(list(labels.labels_in(code)), [])

    def test_exit_code(self):
        command = [sys.executable, str(TOOLS / "check_equation_labels.py")]
        with Tree({"src/a.h": "// (X.1)\n"}) as root:
            run = subprocess.run([*command, root], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("src/a.h:1: label (X.1)", run.stdout)


if __name__ == "__main__":
    unittest.main()
