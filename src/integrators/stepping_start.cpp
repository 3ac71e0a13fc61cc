// Starting a method: accelerations and third derivatives at the present state.
// Theory: docs/theory/hht.md#start
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/stepping_integrator.h"

namespace trammel {

StepReport failure_of(const IndexOneReport& report, const IndexOne& index_one, double t) {
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

StepReport SteppingIntegrator::accelerate() {
  const IndexOneReport report = index_one_.accelerate(s0_);
  if (!report.ok()) return failure_of(report, index_one_, s0_.t);
  return {.t = s0_.t};
}

StepReport SteppingIntegrator::make_consistent() {
  s1_ = s0_;  // near a singular pose a projection may fail: then the state stays as it is
  if (index_one_.project_position(s1_).ok()) s0_.q = s1_.q;
  s1_ = s0_;
  if (index_one_.project_velocity(s1_).ok()) s0_.v = s1_.v;
  return accelerate();
}

bool SteppingIntegrator::look_ahead(double dt) {
  s1_ = s0_;
  s1_.t = s0_.t + dt;
  error_ = dt * s0_.v + 0.5 * dt * dt * s0_.a;
  dae_.retract(s0_.q, error_, s1_.q);
  s1_.v = s0_.v + dt * s0_.a;
  s1_.x = s0_.x + dt * s0_.x_dot;
  return index_one_.accelerate(s1_).ok();
}

// From accelerations at two points ahead on the Taylor path: one-sided, second order.
void SteppingIntegrator::third_derivative(Vector& jerk, Vector& x_second) {
  const double speed = norm_.of_position(s0_.v), pull = norm_.of_position(s0_.a);
  double scale = std::isfinite(h_) ? h_ : dae_.largest_step(s0_);
  if (speed > 0) scale = std::min(scale, 1 / speed);
  if (pull > 0) scale = std::min(scale, 1 / std::sqrt(pull));
  if (!std::isfinite(scale)) scale = 1;
  const double d = std::isfinite(h_) ? 0.05 * std::min(scale, h_) : 1e-4 * scale;

  bool ok = look_ahead(d);
  if (ok) {
    jerk = 4 * s1_.a - 3 * s0_.a;
    x_second = 4 * s1_.x_dot - 3 * s0_.x_dot;
    ok = look_ahead(2 * d);
  }
  if (ok) {
    jerk = (jerk - s1_.a) / (2 * d);
    x_second = (x_second - s1_.x_dot) / (2 * d);
    ok = jerk.allFinite() && x_second.allFinite();
  }
  if (!ok) jerk.setZero(), x_second.setZero();
  error_.setZero();
}

bool SteppingIntegrator::forget_transients(double h, Vector& jerk, Vector& x_second) {
  constexpr double probe = 1e-3;  // of the step
  constexpr double over = 10;     // h ∂a/∂v of what has ended long before the step has
  const double a = norm_.of_position(s0_.a);
  if (!(a > 0 && h * norm_.of_position(jerk) > over * a)) return false;
  s1_ = s0_;
  s1_.v += probe * h * s0_.a;
  const bool ok = index_one_.accelerate(s1_).ok();
  error_ = (s1_.a - s0_.a) / (probe * h);  // ∂a/∂v a
  state_error_ = (s1_.x_dot - s0_.x_dot) / (probe * h);
  const bool found = !ok || h * norm_.of_position(error_) > over * a;
  if (found) {  // what is left is the rest, unless differences along the path did not resolve it
    const double whole = norm_.of_position(jerk);
    jerk -= error_, x_second -= state_error_;
    if (!ok || !(norm_.of_position(jerk) < whole)) jerk.setZero(), x_second.setZero();
  }
  error_.setZero(), state_error_.setZero();
  return found;
}

double SteppingIntegrator::first_step(double constant, const Vector& jerk,
                                      const Vector& x_second) const {
  constexpr double start_share = 0.1;  // of ERROR
  constexpr double least_rate = 1e-3;  // at rest
  const double budget = start_share * options_.error;
  double h = std::numeric_limits<double>::infinity();
  if (const double j = norm_.of_position(jerk); j > 0) h = std::cbrt(budget / (constant * j));
  if (const double xx = norm_.of_states(x_second); xx > 0) h = std::min(h, std::sqrt(budget / xx));
  // Without a third derivative any step seems right: be modest, growth is quick. Each bound has the
  // unit of time by itself.
  const double modest = std::sqrt(options_.error);
  const double rate = std::max({norm_.of_position(s0_.v), norm_.of_states(s0_.x_dot), least_rate});
  h = std::min(h, 10 * modest / rate);
  if (const double a = norm_.of_position(s0_.a); a > 0) h = std::min(h, std::sqrt(modest / a));
  return h;
}

}  // namespace trammel
