// Backward differentiation formulas: start and restart. Theory: docs/theory/bdf.md#start
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/bdf.h"
#include "integrators/trajectory_start.h"

namespace trammel {

StepReport Bdf::begin(double h) {
  algebraic_.clear();
  if (const StepReport report = accelerate(); !report.ok()) return report;
  observe_magnitudes();
  h_ = h;
  if (!std::isfinite(h)) h = initial_step();
  if (control_.limits().fixed == 0) h = std::min(h, dae_.largest_step(s0_));
  control_.start(h);
  forget_matrix();
  fill_array(control_.h());
  if (options_.fixed_order && !start_exactly(control_.h()))
    return {StepReport::Status::not_converged, s0_.t, h, 0,
            "the trajectory cannot be followed backwards, as a fixed order asks for"};
  interpolant_.set(s0_, s0_, array_);
  return {.t = s0_.t, .h = control_.h()};
}

StepReport Bdf::restart(double h) {
  if (const StepReport report = make_consistent(); !report.ok()) return report;
  fill_array(h);
  return {.t = s0_.t, .h = h};
}

// Order 1 from the present state, without history.
void Bdf::fill_array(double h) {
  dae_.rate(s0_.q, s0_.v, q_dot_);
  y_ << s0_.q, s0_.v, s0_.x;
  term_ << q_dot_, s0_.a, s0_.x_dot;
  array_.start(y_, term_, h);
  algebraic_.clear();
  extra().setZero();
  s1_ = s0_;
  remember_algebraic();
  steps_at_choice_ = steps_since_start_ = 0;
  lower_next_ = false;
  glided_ = 0;
}

bool Bdf::start_exactly(double h) {
  Eigen::MatrixXd changes(y_.size(), *options_.fixed_order);
  if (!TrajectoryStart(dae_, s0_).follow(-h, changes)) return false;
  array_.start(y_, changes, h);
  return true;
}

double Bdf::curvature() {
  const double position = norm_.of_position(s0_.a);
  if (!controls_velocity_ && layout_.n_x == 0) return position;
  third_derivative(jerk_, x_second_);
  const double size = std::max(position, norm_.of_states(x_second_));
  return controls_velocity_ ? std::max(size, norm_.of_velocity(jerk_)) : size;
}

double Bdf::initial_step() {  // (BDF.13)
  double h = std::numeric_limits<double>::infinity();
  if (const double c = curvature(); c > 0) h = 0.25 * std::sqrt(options_.error / c);
  // At rest any step seems right: be modest, growth is quick.
  const double speed = std::max({norm_.of_position(s0_.v), norm_.of_states(s0_.x_dot), 1e-3});
  return std::min(h, 10 * std::sqrt(options_.error) / speed);
}

}  // namespace trammel
