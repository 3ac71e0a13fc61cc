// HHT-I3: start and restart. Theory: docs/theory/hht.md#start
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/hht_i3.h"

namespace trammel {

namespace {

constexpr double start_share = 0.1;  // of ERROR that the first step may use

StepReport failure(const IndexOneReport& report, const IndexOne& index_one, double t) {
  using Status = IndexOneReport::Status;
  StepReport failed{.t = t};
  switch (report.status) {
    case Status::singular:
      failed.status = StepReport::Status::singular_matrix;
      failed.message =
          fmt::format("at time {:.8g}, accelerations: {}", t, index_one.describe_singularity());
      break;
    case Status::domain_error:
      failed.status = StepReport::Status::domain_error;
      failed.message = fmt::format("at time {:.8g}: a force or constraint has no value", t);
      break;
    case Status::stopped:
      failed.status = StepReport::Status::stopped;
      break;
    default:
      failed.status = StepReport::Status::not_converged;
      failed.message = fmt::format("at time {:.8g}: the accelerations do not converge", t);
  }
  return failed;
}

}  // namespace

StepReport HhtI3::start(const State& s) {
  if (layout_.revision != revision_)
    return {StepReport::Status::stopped, s.t, 0, 0,
            "the equations have changed since this integrator was made"};
  s0_ = s;
  norm_.reset(s0_);
  statistics_ = {};
  largest_a_ = largest_lambda_ = 0;
  const StepLimits& limits = control_.limits();
  const double wanted = limits.fixed > 0 ? limits.fixed : limits.h_init;
  return begin(wanted > 0 ? wanted : std::numeric_limits<double>::infinity());
}

// From (t, q, v, x) of s0_; h infinite: choose it.
StepReport HhtI3::begin(double h) {
  history_.clear();  // until this has succeeded there is nothing to step from
  if (const IndexOneReport report = index_one_.accelerate(s0_); !report.ok())
    return failure(report, index_one_, s0_.t);
  observe_magnitudes();
  h_ = h;
  if (!third_derivative()) jerk_.setZero(), x_second_.setZero();
  if (!std::isfinite(h)) h = initial_step();
  if (control_.limits().fixed == 0) h = std::min(h, dae_.largest_step(s0_));
  control_.start(h);
  blocks_are_valid_ = false;
  increment_.setZero();
  interpolant_.set(s0_, s0_, increment_);
  return settle(control_.h());
}

// Algorithmic values at s0_ for a first step of size h.
StepReport HhtI3::settle(double h) {
  a_shift_.setZero();
  W_shift_.setZero();
  w_.setZero();
  if (options_.hht.start == HhtVariants::Start::natural) naturalise(h);
  h_shift_ = h;
  w_is_known_ = true;
  h_before_ = 0;
  if (printed_ && dae_.evaluate(s0_, Ask::forces, values_) == Outcome::ok)
    f0_ = values_.reaction - values_.action;
  history_.clear();
  stacked_ << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  history_.push(s0_.t, stacked_);
  return {.t = s0_.t, .h = h};
}

// q⃛ and ẍ from accelerations at two points ahead on the Taylor path (one-sided, second order).
bool HhtI3::third_derivative() {
  const double speed = norm_.of_position(s0_.v), pull = norm_.of_position(s0_.a);
  double scale = std::isfinite(h_) ? h_ : dae_.largest_step(s0_);
  if (speed > 0) scale = std::min(scale, 1 / speed);
  if (pull > 0) scale = std::min(scale, 1 / std::sqrt(pull));
  if (!std::isfinite(scale)) scale = 1;
  const double d = std::isfinite(h_) ? 0.05 * std::min(scale, h_) : 1e-4 * scale;

  const auto look_ahead = [&](double dt) {
    s1_ = s0_;
    s1_.t = s0_.t + dt;
    increment_ = dt * s0_.v + 0.5 * dt * dt * s0_.a;
    dae_.retract(s0_.q, increment_, s1_.q);
    s1_.v = s0_.v + dt * s0_.a;
    s1_.x = s0_.x + dt * s0_.x_dot;
    return index_one_.accelerate(s1_).ok();
  };
  if (!look_ahead(d)) return false;
  jerk_ = 4 * s1_.a - 3 * s0_.a;
  x_second_ = 4 * s1_.x_dot - 3 * s0_.x_dot;
  if (!look_ahead(2 * d)) return false;
  jerk_ = (jerk_ - s1_.a) / (2 * d);
  x_second_ = (x_second_ - s1_.x_dot) / (2 * d);
  return jerk_.allFinite() && x_second_.allFinite();
}

double HhtI3::initial_step() const {
  const double budget = start_share * options_.error;
  double h = std::numeric_limits<double>::infinity();
  if (const double j = norm_.of_position(jerk_); j > 0)
    h = std::cbrt(budget / (error_constant_ * j));
  if (const double xx = norm_.of_states(x_second_); xx > 0) h = std::min(h, std::sqrt(budget / xx));
  // Without a third derivative any step seems right: be modest, growth is quick.
  const double a = std::max(
      {norm_.of_position(s0_.a), norm_.of_position(s0_.v), norm_.of_states(s0_.x_dot), 1e-3});
  return std::min(h, std::sqrt(options_.error) / a * 10);
}

void HhtI3::naturalise(double h) {  // (HHT.12)
  a_shift_ = alpha_ * h * jerk_;
  W_shift_ = alpha_ * h * x_second_;
  if (layout_.m0 == 0) return;
  error_ = -h * h * error_constant_ * jerk_;
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
  s1_ = s0_;  // near a singular pose a projection may fail: then the state stays as it is
  if (index_one_.project_position(s1_).ok()) s0_.q = s1_.q;
  s1_ = s0_;
  if (index_one_.project_velocity(s1_).ok()) s0_.v = s1_.v;
  if (const IndexOneReport report = index_one_.accelerate(s0_); !report.ok())
    return failure(report, index_one_, s0_.t);
  h_ = h;
  if (!third_derivative()) jerk_.setZero(), x_second_.setZero();
  return settle(h);
}

}  // namespace trammel
