// Prescribed displacements or velocities that jump: no mechanism follows them, and what a run shows
// near the jump means nothing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/finding.h"
#include "elements/equations.h"

namespace trammel::analysis {

// Motions whose functions of time jump between start and end, or have a corner where they prescribe
// displacements; one warning each. Only functions that contain IF, MAX, MOD and the like are looked at.
Findings jumping_motions(const elements::Equations&, double start, double end);

}  // namespace trammel::analysis
