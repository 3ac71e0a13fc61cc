// Which function of the model jumps where a run cannot go on.
//
// Functions are followed along the motion, q ± v τ, v ± a τ, x ± ẋ τ at t ± τ, and where one changes its interval is
// halved, 40 times, towards the larger change. A smooth function loses half of it each time; what
//   |f(b) − f(a)| > ½ |f(τ) − f(−τ)|                                                       (JUMP.1)
// has left in the end jumps between a and b. τ is a hundred of the steps that failed.
// Theory: docs/theory/steps.md#functions-that-jump
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "system/system.h"

namespace trammel::analysis {

struct JumpingFunction {
  std::string name;  // "SFORCE/1: FUNCTION"
  model::Location at;
  double before = 0, after = 0;
};

// The one whose jump is the largest share of all forces, or of all states and variables. `h`: of the last step.
std::optional<JumpingFunction> find_jump(const system::System&, const State&, double h);

}  // namespace trammel::analysis
