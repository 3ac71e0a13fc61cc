// Which function of the model jumps where a run cannot go on.
//
// Along the motion, q ± v τ, v ± a τ at t ± τ, a smooth function changes in proportion to τ. One that changes as
// much within 2τ as within 2000τ,
//   |f(τ) − f(−τ)| > ½ |f(1000τ) − f(−1000τ)|,                                            (JUMP.1)
// jumps in between. τ is 10⁻¹⁰ to 10⁻⁶ of the time that has passed.
// Theory: docs/theory/steps.md#functions-that-jump
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "system/system.h"

namespace trammel::analysis {

struct JumpingFunction {
  std::string name;  // "SFORCE/1: FUNCTION"
  double before = 0, after = 0;
};

// The one with the largest jump among forces, states and variables.
std::optional<JumpingFunction> find_jump(const system::System&, const State&);

}  // namespace trammel::analysis
