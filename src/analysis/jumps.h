// Prescribed displacements or velocities that jump: no mechanism follows them, and what a run shows
// near the jump means nothing. Times at which functions jump, so that a run does not step over them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "analysis/finding.h"
#include "elements/equations.h"

namespace trammel::analysis {

// Motions whose functions of time jump between start and end, or have a corner where they prescribe
// displacements; one warning each. Only functions that contain IF, MAX, MOD and the like are looked at.
Findings jumping_motions(const elements::Equations&, double start, double end);

// A moment at which something prescribed or applied changes at once: the last time before and the first
// after it.
struct Break {
  double before = 0, after = 0;
};

// Where prescribed velocities and functions of time alone jump, ascending. Jumps of displacements are not
// among them: nothing can follow these.
std::vector<Break> breaks(const elements::Equations&, double start, double end);

}  // namespace trammel::analysis
