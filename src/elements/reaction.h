// A component of what constraint rows exert on the body of one of their markers.
//
//   F = −Σ_rows λ Σ_i W_i Σ_c n_c,   T = −Σ_rows λ Σ_i W_i Σ_c (n_θ,c + (r_c − r_at) × n_c)   (REACT.1)
//
// over the own-level gradient terms n_c of the row's readings whose marker c is on that body.
// With e the axis and B_cd the curvature of a reading, the derivative of e·F by motion is
//   e·δF = −Σ λ [Σ W_i (B_cdᵀ e)·δd + (e·n_c) Σ_j H_ij δu_j] + (e × F)·δθ_axes              (REACT.2)
// and likewise for T, where the arm turns with the body.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/reading.h"
#include "elements/row.h"
#include "elements/scalar.h"

namespace trammel::elements {

struct Equations;
class RowKernel;

struct Reaction {
  std::vector<int> rows;  // of Equations::rows
  int at = 0;             // marker: its body feels the force, its origin is the reference point
  bool torque = false;
  int axes = 0, axis = 0;  // component along this axis of this marker
};

// The component for a unit multiplier of one of the rows, whose weights W_i are given.
double component_of_row(const Reaction&, const Equations&, const Motion&, const Row&,
                        const std::vector<double>& weights);

// Moving bodies a reaction depends on.
std::vector<int> bodies_of(const Reaction&, const Equations&);

// By body of bodies_of(), in tangent spaces.
struct ReactionGradient {
  std::vector<Vec6> q, v;
};

// Memory of gradient(), sized by the first use.
struct ReactionScratch {
  std::vector<Vec6> q, v;  // twists, global axes
};

// (REACT.2), λ by row of the reaction; rows with λ = 0 are passed over. False: an expression of a
// row has no value.
bool gradient(const Reaction&, std::span<const int> bodies, const Equations&, const Motion&,
              std::span<const double> lambda, RowKernel&, ReactionScratch&, ReactionGradient&);

}  // namespace trammel::elements
