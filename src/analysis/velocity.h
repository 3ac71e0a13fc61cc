// Velocities that satisfy their constraints and differ the least from the given ones.
//
//   minimise ½ (v − v⁰)ᵀ W (v − v⁰)  subject to  Γv + Φ_t = 0, Ψ(t, q, v) = 0              (IC.5)
//
// Linear unless a velocity constraint is not; steps (IC.2) are repeated until they change nothing.
// Theory: docs/theory/initial_conditions.md#velocities
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/position.h"

namespace trammel::analysis {

struct VelocityLimits {
  double error = 1e-4;  // VERROR: of Rc relative to the speed, where iterations do not go further
  int iterations = 25;
  std::vector<bool> pattern = {};
};

// As PositionReport; `violation` is relative to the speed. Only v changes.
PositionReport project_velocity(const Dae&, const SparseMatrix& weights, const Vector& units,
                                const VelocityLimits&, State&);

}  // namespace trammel::analysis
