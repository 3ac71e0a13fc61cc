// Redundant constraints in use: which to leave out at a pose, and whether they still agree later.
// Declared in initial_conditions.h: decide_redundancy(), dropped_violation().
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/initial_conditions.h"

namespace trammel::analysis {

// Of Φ of a row left out: more means that it contradicts the others.
inline constexpr double redundancy_tolerance = 1e-6;

}  // namespace trammel::analysis
