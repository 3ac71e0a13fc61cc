// Weighted norms for error control and Newton's stopping test.
//
//   Y_i = max(unit_i, max over the run of |q_i|) for lengths and modes, 1 rad for angles  (NORM.1)
//   |δ| = max |δ_i / Y_i|                                                                  (NORM.2)
//   velocities: the same with Y_i = max(unit_i, max over the run of |v_i|), angles too      (NORM.3)
//
// unit_i is 1 model unit, or the scale the layout gives. The largest and not the mean: a part that
// moves is watched as closely in a model with a thousand parts at rest.
//
// Rotations enter as tangent increments, never as Euler angles. Multipliers never enter.
// Theory: docs/theory/hht.md#norms
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "numerics/dae.h"

namespace trammel {

class ErrorNorm {
 public:
  explicit ErrorNorm(const Layout&);

  void reset(const State&);    // forget the past, take this state's magnitudes
  void observe(const State&);  // raise the running maxima

  double of_position(const Eigen::Ref<const Vector>& delta) const;  // tangent increments, length n
  double of_velocity(const Eigen::Ref<const Vector>& dv) const;     // length n
  double of_states(const Eigen::Ref<const Vector>& dx) const;  // differential states, length n_x

  const Vector& position_weights() const { return position_; }
  const Vector& velocity_weights() const { return velocity_; }
  const Vector& state_weights() const { return states_; }

 private:
  void invert();

  std::vector<int> raw_index_;  // of tangent entries that are lengths or modal, −1 otherwise
  Vector unit_, position_, velocity_, states_;       // Y_i
  Vector per_position_, per_velocity_, per_states_;  // 1/Y_i: a division is four products
};

}  // namespace trammel
