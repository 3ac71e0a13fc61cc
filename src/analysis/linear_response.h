// What accelerations, reactions, rates and unknowns do when a state changes: one factorisation for all changes.
//
//   (M+A)δa + (Γᵀ+Ql)δλ + Qy δy = −(K+Kg)δ − Cδv − Qx δx
//   Γ δa = −δ(Γa−γ),   Sa δa + Sl δλ + Sxd δẋ + Sy δy = −Sq δ − Sv δv − Sx δx                   (EIG.2)
//
// with δ(Γa−γ), which is zero at rest for level 0, by central differences.
// Theory: docs/theory/linear.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "numerics/newton_matrix.h"

namespace trammel::analysis {

class LinearResponse {
 public:
  // Both outlive it.
  LinearResponse(const Dae&, const State& at);

  // False, with the reason in `message`, where accelerations are not determined or a function has no value.
  bool prepare(bool without_damping, std::string& message);

  // (δa, δλ, δẋ, δy) of a change of the state.
  Vector to_change(const Vector& dq, const Vector& dv, const Vector& dx);
  // Of right-hand sides of the equations; of an unknown's, of what is added to its function.
  Vector to_force(const Vector& force) const;
  Vector to_unknown(int y) const;

  // Where the unknowns stand in a response.
  int first_unknown() const { return layout_.n + layout_.m() + layout_.n_x; }
  // False: δ(Γa−γ) was not found for one of the changes.
  bool has_value_nearby() const { return has_value_nearby_; }
  const Blocks& blocks() const { return blocks_; }

 private:
  Vector change_of_constraints(const Vector& dq, const Vector& dv);

  const Dae& dae_;
  const Layout& layout_;
  const State& at_;
  Blocks blocks_;
  NewtonMatrix matrix_;
  Values low_, high_;
  bool has_value_nearby_ = true;
};

}  // namespace trammel::analysis
