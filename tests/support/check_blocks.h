// Compares everything a Dae returns with central differences of what it returns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>
#include <string>

#include "numerics/dae.h"

namespace trammel::testing {

// One line per disagreement, empty when all is well: every block against differences of evaluate()
// through retract(), c1 = d/dt c0 and c2 = d/dt c1 along the motion, reaction() = Γᵀλ = Values,
// shared patterns, names of rows and columns. Errors are relative to the largest entry of a block.
// The step of the differences is in units of q, and relative to 1 + the size of the other vectors.
std::string check_blocks(const Dae&, const State&, double tolerance = 1e-7, double step = 1e-4);

// The state moved by random amounts of the given size (relative to 1 + the size of each vector),
// quaternions staying unit; constraints are not kept.
State nearby(const Dae&, const State&, double size, std::mt19937&);

}  // namespace trammel::testing
