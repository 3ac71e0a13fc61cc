""".ci/run ends with "N passed, M failed" and the right exit code, whatever `make test` does."""
# SPDX-License-Identifier: BSD-3-Clause
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from tree import TOOLS, Tree

REPORT = ('<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="x"\n\ttests="{}"\n'
          '\tfailures="{}"\n\tdisabled="0"\n\tskipped="{}"\n>\n<testcase name="tests" time="1"/>\n')


def run_ci(makefile):
    """Last line of output and exit code of .ci/run above the given Makefile."""
    with Tree({"Makefile": makefile, ".ci/run": ""}) as root:
        shutil.copy(TOOLS.parent / ".ci" / "run", Path(root) / ".ci" / "run")
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("MAKE")}
        run = subprocess.run([Path(root) / ".ci" / "run"], cwd="/", env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return run.stdout.splitlines()[-1], run.returncode


def makefile(report, status):
    lines = report.replace("\n", "\\n").replace("\t", "\\t")
    return ("test:\n\t@mkdir -p build/release\n"
            f"\t@printf '{lines}' > build/release/test-report.xml\n\t@exit {status}\n")


class Summary(unittest.TestCase):
    def test_success(self):
        self.assertEqual(run_ci(makefile(REPORT.format(12, 0, 0), 0)), ("12 passed, 0 failed", 0))

    def test_skipped_tests_did_not_pass(self):
        self.assertEqual(run_ci(makefile(REPORT.format(12, 0, 3), 0)), ("9 passed, 0 failed", 0))

    def test_failed_tests(self):
        last, status = run_ci(makefile(REPORT.format(12, 2, 1), 8))
        self.assertEqual(last, "9 passed, 2 failed")
        self.assertNotEqual(status, 0)

    def test_a_failure_after_the_tests(self):
        last, status = run_ci(makefile(REPORT.format(12, 0, 0), 1))
        self.assertEqual(last, "12 passed, 1 failed")
        self.assertNotEqual(status, 0)

    def test_a_broken_build(self):
        last, status = run_ci("test:\n\t@echo error; exit 1\n")
        self.assertEqual(last, "0 passed, 1 failed")
        self.assertNotEqual(status, 0)

    def test_no_tests_at_all(self):
        last, status = run_ci("test:\n\t@true\n")
        self.assertEqual(last, "0 passed, 1 failed")
        self.assertNotEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
