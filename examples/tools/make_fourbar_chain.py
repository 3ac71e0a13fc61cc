#!/usr/bin/env python3
"""Writes the N-four-bar mechanism (IFToMM library A02): make_fourbar_chain.py N [--revolutes] > model.adm

Loops are closed by JPRIM INLINE, so that nothing is redundant; with --revolutes by revolute joints.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import sys

INERTIA = "0.001, 0.08333333333333333, 0.08333333333333333"
ABOUT = """\
! IFToMM library A02. All rods are uniform, 1 kg and 1 m; the cranks start upright and the first
! coupler moves at 1 m/s. In every flat position (all rods in a line) the linkage could bend another
! way: the constraints lose rank there, and a solver must pass through.
"""
REDUNDANT = """\
! Every joint is a REVOLUTE, so the out-of-plane equations of each loop are redundant: three for each
! loop.
"""
MINIMAL = """\
! Each loop is closed by JPRIM INLINE, which asks only for the two in-plane equations that a planar
! loop needs: nothing is redundant.
"""


def bar(part, name, place, velocity):
    return f"""\
!                             adams_view_name='{name}'
PART/{part}, MASS = 1, CM = {part}001, IP = {INERTIA}
, {place}, {velocity}
MARKER/{part}001, PART = {part}, QP = 0.5, 0, 0
MARKER/{part}002, PART = {part}
MARKER/{part}003, PART = {part}, QP = 1, 0, 0
"""


def dataset(loops, revolutes):
    crank = lambda i: 2 + i
    coupler = lambda i: 3 + loops + i
    pin = lambda i: 1001 + i
    text = [f"N-four-bar mechanism with {loops} loops: {loops + 1} cranks and {loops} couplers\n", ABOUT]
    text.append(REDUNDANT if revolutes else MINIMAL)
    text.append(f"! Made by examples/tools/make_fourbar_chain.py {loops}{' --revolutes' if revolutes else ''}\n")
    text.append("UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n\nPART/1, GROUND\n")
    text += [f"MARKER/{pin(i)}, PART = 1, QP = {i}, 0, 0\n" for i in range(loops + 1)]
    text.append("\n")
    for i in range(loops + 1):
        text.append(bar(crank(i), f"crank_{i}", f"QG = {i}, 0, 0, REULER = 90D, 0, 0", "VX = 0.5, VY = 0, WZ = -1"))
    for i in range(loops):
        text.append(bar(coupler(i), f"coupler_{i}", f"QG = {i}, 1, 0", "VX = 1, VY = 0, WZ = 0"))
    text.append("\n")
    joint = 0
    for i in range(loops + 1):
        joint += 1
        text.append(f"JOINT/{joint}, REVOLUTE, I = {crank(i)}002, J = {pin(i)}\n")
    for i in range(loops):
        joint += 1
        text.append(f"JOINT/{joint}, REVOLUTE, I = {coupler(i)}002, J = {crank(i)}003\n")
    for i in range(loops):
        joint += 1
        kind = f"JOINT/{joint}, REVOLUTE" if revolutes else f"JPRIM/{i + 1}, INLINE"
        text.append(f"{kind}, I = {coupler(i)}003, J = {crank(i + 1)}003\n")
    text.append(f"""
ACCGRAV/JGRAV = -9.81

! Angle clockwise from upright, and the tip B0 of the first crank.
REQUEST/1, COMMENT = first crank
, F1 = PI/2 - AZ(2002, 1001)\\ F2 = -WZ(2002)\\ F3 = DX(2003)\\ F4 = DY(2003)\\ F5 = VX(2003)\\ F6 = VY(2003)
! The last crank follows: the cranks stay parallel.
REQUEST/2, COMMENT = last crank
, F1 = AZ({crank(loops)}002, {pin(loops)}) - AZ(2002, 1001)
END
""")
    return "".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("loops", type=int)
    parser.add_argument("--revolutes", action="store_true")
    arguments = parser.parse_args()
    sys.stdout.write(dataset(arguments.loops, arguments.revolutes))


if __name__ == "__main__":
    main()
