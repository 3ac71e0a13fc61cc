"""tools/compile_group.py compiles what goes together as one, and the rest one by one."""
# SPDX-License-Identifier: BSD-3-Clause
import subprocess
import sys
import unittest
from pathlib import Path

from tree import TOOLS, Tree

OWN = "namespace {{ int own() {{ return 1; }} }}\nint {0}() {{ return own(); }}\n"


class CompileGroup(unittest.TestCase):
    def compile(self, files):
        """Exit code, messages, symbols of the object and what it depends on."""
        with Tree(files) as root:
            group = Path(root) / "Unity" / "group.cxx"
            group.parent.mkdir()
            group.write_text("".join(f'#include "{root}/{name}"\n' for name in files
                                     if name.endswith(".cpp")), encoding="utf-8")
            done = subprocess.run(
                [sys.executable, "-B", TOOLS / "compile_group.py", "c++", "-MD", "-MT", "group.o", "-MF",
                 "group.o.d", "-o", "group.o", "-c", group],
                cwd=root, check=False, capture_output=True, text=True)
            if done.returncode != 0:
                return done.returncode, done.stderr, "", ""
            symbols = subprocess.run(["nm", "-C", "group.o"], cwd=root, check=True,
                                     capture_output=True, text=True).stdout
            return 0, done.stderr, symbols, (Path(root) / "group.o.d").read_text(encoding="utf-8")

    def test_together(self):
        code, said, symbols, _ = self.compile({"a.cpp": OWN.format("a"), "b.cpp": "int b() { return 2; }\n"})
        self.assertEqual((code, said), (0, ""))
        self.assertIn(" T a()", symbols)
        self.assertIn(" T b()", symbols)

    def test_one_by_one(self):
        code, said, symbols, read = self.compile({
            "a.cpp": OWN.format("a"), "b.cpp": '#include "b.h"\n' + OWN.format("b"), "b.h": "\n"})
        self.assertEqual(code, 0)
        self.assertIn("group.o: compiled one by one, together they fail: redefinition", said)
        self.assertIn(" T a()", symbols)
        self.assertIn(" T b()", symbols)
        self.assertIn("group.o:", read)
        for name in ("a.cpp", "b.cpp", "b.h"):
            self.assertIn(name, read)

    def test_an_error_is_one(self):
        code, said, _, _ = self.compile({"a.cpp": OWN.format("a"), "b.cpp": "int b() { return c; }\n"})
        self.assertNotEqual(code, 0)
        self.assertEqual(said.count("error:"), 1)


if __name__ == "__main__":
    unittest.main()
