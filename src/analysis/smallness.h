// Models so small that the error tolerance, which is absolute below one unit of length, hides them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/finding.h"
#include "analysis/initial_conditions.h"

namespace trammel::analysis {

// A warning where ERROR is more than a thousandth of the size of the model: the extent of its markers
// at the start, or how far it moves in a time unit.
Findings warn_of_smallness(const InitialConditions&, double error);

}  // namespace trammel::analysis
