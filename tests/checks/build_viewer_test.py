#!/usr/bin/env python3
"""tools/build_viewer.py: without Node, or when npm fails, the build goes on and the program can say why."""
# SPDX-License-Identifier: BSD-3-Clause
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent.parent / "tools" / "build_viewer.py"


class BuildViewer(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.source = self.root / "viewer"
        self.source.mkdir()
        for name in ["package.json", "package-lock.json", "index.html"]:
            (self.source / name).write_text("{}", encoding="utf-8")

    def program(self, name, script):
        path = self.root / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def build(self, *arguments):
        output = self.root / "build" / "page.cpp"
        done = subprocess.run([sys.executable, "-B", str(TOOL), *arguments, str(self.source), str(self.root / "work"), str(output)],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return output, output.read_text(encoding="ascii"), done.stderr

    def test_without_node(self):
        _, text, said = self.build()
        self.assertIn("Node.js was not found", text)
        self.assertIn("string_view(page, 0)", text)
        self.assertIn("`trammel report` will not be available", said)

    def test_old_node(self):
        _, text, _ = self.build("--node", self.program("node", "echo v12.22.0"), "--npm", "npm")
        self.assertIn("v12.22.0; 18 or newer is needed", text)

    def test_npm_that_fails_is_tried_again(self):
        node, npm = self.program("node", "echo v20.1.0"), self.program("npm", "echo no network; exit 1")
        output, text, _ = self.build("--node", node, "--npm", npm)
        self.assertIn("`npm ci --ignore-scripts` failed", text)
        self.assertIn("no network", output.with_name("viewer.log").read_text(encoding="utf-8"))
        self.assertLess(os.stat(output).st_mtime, os.stat(TOOL).st_mtime)

    def test_page_of_any_bytes(self):
        script = 'mkdir -p node_modules dist; printf \'<p title="a\\\\b">?""\\303\\244</p>\\n\' > dist/index.html'
        node, npm = self.program("node", "echo v20.1.0"), self.program("npm", script)
        _, text, said = self.build("--node", node, "--npm", npm)
        self.assertEqual(said, "")
        self.assertIn(r'<p title=\042a\134b\042>\077\042\042\303\244</p>\012', text)


if __name__ == "__main__":
    unittest.main()
