#!/usr/bin/env python3
"""Makes a poly-V accessory drive: a belt of rigid segments around crank, tensioner, alternator and water pump.

    examples/tools/make_belt.py [SEGMENTS] > belt.adm              (default: 100; 150 is the model of the slides)
    trammel run belt.adm --end 200 --steps 400 --integrator hht-i3 --error 1e-5

After section 4.1 of Negrut, Rampalli, Ottarsson and Sajdak, whose numbers are not published: those below are of an
ordinary six-rib belt and ordinary pulleys. Newton, kilogram, millimetre, millisecond; the belt runs clockwise.

Each segment is a rigid link of 6 degrees of freedom. A VFORCE in each joint between two segments pulls their ends
together (stretching of the belt, SEGMENTS in number), and one VFORCE between each segment and each pulley (4 SEGMENTS)
    pushes outwards     N = IMPACT(r, dr/dt, R, STIFFNESS, EXPONENT, DAMPING, DEPTH),  r the distance of the centres
    drags               -MU N TANH(slip / CREEP),  slip the velocity of the segment around the pulley as seen from it
The belt starts at rest in the turning frame: bent around the pulleys in equilibrium without friction, moving along
itself with the speed of the crank. The tensioner's spring holds what the belt presses on its pulley.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import math
import sys

# Pulleys: name, centre [mm], pitch radius [mm], side (-1: turns with the belt clockwise, +1: touches its back), mass [kg],
# polar inertia [kg mm2] with what is coupled to it.
PULLEYS = [
    ("crank", (0.0, 0.0), 80.0, -1, 2.5, 2.0e4),
    ("tensioner", (-150.0, 42.0), 35.0, +1, 0.2, 150.0),
    ("alternator", (-190.0, 185.0), 30.0, -1, 0.6, 3.0e3),
    ("water_pump", (15.0, 230.0), 60.0, -1, 0.8, 1.0e3),
]
PIVOT = (-195.0, -5.0)         # of the tensioner's arm, outside of the belt
ARM_MASS, ARM_INERTIA = 0.4, 600.0
ARM_STIFFNESS = 3.0e4          # N mm/rad
ARM_DAMPING = 3.0e5            # N mm ms/rad

MASS_PER_LENGTH = 1.25e-4      # kg/mm: six ribs
EA = 1.2e5                     # N: force at a strain of one
JOINT_DAMPING_RATIO = 0.1      # of a segment on the stiffness of a joint
TENSION = 500.0                # N, at the start

STIFFNESS, EXPONENT = 2.0e3, 1.5   # N/mm^1.5 of a segment of 12 mm on a pulley
DAMPING, DEPTH = 5.0, 0.1          # N ms/mm, mm
MU, CREEP = 1.0, 0.2               # of ribs in grooves; mm/ms

SPEED = 0.1                    # rad/ms of the crank: 955 turns a minute
DRIVE = 2.0e4                  # N mm at this speed …
PULSATION = 0.4                # … of which two strokes a turn take and give this share
GOVERNOR = 4.0e5               # N mm per rad/ms that it is slow
ALTERNATOR, PUMP = 6.0e3, 3.0e3    # N mm at their speed, proportional to it

N_PER_UNIT = 1000.0            # newtons in a kg mm/ms2


def add(a, b, factor=1.0):
    return (a[0] + factor * b[0], a[1] + factor * b[1])


def turned(a, angle):
    c, s = math.cos(angle), math.sin(angle)
    return (c * a[0] - s * a[1], s * a[0] + c * a[1])


def left(a):
    return (-a[1], a[0])


def path():
    """Straight spans and arcs, as (length, radius or None, begin, direction or start angle, centre, side)."""
    n = len(PULLEYS)
    spans = []
    for k in range(n):
        (_, c0, r0, s0, *_), (_, c1, r1, s1, *_) = PULLEYS[k], PULLEYS[(k + 1) % n]
        between = add(c1, c0, -1)
        distance = math.hypot(*between)
        lean = math.asin((s1 * r1 - s0 * r0) / distance)  # the centre lies on the left of the belt where the side is +1
        along = turned((between[0] / distance, between[1] / distance), -lean)
        begin, end = add(c0, left(along), -s0 * r0), add(c1, left(along), -s1 * r1)
        spans.append((begin, end, along))
    pieces = []
    for k in range(n):
        begin, end, along = spans[k]
        pieces.append((math.dist(begin, end), None, begin, along, None, 0))
        _, centre, radius, side, *_ = PULLEYS[(k + 1) % n]
        start = math.atan2(end[1] - centre[1], end[0] - centre[0])
        leave = spans[(k + 1) % n][0]
        stop = math.atan2(leave[1] - centre[1], leave[0] - centre[0])
        wrap = (side * (stop - start)) % (2 * math.pi)
        pieces.append((wrap * radius, radius, end, start, centre, side))
    return pieces


def place(pieces, n):
    """Half the length of a segment, and n poses (x, y, angle) along the path: links about a circle touch it."""
    gap = TENSION / EA  # share of the length by which joints are open
    def links(half):
        return sum(length / (2 * half * (1 + gap)) if radius is None else length / (radius * 2 * math.atan(half * (1 + gap) / radius))
                   for length, radius, *_ in pieces)
    low, high = 0.1, 1000.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if links(middle) > n else (low, middle)
    half = 0.5 * (low + high)
    poses, piece, done = [], 0, 0.0
    for k in range(n):
        while True:
            length, radius, begin, direction, centre, side = pieces[piece]
            each = 2 * half * (1 + gap) if radius is None else radius * 2 * math.atan(half * (1 + gap) / radius)
            if (k + 0.5 - done) * each <= length or piece == len(pieces) - 1:
                break
            done, piece = done + length / each, piece + 1
        along = (k + 0.5 - done) * each
        if radius is None:
            at = add(begin, direction, along)
            poses.append([*at, math.atan2(direction[1], direction[0])])
        else:
            angle = direction + side * along / radius
            poses.append([centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle),
                          angle + side * math.pi / 2])
    return half, poses


def contact(distance, radius, stiffness):
    return stiffness * (radius - distance) ** EXPONENT if distance < radius else 0.0


def forces(poses, half, joint, stiffness):
    """Force and torque on each segment, and the force on each pulley: joints and contacts without friction."""
    n = len(poses)
    result = [[0.0, 0.0, 0.0] for _ in poses]
    ends = [(half * math.cos(p[2]), half * math.sin(p[2])) for p in poses]
    for k in range(n):
        m = (k + 1) % n
        a, b = ends[k], ends[m]
        fx = joint * (poses[m][0] - b[0] - poses[k][0] - a[0])
        fy = joint * (poses[m][1] - b[1] - poses[k][1] - a[1])
        result[k][0] += fx
        result[k][1] += fy
        result[k][2] += a[0] * fy - a[1] * fx
        result[m][0] -= fx
        result[m][1] -= fy
        result[m][2] += b[0] * fy - b[1] * fx
    on_pulley = [[0.0, 0.0] for _ in PULLEYS]
    for k, p in enumerate(poses):
        for c, (_, centre, radius, *_) in enumerate(PULLEYS):
            dx, dy = p[0] - centre[0], p[1] - centre[1]
            distance = math.hypot(dx, dy)
            push = contact(distance, radius, stiffness) / distance
            if push:
                result[k][0] += push * dx
                result[k][1] += push * dy
                on_pulley[c][0] -= push * dx
                on_pulley[c][1] -= push * dy
    return result, on_pulley


def relax(poses, half, joint, stiffness, mass):
    """To equilibrium, by motion that is stopped whenever it runs uphill."""
    inertia = mass * half * half / 3
    weights = (1 / mass, 1 / mass, 1 / inertia)
    v = [[0.0, 0.0, 0.0] for _ in poses]
    longest = 0.7 * math.sqrt(mass / (joint * 4))
    dt, share, calm = 0.3 * longest, 0.1, 0
    for _ in range(20000):
        f, _ = forces(poses, half, joint, stiffness)
        worst = max(max(abs(g[0]), abs(g[1]), abs(g[2]) / half) for g in f)
        if worst < 1e-6 * TENSION:
            break
        power = sum(a * b for g, w in zip(f, v) for a, b in zip(g, w))
        speed = math.sqrt(sum(b * b / q for w in v for b, q in zip(w, weights)))
        force = math.sqrt(sum(a * a * q for g in f for a, q in zip(g, weights)))
        if power > 0:
            calm += 1
            if calm > 5:
                dt, share = min(1.1 * dt, longest), 0.99 * share
        else:
            dt, share, calm, speed = 0.5 * dt, 0.1, 0, 0.0
            v = [[0.0, 0.0, 0.0] for _ in poses]
        mix = share * speed / force if force else 0.0
        for p, w, g in zip(poses, v, f):
            for c in range(3):
                w[c] = (1 - share) * w[c] + mix * weights[c] * g[c] + dt * weights[c] * g[c]
                p[c] += dt * w[c]


def number(x):
    return f"{x:.12g}"


class Writer:
    def __init__(self):
        self.lines = []

    def add(self, *lines):
        self.lines += lines

    def part(self, part, name, mass, inertia, at, angle, velocity, rate):
        moments = ", ".join(number(i) for i in inertia)
        self.add(f"!                             adams_view_name='{name}'",
                 f"PART/{part}, MASS = {number(mass)}, CM = {part}00, IP = {moments}",
                 f", QG = {number(at[0])}, {number(at[1])}, 0, REULER = {number(angle)}, 0, 0",
                 f", VX = {number(velocity[0])}, VY = {number(velocity[1])}, WZ = {number(rate)}",
                 f"MARKER/{part}00, PART = {part}")


def write_pulleys(out, on_pulley):
    """Parts 11 … 14, the arm is 15; joints 1 … 5, 2 the tensioner's on its arm, 5 the arm's pivot."""
    out.add("", "! Pulleys, with the inertia of what they drive.")
    belt_speed = SPEED * PULLEYS[0][2]
    for k, (name, centre, radius, side, mass, inertia) in enumerate(PULLEYS):
        part = 11 + k
        out.part(part, name, mass, (inertia / 2, inertia / 2, inertia), centre, 0, (0, 0), side * belt_speed / radius)
        out.add(f"GRAPHICS/{part}, CYLINDER, CM = {part}00, LENGTH = 20, RADIUS = {number(radius - 3)}")
    arm = (PULLEYS[1][1][0] - PIVOT[0], PULLEYS[1][1][1] - PIVOT[1])
    middle = (PIVOT[0] + 0.5 * arm[0], PIVOT[1] + 0.5 * arm[1])
    angle = math.atan2(arm[1], arm[0])
    reach = math.hypot(*arm)
    out.part(15, "arm", ARM_MASS, (ARM_INERTIA / 10, ARM_INERTIA, ARM_INERTIA), middle, angle, (0, 0), 0)
    out.add(f"MARKER/1501, PART = 15, QP = {number(-reach / 2)}, 0, 0",
            f"MARKER/1502, PART = 15, QP = {number(reach / 2)}, 0, 0",
            f"MARKER/105, PART = 1, QP = {number(PIVOT[0])}, {number(PIVOT[1])}, 0, REULER = {number(angle)}, 0, 0")
    for k, (_, centre, *_) in enumerate(PULLEYS):
        if k != 1:
            out.add(f"MARKER/{101 + k}, PART = 1, QP = {number(centre[0])}, {number(centre[1])}, 0",
                    f"JOINT/{1 + k}, REVOLUTE, I = {11 + k}00, J = {101 + k}")
    press = on_pulley[1]
    torque = -(arm[0] * press[1] - arm[1] * press[0])
    out.add("JOINT/2, REVOLUTE, I = 1200, J = 1502", "JOINT/5, REVOLUTE, I = 1501, J = 105",
            "!                             adams_view_name='tensioner spring'",
            f"SPRINGDAMPER/1, ROTATIONAL, I = 1501, J = 105, KT = {number(ARM_STIFFNESS)}, CT = {number(ARM_DAMPING)}, "
            f"ANGLE = 0, TORQUE = {number(torque)}")


def write_torques(out):
    crank = 2 * SPEED
    out.add("", "! The engine: pulses of two strokes a turn, and a governor; loads are proportional to speed.",
            f"SFORCE/1, ROTATIONAL, ACTIONONLY, I = 1100, J = 101, FUNCTION = -{number(DRIVE)}*(1 + {PULSATION}*SIN({number(crank)}*TIME))",
            f", - {number(GOVERNOR)}*({number(SPEED)} + WZ(1100))")
    for ident, part, joint, torque, k in ((2, 13, 103, ALTERNATOR, 2), (3, 14, 104, PUMP, 3)):
        speed = SPEED * PULLEYS[0][2] / PULLEYS[k][2]
        out.add(f"SFORCE/{ident}, ROTATIONAL, ACTIONONLY, I = {part}00, J = {joint}, FUNCTION = {number(-torque / speed)}*WZ({part}00)")


def write_belt(out, poses, half, joint, damping, stiffness, contact_damping, mass):
    n, speed = len(poses), SPEED * PULLEYS[0][2]
    out.add("", f"! {n} segments: markers …00 centre, …01 front end, …02 rear end; the next one pulls the front end.")
    for k, (x, y, angle) in enumerate(poses):
        before, after = poses[k - 1], poses[(k + 1) % n]
        step = math.hypot(after[0] - x, after[1] - y) + math.hypot(x - before[0], y - before[1])
        bend = (after[2] - before[2] + math.pi) % (2 * math.pi) - math.pi
        part = 1001 + k
        long = mass * half * half / 3
        out.part(part, f"segment_{k + 1}", mass, (long / 5, long, long), (x, y), angle,
                 (speed * (after[0] - before[0]) / step, speed * (after[1] - before[1]) / step), speed * bend / step)
        out.add(f"MARKER/{part}01, PART = {part}, QP = {number(half)}, 0, 0",
                f"MARKER/{part}02, PART = {part}, QP = {number(-half)}, 0, 0",
                f"GRAPHICS/{part}, CYLINDER, CM = {part}02, LENGTH = 1, RADIUS = 2")
    out.add("", "! Joints between segments: the belt stretches.")
    for k in range(n):
        part, after = 1001 + k, 1001 + (k + 1) % n
        i, j = f"{part}01", f"{after}02"
        parts = [f"-{number(joint)}*D{c}({i}, {j}) - {number(damping)}*V{c}({i}, {j}, 101, {j})" for c in "XYZ"]
        out.add(f"MARKER/{after}03, PART = {after}, FLOATING",
                f"VFORCE/{1 + k}, I = {i}, JFLOAT = {after}03, RM = 101", f", FX = {parts[0]}\\", f", FY = {parts[1]}\\",
                f", FZ = {parts[2]}")
    out.add("", "! Segments on pulleys: contact along the radius, friction along the surface.")
    for c, (_, _, radius, *_) in enumerate(PULLEYS):
        pulley = f"{11 + c}00"
        for k in range(n):
            i, floating = f"{1001 + k}00", f"{2001 + 1000 * c + k}"
            dx, dy, dm = f"DX({i}, {pulley})", f"DY({i}, {pulley})", f"DM({i}, {pulley})"
            push = (f"IMPACT({dm}, VR({i}, {pulley}), {number(radius)}, {number(stiffness)}, {EXPONENT}, "
                    f"{number(contact_damping)}, {DEPTH})")
            slip = f"({dx}*VY({i}, {pulley}, 101, {pulley}) - {dy}*VX({i}, {pulley}, 101, {pulley}))/{dm}"
            drag = f"{MU}*TANH({slip}/{CREEP})"
            out.add(f"MARKER/{floating}, PART = {11 + c}, FLOATING",
                    f"VFORCE/{1001 + 1000 * c + k}, I = {i}, JFLOAT = {floating}, RM = 101",
                    f", FX = {push}/{dm}", f", *({dx} + {drag}*{dy})\\", f", FY = {push}/{dm}", f", *({dy} - {drag}*{dx})")


def write_requests(out, n):
    tooth = 1000 + min(57, n)
    out.add("", "REQUEST/1, COMMENT = reaction in the bearing of the alternator and its angular velocity",
            ", F1 = JOINT(3, 0, 2, 0)\\ F2 = JOINT(3, 0, 3, 0)\\ F3 = WZ(1300)\\ F4 = WZ(1100)\\ F5 = WZ(1400)",
            f"REQUEST/2, COMMENT = velocity of tooth {tooth - 1000} and where it is",
            f", F1 = VX({tooth}00)\\ F2 = VY({tooth}00)\\ F3 = DX({tooth}00)\\ F4 = DY({tooth}00)",
            "REQUEST/3, COMMENT = angle of the tensioner and its rate and the tension in front of tooth 57",
            f", F1 = AZ(1501, 105)\\ F2 = WZ(1501)\\ F3 = VFORCE({tooth - 1000}, 0, 1, 0)")


def dataset(n):
    pieces = path()
    length = sum(p[0] for p in pieces)
    half, poses = place(pieces, n)
    joint = EA * n / length
    mass = MASS_PER_LENGTH * length / n
    share = 100.0 / n  # a shorter segment presses with less
    stiffness = STIFFNESS * share
    damping = 2 * JOINT_DAMPING_RATIO * math.sqrt(N_PER_UNIT * joint * mass)  # N s/m is N ms/mm
    relax(poses, half, joint, stiffness, mass)
    _, on_pulley = forces(poses, half, joint, stiffness)
    out = Writer()
    out.add(f"Poly-V accessory drive: a belt of {n} segments around four pulleys",
            "! After section 4.1 of Negrut, Rampalli, Ottarsson, Sajdak (HHT on index-3 equations): crank, tensioner, alternator,",
            "! water pump; the belt is made of rigid segments that VFORCEs pull together and push off the pulleys.",
            f"! Made by examples/tools/make_belt.py {n}; parameters and formulas are there. Length of the belt {length:.1f} mm.",
            "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = MILLISECOND",
            "ACCGRAV/JGRAV = -9.80665E-3", "", "PART/1, GROUND")
    write_pulleys(out, on_pulley)
    write_torques(out)
    write_belt(out, poses, half, joint, damping, stiffness, DAMPING * share, mass)
    write_requests(out, n)
    out.add("END", "")
    return "\n".join(out.lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("segments", type=int, nargs="?", default=100)
    arguments = parser.parse_args()
    if arguments.segments < 60:
        sys.exit("a belt of fewer than 60 segments does not bend around the alternator")
    sys.stdout.write(dataset(arguments.segments))


if __name__ == "__main__":
    main()
