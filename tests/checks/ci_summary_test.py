""".ci/run ends with "N passed, M failed" and the right exit code, whatever `make test` does."""
# SPDX-License-Identifier: BSD-3-Clause
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from tree import TOOLS, Tree

CASE = '<testcase name="{}" status="{}"/>'
REPORT = "<testsuite>{}</testsuite>"
PROGRAM = '<testsuites><testsuite tests="{}" failures="{}" disabled="0" skipped="{}" errors="0"/></testsuites>'


def report(**cases):
    return REPORT.format("".join(CASE.format(name, status) for name, status in cases.items()))


def run_ci(makefile):
    """Last line of output and exit code of .ci/run above the given Makefile."""
    with Tree({"Makefile": makefile, ".ci/run": "", "tools/test_totals.py": ""}) as root:
        for file in (".ci/run", "tools/test_totals.py"):
            shutil.copy(TOOLS.parent / file, Path(root) / file)
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("MAKE")}
        run = subprocess.run([Path(root) / ".ci" / "run"], cwd="/", env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return run.stdout.splitlines()[-1], run.returncode


def makefile(status, report_text, clang=0, search=0, **programs):
    """A `make test` that leaves these files and this exit code, a `make search` and a `make clang` with theirs."""
    files = {"test-report.xml": report_text,
             **{f"test-results/{name}.xml": text for name, text in programs.items()}}
    lines = [f"\t@printf '{text}' > build/release/{name}\n" for name, text in files.items()]
    return "test:\n\t@mkdir -p build/release/test-results\n" + "".join(lines) + \
        f"\t@exit {status}\nsearch:\n\t@exit {search}\nclang:\n\t@exit {clang}\n"


class Summary(unittest.TestCase):
    def test_success(self):
        self.assertEqual(run_ci(makefile(0, report(a="run", b="run"))), ("2 passed, 0 failed", 0))

    def test_skipped_tests_did_not_pass(self):
        self.assertEqual(run_ci(makefile(0, report(a="run", b="notrun"))), ("1 passed, 0 failed", 0))

    def test_what_the_second_compiler_refuses(self):
        last, status = run_ci(makefile(0, report(a="run", b="run"), clang=1))
        self.assertEqual(last, "2 passed, 1 failed")
        self.assertNotEqual(status, 0)

    def test_input_that_breaks_a_reader(self):
        last, status = run_ci(makefile(0, report(a="run", b="run"), search=1))
        self.assertEqual(last, "2 passed, 1 failed")
        self.assertNotEqual(status, 0)

    def test_failed_tests(self):
        last, status = run_ci(makefile(8, report(a="run", b="notrun", c="fail", d="fail")))
        self.assertEqual(last, "1 passed, 2 failed")
        self.assertNotEqual(status, 0)

    def test_programs_count_by_their_tests(self):
        last, status = run_ci(makefile(8, report(a="run", b="fail", c="run"),
                                       a=PROGRAM.format(100, 0, 3), b=PROGRAM.format(50, 2, 1)))
        self.assertEqual(last, "145 passed, 2 failed")
        self.assertNotEqual(status, 0)

    def test_a_program_that_crashes(self):
        last, status = run_ci(makefile(8, report(a="run", b="fail", c="fail"),
                                       a=PROGRAM.format(100, 0, 0), b=PROGRAM.format(50, 0, 0)))
        self.assertEqual(last, "150 passed, 2 failed")
        self.assertNotEqual(status, 0)

    def test_a_failure_after_the_tests(self):
        last, status = run_ci(makefile(1, report(a="run")))
        self.assertEqual(last, "1 passed, 1 failed")
        self.assertNotEqual(status, 0)

    def test_a_report_that_breaks_off(self):
        last, status = run_ci(makefile(1, "<testsuite><testcase"))
        self.assertEqual(last, "0 passed, 1 failed")
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
