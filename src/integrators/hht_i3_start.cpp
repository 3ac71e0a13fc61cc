// HHT-I3: start and restart. Theory: docs/theory/hht.md#start
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "integrators/hht_i3.h"

namespace trammel {

// From (t, q, v, x) of s0_; h infinite: choose it.
StepReport HhtI3::begin(double h) {
  history_.clear();  // until this has succeeded there is nothing to step from
  if (const StepReport report = accelerate(); !report.ok()) return report;
  observe_magnitudes();
  h_ = h;
  third_derivative(jerk_, x_second_);
  if (!std::isfinite(h)) h = first_step(error_constant_ + velocity_constant_, jerk_, x_second_);
  if (control_.limits().fixed == 0) h = std::min(h, dae_.largest_step(s0_));
  control_.start(h);
  forget_matrix();
  increment_.setZero();
  interpolant_.set(s0_, s0_, increment_);
  return settle(control_.h());
}

// Algorithmic values at s0_ for a first step of size h.
StepReport HhtI3::settle(double h) {
  a_shift_.setZero();
  state_error_.setZero();
  w_.setZero();
  if (options_.hht.start == HhtVariants::Start::natural) naturalise(h);
  h_shift_ = h;
  w_is_known_ = true;
  states_.begin(x_second_, state_error_);
  gathered_.setZero();
  a_start_ = s0_.a;
  if (printed_ && dae_.evaluate(s0_, Ask::forces, values_) == Outcome::ok)
    f0_ = values_.reaction - values_.action;
  history_.clear();
  rates_.clear();
  positions_lead_ = false;
  stacked_ << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  history_.push(s0_.t, stacked_);
  return {.t = s0_.t, .h = h};
}

void HhtI3::naturalise(double h) {  // (HHT.12)
  forget_transients(h, jerk_, x_second_);
  a_shift_ = alpha_ * h * jerk_;
  state_error_ = alpha_ * h * x_second_;
  if (layout_.m0 == 0) return;
  error_ = -h * h * (error_constant_ - velocity_constant_ / 2) * jerk_;
  for (const Rotation& rotation : layout_.rotations) {
    const Vec3 omega = s0_.v.segment<3>(rotation.v), omega_dot = s0_.a.segment<3>(rotation.v);
    error_.segment<3>(rotation.v) += h * h / 12 * omega.cross(omega_dot);
  }
  if (!index_one_.normal_part(s0_, error_, w_).ok() || !w_.allFinite()) w_.setZero();
  s0_.v += w_;
}

// What Newton left of Φ grows with 1/h² in a much shorter step, and the noise of a short step with σ
// in a much longer one: across such a change the rescalings (HHT.7), (HHT.8) carry only noise.
bool HhtI3::is_sudden(double h) const {
  constexpr double smallest_change = 0.15, largest_change = 6;
  return options_.hht.rescale && (h < smallest_change * h_shift_ || h > largest_change * h_shift_);
}

// A natural start for a step of size h from the present state; the planned step stays.
StepReport HhtI3::restart(double h) {
  if (const StepReport report = make_consistent(); !report.ok()) return report;
  h_ = h;
  third_derivative(jerk_, x_second_);
  return settle(h);
}

}  // namespace trammel
