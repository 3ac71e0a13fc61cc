#!/usr/bin/env python3
"""Where the time of a run goes, by kinds of work: perf on a contestant of the suite.

    benchmarks/profile.py BUILD PROBLEM [key=value ...]      e.g. build/release a1000 integrator=hht-i3 error=1e-5

The run is repeated in the process for some seconds, so that reading and assembling the dataset hardly count; what an
integrator sets up (patterns, ordering) counts. Needs perf (linux-perf).
"""
# SPDX-License-Identifier: BSD-3-Clause
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "suite"))
from problems import PROBLEMS  # noqa: E402

SECONDS = 3
KINDS = [  # the first that matches
    ("set-up", r"Pattern::|Eliminator|BlockScatter::find_sources|introsort|insertion_sort|colamd|amd_|klu_analyze|btf_|finish|Structure|from_entries|::add\(|adm::|"
               r"BlockScatter::(BlockScatter|rotation)|klu_alloc|plan"),
    ("factorisation", r"klu_(kernel|refactor|factor|scale|sort|rgrowth|valid)|measure_pivots|Block.*factor|BlockLu::(eliminate|scale_rows|hand_on)|GroupedSolver::factor"),
    ("triangular solves", r"klu_[lu]?t?solve|KluSolver::solve|BlockLu::(solve|gather|.*substitute)|GroupedSolver::solve"),
    ("element arithmetic", r"trammel::(elements|kinematics|system|expression|tree)::|Eigen::Matrix<double, [346]|quaternion|"
                           r"retract|exp_|tangent|sin|cos|Rotation|rotation_matrix|stumpff|Vec3|accelerate"),
    ("matrix assembly", r"BlockScatter::combine|combine"),
    ("vectors: prediction, norms, corrections", r"trammel::|Eigen::|mem(set|cpy|move)"),
]


def kind_of(symbol):
    return next((kind for kind, pattern in KINDS if re.search(pattern, symbol)), "system and others")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, problem, settings = pathlib.Path(sys.argv[1]), PROBLEMS[sys.argv[2]], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        model, data = pathlib.Path(folder) / "model.adm", pathlib.Path(folder) / "perf.data"
        model.write_text(problem.dataset())
        subprocess.run(["perf", "record", "-q", "-o", str(data), str(build / "benchmarks" / "suite" / "trammel_contest"), str(model),
                        str(problem.end), "100", f"repeat_s={SECONDS}", *settings], check=True)
        text = subprocess.run(["perf", "report", "-i", str(data), "--stdio", "--no-children", "-F", "overhead,symbol"],
                              capture_output=True, text=True, check=True).stdout
    shares, largest = {}, {}
    for line in text.splitlines():
        found = re.match(r"\s*([\d.]+)%\s+\[(.)\]\s+(.*?)\s*$", line)
        if not found:
            continue
        share, symbol = float(found.group(1)), found.group(3)
        kind = "system and others" if found.group(2) == "k" else kind_of(symbol)
        shares[kind] = shares.get(kind, 0) + share
        largest.setdefault(kind, []).append((share, symbol))
    print("| | share | largest |\n|---|---:|---|")
    for kind, share in sorted(shares.items(), key=lambda item: -item[1]):
        names = ", ".join(f"{re.sub(r'<.*|trammel::', '', s)} {p:.1f}" for p, s in largest[kind][:3])
        print(f"| {kind} | {share:.1f} % | {names} |")


if __name__ == "__main__":
    main()
