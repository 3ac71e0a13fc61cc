"""The problems of the suite: each a dataset that every contestant reads, an end, and how far its bounds reach.

Lengths are in metres but for the belt. `length` scales the bounds on the error: a mechanism the size of a hand
is held to a tenth of what a chain of rods is.
"""
# SPDX-License-Identifier: BSD-3-Clause
import dataclasses
import importlib.util
import math
import pathlib
from typing import Callable

SOURCE = pathlib.Path(__file__).resolve().parents[2]
UNITS = "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"


@dataclasses.dataclass(frozen=True)
class Problem:
    name: str
    about: str
    dataset: Callable[[], str]
    end: float
    is_stiff: bool = False
    has_loops: bool = False
    length: float = 1.0
    time_unit: str = "s"           # of `end`
    skips: tuple = ()              # beginnings of names of contestants that cannot, or take hours
    excludes_start_up: bool = False  # the time of initialisation is not counted
    is_long: bool = False          # left out unless asked for
    exact: Callable[[list], list] = None  # positions of all bodies at the times, where they are known


def rods(n, title, connection, rate=0.0):
    """n uniform rods of 1 m and 1 kg in a row along x; `connection(k, i, j)` ties marker i to marker j."""
    lines = [title, UNITS, "ACCGRAV/JGRAV = -9.81", "PART/1, GROUND", "MARKER/1, PART = 1"]
    for k in range(n):
        part, first = k + 2, 10 * (k + 2)
        start = f", VZ = {-rate * (k + 0.5)!r}, WY = {rate!r}" if rate else ""
        lines += [
            f"PART/{part}, MASS = 1, CM = {first}, IP = 0.001, {1 / 12!r}, {1 / 12!r}, QG = {k}, 0, 0{start}",
            f"MARKER/{first}, PART = {part}, QP = 0.5, 0, 0",
            f"MARKER/{first + 1}, PART = {part}",
            f"MARKER/{first + 2}, PART = {part}, QP = 1, 0, 0",
            connection(k + 1, first + 1, 1 if k == 0 else first - 8)]
    return "\n".join(lines + ["END", ""])


def revolute_chain(n):
    return rods(n, f"chain of {n} rods on revolute joints, released from horizontal",
                lambda k, i, j: f"JOINT/{k}, REVOLUTE, I = {i}, J = {j}")


def spherical_chain(n):
    """Turns about the vertical at the start, so fast that its tip has 10 m/s."""
    return rods(n, f"chain of {n} rods on spherical joints with a sideways start",
                lambda k, i, j: f"JOINT/{k}, SPHERICAL, I = {i}, J = {j}", 10.0 / n)


def bushing_chain(n):
    return rods(n, f"chain of {n} rods on stiff bushings, released from horizontal",
                lambda k, i, j: f"BUSHING/{k}, I = {i}, J = {j}, K = 1E6, 1E6, 1E6, C = 1E3, 1E3, 1E3")


def tool(name):
    path = SOURCE / "examples" / "tools" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def example(name):
    return lambda: (SOURCE / "examples" / f"{name}.adm").read_text()


def ladder(n, revolutes):
    return lambda: tool("make_fourbar_chain").dataset(n, revolutes)


def ladder_positions(n, times, steps=2000):
    """Cranks stay parallel: I th'' = S g sin th, th clockwise from upright; `steps` of Runge and Kutta between outputs."""
    k = ((n + 1) / 2 + n) * 9.81 / ((n + 1) / 3 + n)
    result, t, th, w = [], 0.0, 0.0, 1.0
    for end in times:
        h = (end - t) / steps
        for _ in range(steps):
            a1 = k * math.sin(th)
            w2, a2 = w + h / 2 * a1, k * math.sin(th + h / 2 * w)
            w3, a3 = w + h / 2 * a2, k * math.sin(th + h / 2 * w2)
            w4, a4 = w + h * a3, k * math.sin(th + h * w3)
            th, w = th + h / 6 * (w + 2 * w2 + 2 * w3 + w4), w + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        t = end
        s, c = math.sin(th), math.cos(th)
        for i in range(n + 1):
            result += [i + 0.5 * s, 0.5 * c, 0.0]
        for i in range(n):
            result += [i + 0.5 + s, c, 0.0]
    return result


def ladders():
    """Twice: loops closed by the two equations that they need, and, as one draws them, by revolute joints."""
    for n in (2, 40, 400):
        common = {"has_loops": True, "is_long": n > 40, "skips": ("simbody",) if n > 40 else (),
                  "exact": lambda times, n=n: ladder_positions(n, times)}
        yield Problem(f"e{n}", f"ladder of {n} four-bars, each closed by two equations", ladder(n, False), 2, **common)
        yield Problem(f"e{n}r", f"ladder of {n} four-bars, all joints revolute", ladder(n, True), 2, **common)


def chains():
    for n, end in ((10, 2), (100, 2), (1000, 0.2), (10000, 0.2)):
        yield Problem(f"a{n}", f"{n} rods on revolute joints", lambda n=n: revolute_chain(n), end, is_long=n > 1000)
        yield Problem(f"b{n}", f"{n} rods on spherical joints", lambda n=n: spherical_chain(n), end, is_long=n > 1000)


PROBLEMS = {p.name: p for p in [
    *chains(),
    Problem("c", "stiff double pendulum", example("stiff_double_pendulum"), 2, is_stiff=True, excludes_start_up=True),
    Problem("d", "100 rods on bushings, k = 1e6, c = 1e3", lambda: bushing_chain(100), 2, is_stiff=True,
            skips=("simbody-bdf",)),
    *ladders(),
    Problem("f", "Andrews' mechanism", example("andrews_inline"), 0.05, has_loops=True, length=0.1),
    Problem("g", "Bricard's linkage", example("bricard"), 10, has_loops=True),
    Problem("h", "flyball governor", example("flyball_governor"), 10, is_stiff=True),
    Problem("i", "belt of 100 segments (mm, ms)", lambda: tool("make_belt").dataset(100), 20, is_stiff=True,
            skips=("simbody",), length=10, time_unit="ms", is_long=True),
]}
