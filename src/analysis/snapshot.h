// What a session needs to go on later with the very same numbers, beside its model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "expression/history.h"
#include "numerics/dae.h"
#include "system/redundancy.h"

namespace trammel::analysis {

struct Snapshot {
  State state;
  int mode = 4;               // MODE of expressions
  bool stands_still = false;  // a static analysis has just ended
  std::vector<int> upright;   // bristles of the equations that no motion has loaded yet
  int degrees_of_freedom = 0;
  system::Redundancy redundancy;
  std::vector<int> only_here;                  // rows of the equations
  std::vector<expression::History> histories;  // of DELAYs
};

}  // namespace trammel::analysis
