#!/usr/bin/env python3
"""Counts the tests of a run of ctest: tools/test_totals.py BUILD_FOLDER prints "TESTS FAILED SKIPPED".

A test of ctest may be a program of many tests, which it lists in BUILD_FOLDER/test-results/<name>.xml; a
program that fails without listing a failed test (it crashed, or took too long) counts as one failure.
"""
# SPDX-License-Identifier: BSD-3-Clause
import sys
import xml.etree.ElementTree as xml
from pathlib import Path


def program_totals(path):
    """Tests, failed and skipped of a GoogleTest program."""
    suites = xml.parse(path).getroot().iter("testsuite")
    counts = [[int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped", "disabled")]
              for suite in suites]
    tests, failures, errors, skipped, disabled = (sum(column) for column in zip(*counts, [0] * 5))
    return tests, failures + errors, skipped + disabled


def totals(build):
    sums = [0, 0, 0]
    for case in xml.parse(build / "test-report.xml").getroot().iter("testcase"):
        failed = case.get("status") == "fail"
        counts = (1, int(failed), int(case.get("status") in ("notrun", "disabled")))
        results = build / "test-results" / (case.get("name").replace("/", "_") + ".xml")
        if results.exists():
            tests, failures, skipped = program_totals(results)
            unlisted = int(failed and failures == 0)
            counts = (tests + unlisted, failures + unlisted, skipped)
        sums = [total + count for total, count in zip(sums, counts)]
    return sums


if __name__ == "__main__":
    try:
        print(*totals(Path(sys.argv[1])))
    except (OSError, xml.ParseError):
        print(0, 0, 0)
