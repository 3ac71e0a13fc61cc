#!/usr/bin/env python3
"""Holds the work of fixed runs to benchmarks/baseline.json: counts, which do not depend on how busy the machine is.

    benchmarks/guard.py TRAMMEL                     steps, iterations, matrices, factorisations of small runs (seconds)
    benchmarks/guard.py TRAMMEL --instructions      instructions per step by callgrind (half a minute; exit 77: no valgrind)
    benchmarks/guard.py TRAMMEL [...] --update      writes what it finds into the baseline

More than the baseline by the tolerance and a few fails; less is reported, so that the baseline can follow. Round-off
differs between compilers and libraries, hence the tolerance.
"""
# SPDX-License-Identifier: BSD-3-Clause
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(FOLDER / "suite"))
import problems  # noqa: E402

SKIPPED = 77
COUNTS = ("steps", "iterations", "residuals", "jacobians", "factorisations")

# name: dataset, end, options of `trammel run`
RUNS = {
    **{f"chain of 10, {name}": ("a10", 0.5, ["--integrator", name, "--error", error]) for name, error in (
        ("hht-i3", "1e-5"), ("hht-si2", "1e-5"), ("gstiff-i3", "1e-5"), ("gstiff-si2", "1e-5"), ("wstiff-i3", "1e-5"),
        ("wstiff-si2", "1e-5"), ("newmark", "1e-4"), ("abam", "1e-6"), ("rkf45", "1e-6"), ("tlismni-am4", "1e-6"),
        ("st-qc", "1e-5"))},
    **{f"{about}, {name}": (problem, end, ["--integrator", name, "--error", "1e-5"])
       for about, problem, end in (("stiff double pendulum", "c", 0.5), ("Andrews", "f", 0.01), ("Bricard", "g", 1),
                                   ("governor", "h", 1), ("ladder of 2", "e2", 1), ("spherical chain of 10", "b10", 0.5))
       for name in ("hht-i3", "gstiff-si2")},
}
LINKS, FEW, MANY, STEP = 30, 5, 25, 1e-3
INSTRUCTIONS = ("hht-i3", "hht-si2", "gstiff-si2", "abam")


def run(trammel, model, folder, options, before=()):
    done = subprocess.run([*before, trammel, "run", str(model), "-o", str(folder), "--quiet", "--results", "none",
                           "--analysis", "dynamic", *options], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{model.name} {' '.join(options)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done


def counts(trammel, folder):
    """By run: its counts."""
    found = {}
    for name, (problem, end, options) in RUNS.items():
        model = folder / f"{problem}.adm"
        if not model.exists():
            model.write_text(problems.PROBLEMS[problem].dataset())
        run(trammel, model, folder, ["--end", str(end), "--steps", "10", "--stats", str(folder / "s.json"), *options])
        stats = json.loads((folder / "s.json").read_text())
        stats["factorisations"] = stats["factorizations"] + stats["refactorizations"]
        found[name] = {key: stats[key] for key in COUNTS}
    return found


def collected(trammel, model, folder, integrator, steps):
    done = run(trammel, model, folder,
               ["--end", repr(steps * STEP), "--steps", "1", "--fixed-step", repr(STEP), "--integrator", integrator],
               ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out"])
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def instructions(trammel, folder):
    """By method: thousands of instructions per step and link of a chain, from two runs of different length."""
    model = folder / "chain.adm"
    model.write_text(problems.revolute_chain(LINKS))
    found = {}
    for name in INSTRUCTIONS:
        few, many = (collected(trammel, model, folder, name, steps) for steps in (FEW, MANY))
        found[f"chain of {LINKS}, {name}"] = {"thousands": round((many - few) / (MANY - FEW) / LINKS / 1000, 2)}
    return found


def compare(found, baseline, tolerance, few):
    """What is worse, what is better than the baseline; in words."""
    worse, better = [], []
    for name, values in found.items():
        for key, value in values.items():
            known = baseline.get(name, {}).get(key)
            if known is None:
                worse.append(f"{name}: no baseline for {key}; --update makes one")
            elif value > known * (1 + tolerance) + few:
                worse.append(f"{name}: {value} {key}, the baseline is {known}")
            elif value < known * (1 - tolerance) - few:
                better.append(f"{name}: {value} {key}, the baseline is {known}")
    return worse, better


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trammel")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--baseline", type=pathlib.Path, default=FOLDER / "baseline.json")
    arguments = parser.parse_args()
    if arguments.instructions and not shutil.which("valgrind"):
        print("valgrind is not installed (tools/install-deps bench)")
        return SKIPPED
    kind = "instructions" if arguments.instructions else "counts"
    with tempfile.TemporaryDirectory() as folder:
        found = (instructions if arguments.instructions else counts)(arguments.trammel, pathlib.Path(folder))
    baseline = json.loads(arguments.baseline.read_text()) if arguments.baseline.exists() else {}
    if arguments.update:
        baseline[kind] = found
        arguments.baseline.write_text(json.dumps(baseline, indent=1, sort_keys=True) + "\n")
        return 0
    tolerance, few = (0.05, 0) if arguments.instructions else (0.1, 5)
    worse, better = compare(found, baseline.get(kind, {}), tolerance, few)
    for line in better:
        print(f"better: {line}")
    for line in worse:
        print(f"worse: {line}")
    print(f"{len(found)} runs, {len(worse)} counts worse, {len(better)} better than benchmarks/baseline.json")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
