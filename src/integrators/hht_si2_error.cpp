// HHT-SI2: the end of the step and the local error. Theory: docs/theory/hht_si2.md#local-error
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "integrators/hht_si2.h"

namespace trammel {

ImplicitIntegrator::ErrorEstimate HhtSi2::estimate_error() {
  complete_end();
  raw_error();
  const double raw = norm_.of_position(error_);
  if (options_.hht.estimate == HhtVariants::Estimate::projected) filter_error();
  // The filter believes in linear forces: what it may take away must be small beside the model.
  double error = std::max(norm_.of_position(error_) / options_.error, raw / largest_filtered);
  error = std::max(error, lasting_velocity_error() / options_.error);
  for (const Rotation& rotation : layout_.rotations) {  // at most 1 rad a step
    const double turn = increment_.segment<3>(rotation.v).norm();
    if (turn > 1) error = std::max(error, turn * turn * turn);
  }
  return {std::max(error, norm_.of_states(state_error_) / options_.error), 3};
}

// a and λ of y1, z1. At a pose where constraints are dependent there are none: the step itself tells.
void HhtSi2::complete_end() {
  index_one_knows_ = false;
  if (solves_accelerations_) return;
  stacked_.tail(layout_.n_aux()) << s1_.x_dot, s1_.y;
  if (index_one_.accelerate(s1_).ok() && s1_.a.allFinite()) {
    index_one_knows_ = index_one_.was_linear() && layout_.mass_is_constant;
    return;
  }
  s1_.a = 2 * w_ - s0_.a;
  s1_.lambda = Lambda1_;
  s1_.x_dot = stacked_.segment(layout_.n + layout_.m(), layout_.n_x);
  s1_.y = stacked_.tail(layout_.n_y);
}

void HhtSi2::raw_error() {
  const double h = h_;
  error_ = h * h * (u_ - s0_.a / 3 - s1_.a / 6);  // (SI2.8)
  for (const Rotation& rotation : layout_.rotations) {
    const int i = rotation.v;
    const Vec3 omega = s0_.v.segment<3>(i) + 0.5 * h * w_.segment<3>(i);
    const Vec3 omega_dot = w_.segment<3>(i);
    error_.segment<3>(i) -= h * h * h / 12 * omega.cross(omega_dot);
  }
  if (h_before_ > 0)
    curvature_ = 2 / (h + h_before_) * ((s1_.a - s0_.a) / h - (s0_.a - a_before_) / h_before_);
  else
    curvature_ = 2 / h * ((s1_.a - s0_.a) / h - jerk_);
  velocity_error_ = h * (w_ - 0.5 * (s0_.a + s1_.a)) + h * h * h / 12 * curvature_;  // (SI2.9)
  if (layout_.n_x > 0) states_.error(h, s0_, s1_, state_error_);
}

// An error of velocity times what it lasts, 1/ω of an oscillation: lengths and angles each have their
// own. An error of velocity alone, as of a pendulum under constant force, where (SI2.8) vanishes,
// would otherwise pass unseen.
double HhtSi2::lasting_velocity_error() const {  // (SI2.12)
  struct {
    double error = 0, a = 0, bend = 0;
  } of_kind[3];
  for (int i = 0; i < layout_.n; ++i) {
    auto& of = of_kind[std::size_t(layout_.kinds[std::size_t(i)])];
    const double weight = norm_.position_weights()[i];
    of.error = std::max(of.error, std::abs(velocity_error_[i]) / weight);
    of.a = std::max({of.a, std::abs(s0_.a[i]) / weight, std::abs(s1_.a[i]) / weight});
    of.bend = std::max(of.bend, std::abs(curvature_[i]) / weight);
  }
  double largest = 0;
  for (const auto& of : of_kind)
    if (of.bend > 0) largest = std::max(largest, std::sqrt(of.a / of.bend) * of.error);
  return largest;
}

void HhtSi2::filter_error() {  // (SI2.12)
  const Layout& l = layout_;
  rhs_.setZero();
  product_.setZero();
  blocks_[Block::M].multiply_add(error_, 1 / (h_ * h_), product_);
  rhs_.segment(at_.position, l.n) = product_;
  product_.setZero();
  blocks_[Block::M].multiply_add(velocity_error_, 1 / h_, product_);
  rhs_.segment(at_.velocity, l.n) = product_;
  if (l.m1 > 0) {  // without it their multipliers would take away the error of positions as well
    stacked_.head(l.m()).setZero();
    blocks_[Block::G].multiply_add(velocity_error_, 1 / h_, stacked_);
    rhs_.segment(at_.level1, l.m1) = stacked_.segment(l.m0, l.m1);
  }
  if (l.n_x > 0) {
    stacked_.head(l.n_aux()).setZero();
    blocks_[Block::Sxd].multiply_add(state_error_, 1 / map_.sx, stacked_);
    rhs_.segment(at_.states, l.n_aux()) = stacked_.head(l.n_aux());
  }
  matrix_.solve(rhs_);
  if (!rhs_.allFinite()) return;
  error_ = h_ * h_ * rhs_.segment(at_.position, l.n);
  velocity_error_ = h_ * rhs_.segment(at_.velocity, l.n);
  state_error_ = map_.sx * rhs_.segment(at_.states, l.n_x);
}

}  // namespace trammel
