#!/usr/bin/env python3
"""The poly-V belt of Negrut, Rampalli, Ottarsson and Sajdak, section 4.1: HHT beside GSTIFF, 200 ms.

    benchmarks/belt.py TRAMMEL [--segments 100] [--end 200] [--output FOLDER] [--reuse]

HHT runs with ERROR = 1e-5, GSTIFF with 1e-4, as in the paper; GSTIFF once as it is and once in the primer's form, in
which every quantity is an unknown and nothing is scaled (--formulation primer). Prints CPU times, their ratios, and the
peak differences of the alternator's angular velocity and bearing force; draws Figs 2 to 5, and the velocity of tooth 57.
--reuse takes runs that are already in the folder.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import csv
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(FOLDER / "suite"))
import problems  # noqa: E402
import report  # noqa: E402

RUNS = {"hht": ["--integrator", "hht-i3", "--error", "1e-5"],
        "gstiff": ["--integrator", "gstiff-i3", "--error", "1e-4"],
        "primer": ["--integrator", "gstiff-i3", "--error", "1e-4", "--formulation", "primer"]}
FORCE, SPEED, TOOTH = "REQ1.F1", "REQ1.F3", "REQ2.F1"
PAPER = 1286 / 485
STEPS_PER_MS = 5


def run(trammel, model, folder, name, end):
    command = [trammel, "run", str(model), "--end", str(end), "--steps", str(int(end * STEPS_PER_MS)), "-o", str(folder),
               "--results", "none", "--quiet", "--stats", str(folder / f"{name}.json"),
               "--csv", str(folder / f"{name}.csv"), *RUNS[name]]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: exit {done.returncode}\n{done.stderr[-2000:]}")


def read(folder, name):
    with open(folder / f"{name}.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    table = {key: [float(r[key]) for r in rows] for key in ("TIME", FORCE, SPEED, TOOTH)}
    return table, json.loads((folder / f"{name}.json").read_text())


def peak_difference(a, b, key):
    """Largest difference over the largest value, at the times that both tables have."""
    there = dict(zip((round(t, 6) for t in b["TIME"]), b[key]))
    pairs = [(x, there[round(t, 6)]) for t, x in zip(a["TIME"], a[key]) if round(t, 6) in there]
    return max(abs(x - y) for x, y in pairs) / max(abs(x) for x, _ in pairs)


def draw(folder, tables, segments):
    t, hht, gstiff = tables["hht"]["TIME"], tables["hht"], tables["gstiff"]
    both = lambda key: [("HHT", t, hht[key]), ("GSTIFF", t, gstiff[key])]
    difference = lambda key: [("difference", t, [100 * (a - b) / max(map(abs, gstiff[key]))
                                                 for a, b in zip(hht[key], gstiff[key])])]
    name = lambda figure: folder / f"belt{segments}-{figure}.svg"
    report.lines(name("force"), "Bearing force of the alternator along x", "time [ms]", "N", both(FORCE))
    report.lines(name("force-difference"), "… HHT minus GSTIFF", "time [ms]", "% of the peak", difference(FORCE))
    report.lines(name("speed"), "Angular velocity of the alternator", "time [ms]", "rad/ms", both(SPEED))
    report.lines(name("speed-difference"), "… HHT minus GSTIFF", "time [ms]", "% of the peak", difference(SPEED))
    report.lines(name("tooth"), "Tooth 57, velocity along x", "time [ms]", "mm/ms", both(TOOTH))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trammel")
    parser.add_argument("--segments", type=int, default=100)
    parser.add_argument("--end", type=float, default=200)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("out/belt"))
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(RUNS), help=", ".join(RUNS))
    parser.add_argument("--reuse", action="store_true")
    arguments = parser.parse_args()
    folder = arguments.output
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / f"belt{arguments.segments}.adm"
    if not (arguments.reuse and model.exists()):
        model.write_text(problems.tool("make_belt").dataset(arguments.segments))
    tables, stats = {}, {}
    print("| | CPU s | steps | rejected | iterations | Jacobians | factorisations |\n|---|---:|---:|---:|---:|---:|---:|")
    for name in arguments.only:
        if not (arguments.reuse and (folder / f"{name}.json").exists()):
            run(arguments.trammel, model, folder, name, arguments.end)
        tables[name], stats[name] = read(folder, name)
        s = stats[name]
        print(f"| {name} | {s['cpu_s']:.1f} | {s['steps']} | {s['rejected_steps']} | {s['iterations']} | {s['jacobians']} | "
              f"{s['factorizations'] + s['refactorizations']} |", flush=True)
    for name in ("gstiff", "primer"):
        if name in tables and "hht" in tables:
            print(f"\n{name}: {stats[name]['cpu_s'] / stats['hht']['cpu_s']:.2f} times the CPU time of HHT "
                  f"(paper: {PAPER:.2f}); peak difference of the angular velocity "
                  f"{100 * peak_difference(tables[name], tables['hht'], SPEED):.3f} %, of the bearing force "
                  f"{100 * peak_difference(tables[name], tables['hht'], FORCE):.2f} %, of the velocity of tooth 57 "
                  f"{100 * peak_difference(tables[name], tables['hht'], TOOTH):.2f} %")
    if {"hht", "gstiff"} <= set(tables):
        draw(folder, tables, arguments.segments)


if __name__ == "__main__":
    main()
