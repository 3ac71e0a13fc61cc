// A mechanism linearised about a state, in coordinates of its free directions.
//
//   δ = N z,   δv = N_v w + P z,  P = −Γ⁺Gq N,   d/dt (z, w, x) = 𝒜 (z, w, x)                    (EIG.1)
//
// N spans Γδ = 0 (level 0), N_v the velocities that levels 0 and 1 allow. The columns of 𝒜 are the
// responses of the index-1 system to changes along them, (EIG.2), with
//
//   δ̇ = δv − ω×δ  (rotations)                                                                   (EIG.3)
//
// Theory: docs/theory/linear.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "numerics/dae.h"

namespace trammel::analysis {

struct LinearModel {
  Matrix system;      // 𝒜
  Matrix positions;   // N
  Matrix velocities;  // N_v
  Matrix along;       // P
  Matrix mobility;    // ẇ of a force of one along w; the inverse of the mass that w has
  int n_z = 0, n_w = 0, n_x = 0;
};

// `units`: per tangent entry, what counts as one. Empty, with the reason in `message`, where accelerations
// are not determined or a function has no value.
std::optional<LinearModel> linear_model(const Dae&, const State&, const Vector& units,
                                        bool without_damping, std::string& message);

// The state `at` that the model was linearised about, changed by `step` in one state ξ_k of (z, w, x).
State moved(const LinearModel&, const Dae&, const State& at, int k, double step);
// What counts as one of ξ_k: at least one unit, of velocities and states their own size where that is more.
double size_of_state(const LinearModel&, const State& at, const Vector& units, int k);

}  // namespace trammel::analysis
