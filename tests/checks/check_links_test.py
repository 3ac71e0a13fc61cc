"""tools/check_links.py and tools/check_style.py can fail."""
# SPDX-License-Identifier: BSD-3-Clause
import unittest

from tree import Tree, load

links = load("check_links")
style = load("check_style")


class Links(unittest.TestCase):
    def faults(self, text):
        with Tree({"README.md": text, "docs/a.md": "# The title, `code`\n"}) as root:
            return links.check(root)

    def test_links_that_lead_somewhere(self):
        self.assertEqual(self.faults("[a](docs/a.md) [b](docs/a.md#the-title-code) [c](docs) "
                                     "[d](https://example.org/x) `[e](nowhere)`\n"), [])

    def test_a_missing_file(self):
        self.assertEqual(self.faults("\n[a](docs/b.md)\n"),
                         ["README.md:2: docs/b.md does not exist"])

    def test_a_missing_section(self):
        self.assertEqual(self.faults("[a](docs/a.md#other)\n"),
                         ["README.md:1: docs/a.md has no section #other"])


class Style(unittest.TestCase):
    def faults(self, name, text):
        with Tree({name: text}) as root:
            return style.check(root)

    def test_a_clean_file(self):
        self.assertEqual(self.faults("src/math/a.h", f"// {style.SPDX}\n#pragma once\n"), [])

    def test_each_rule_can_fail(self):
        long_file = f"// {style.SPDX}\n" + "\n" * style.MAX_LINES
        for name, text in [("src/a.cpp", "int x;\n"), ("src/a.h", f"// {style.SPDX}\n"),
                           ("src/a.cpp", f"// {style.SPDX}\n// TO" + "DO: rest\n"),
                           ("src/a.cpp", f"// {style.SPDX}\n\tint x;\n"), ("src/a.cpp", long_file)]:
            with self.subTest(text[:40]):
                self.assertEqual(len(self.faults(name, text)), 1)


if __name__ == "__main__":
    unittest.main()
