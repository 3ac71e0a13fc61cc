#!/usr/bin/env python3
"""Tests of benchmarks/guard.py: what it lets pass and what it does not, and that a program that works more fails."""
# SPDX-License-Identifier: BSD-3-Clause
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import guard  # noqa: E402

STANDS_FOR_TRAMMEL = """#!/bin/sh
while [ "$1" != --stats ]; do shift; done
echo '{"steps": N, "iterations": N, "residuals": N, "jacobians": N, "factorizations": N, "refactorizations": N}' >"$2"
"""


class Compare(unittest.TestCase):
    def verdict(self, value, known=100):
        worse, better = guard.compare({"run": {"steps": value}}, {"run": {"steps": known}}, 0.1, 5)
        return "worse" if worse else "better" if better else "same"

    def test_tolerance(self):
        for value, verdict in ((100, "same"), (115, "same"), (116, "worse"), (85, "same"), (84, "better")):
            self.assertEqual(self.verdict(value), verdict, value)

    def test_what_has_no_baseline_fails(self):
        worse, _ = guard.compare({"run": {"steps": 1}}, {}, 0.1, 5)
        self.assertEqual(len(worse), 1)


class Program(unittest.TestCase):
    def guard(self, folder, factor, *options):
        program = folder / f"trammel{factor}"
        program.write_text(STANDS_FOR_TRAMMEL.replace(" N", f" {100 * factor}"))
        program.chmod(0o755)
        return subprocess.run([sys.executable, "-B", str(ROOT / "benchmarks" / "guard.py"), str(program), "--baseline",
                               str(folder / "baseline.json"), *options], capture_output=True, text=True)

    def test_a_program_that_works_more_fails(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            self.assertEqual(self.guard(folder, 1, "--update").returncode, 0)
            self.assertIn("counts", json.loads((folder / "baseline.json").read_text()))
            self.assertEqual(self.guard(folder, 1).returncode, 0)
            self.assertEqual(self.guard(folder, 2).returncode, 1)


class Baseline(unittest.TestCase):
    def test_every_run_has_one(self):
        baseline = json.loads((ROOT / "benchmarks" / "baseline.json").read_text())
        self.assertEqual(set(baseline["counts"]), set(guard.RUNS))
        self.assertEqual(len(baseline["instructions"]), len(guard.INSTRUCTIONS))


if __name__ == "__main__":
    unittest.main()
