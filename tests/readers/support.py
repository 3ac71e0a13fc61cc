"""What the tests of result files share: the program, a folder, a skip that says why."""
# SPDX-License-Identifier: BSD-3-Clause
import csv
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, SOURCE = Path(sys.argv[1]), Path(sys.argv[2])
SKIPPED = 77  # what CTest knows as such


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def import_h5py():
    """h5py of Debian belongs to Debian's Python, which need not be the one that runs this."""
    try:
        import h5py
        return h5py
    except ImportError:
        debian = Path("/usr/bin/python3")
        if debian.exists() and Path(sys.executable).resolve() != debian.resolve():
            os.execv(debian, [str(debian), "-B", *sys.argv])
    skip("python3-h5py is not installed")


class Folder:
    """A folder that goes with the test."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="trammel_readers_"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def __truediv__(self, name):
        return self.path / name

    def write(self, name, text):
        (self.path / name).write_text(text, encoding="utf-8")
        return self.path / name

    def run(self, *arguments, expect=0):
        done = subprocess.run([str(PROGRAM), *map(str, arguments)], cwd=self.path, text=True,
                              capture_output=True, timeout=100)
        assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
        return done


def table(path):
    """Rows of a CSV file: names, then numbers (None: empty)."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(x) if x else None for x in row] for row in rows[1:]]


def near(a, b, tolerance):
    return abs(a - b) <= tolerance * max(1.0, abs(a), abs(b))


# Two bars and a spring, with names and comments that are nothing but text.
NASTY = "<script>alert('1')</script> & \"quoted\" \u202e\U0001f600"
MODEL = f"""{NASTY}
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/101, PART = 1
!                     adams_view_name='model.<b>arm</b> & co'
PART/2, MASS = 1, CM = 201, IP = 100, 100, 100, QG = 100, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = -100, 0, 0
!                     adams_view_name='model.fore'
PART/3, MASS = 0.5, CM = 301, IP = 50, 50, 50, QG = 150, 0, 0, REULER = 0.1, 0.2, 0.3
MARKER/301, PART = 3, QP = 10, 0, 0
MARKER/302, PART = 3
MARKER/203, PART = 2, QP = 50, 0, 0
MARKER/109, PART = 1, QP = 300, 100, 0
JOINT/1, REVOLUTE, I = 202, J = 101
JOINT/2, SPHERICAL, I = 302, J = 203
SPRINGDAMPER/1, TRANSLATION, I = 301, J = 109, K = 0.1, C = 0.001, LENGTH = 100
VARIABLE/5, FUNCTION = SIN(TIME)
DIFF/6, IC = 1, FUNCTION = -DIF(6)
ACCGRAV/JGRAV = -9806.65
REQUEST/7, DISPLACEMENT, I = 302, J = 101, COMMENT = {NASTY.replace("&", "and")}
REQUEST/3, VELOCITY, I = 302
REQUEST/4, ACCELERATION, I = 302
REQUEST/5, FORCE, I = 202, J = 101
REQUEST/9, F2 = AZ(202, 101)\\ F8 = SQRT(0.25 - TIME)
OUTPUT/REQSAVE
RESULTS/XRF
END
"""
