// A component of what constraint rows exert on the body of one of their markers.
//
//   F = −Σ_rows λ Σ_c n_r,c,   T = −Σ_rows λ Σ_c (n_θ,c + (r_c − r_at) × n_r,c)          (REACT.1)
//
// over the own-level gradient terms n_c of readings of the row whose marker c is on that body.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/scalar.h"

namespace trammel::elements {

struct Reaction {
  std::vector<int> rows;  // of Equations::rows
  int at = 0;             // marker: its body feels the force, its origin is the reference point
  bool torque = false;
  int axes = 0, axis = 0;  // component along this axis of this marker
};

struct Equations;
struct Motion;
struct Row;

// The component for a unit multiplier of one of the rows, whose weights W_i are given.
double component_of_row(const Reaction&, const Equations&, const Motion&, const Row&,
                        const std::vector<double>& weights);

}  // namespace trammel::elements
