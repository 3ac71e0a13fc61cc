// HHT-I3: the local error. Theory: docs/theory/hht.md#local-error
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>

#include "integrators/hht_i3.h"

namespace trammel {

ImplicitIntegrator::ErrorEstimate HhtI3::estimate_error() {
  raw_error();
  const double raw = norm_.of_position(error_);
  if (options_.hht.estimate == HhtVariants::Estimate::projected) filter_error();
  double position = norm_.of_position(error_) / options_.error;
  // The filter believes in linear forces: what it may take away must be small beside the model, or
  // a stiff spring could snap through its own length unseen.
  position = std::max(position, raw / largest_filtered);
  for (const Rotation& rotation : layout_.rotations) {  // at most 1 rad a step
    const double turn = increment_.segment<3>(rotation.v).norm();
    if (turn > 1) position = std::max(position, turn * turn * turn);
  }
  const double states = norm_.of_states(state_error_) / options_.error;
  const bool first_order_states = options_.hht.states == HhtVariants::States::printed;
  if (first_order_states && std::pow(states, 1.0 / 2) > std::pow(position, 1.0 / 3))
    return {states, 2};
  return {std::max(position, states), is_first_order() ? 2.0 : 3.0};
}

void HhtI3::raw_error() {
  const double h = h_;
  error_ = error_constant_ * h * h * (a1_ - a0_);  // (HHT.9)
  if (is_first_order()) {
    auto b = rhs_.head(layout_.n);
    b = gathered_ + a1_ - a0_;
    bound_gathered(b);
    error_ += velocity_constant_ * h * h * b;
  }
  for (const Rotation& rotation : layout_.rotations) {
    const int i = rotation.v;
    const Vec3 omega = 0.5 * (v0_.segment<3>(i) + s1_.v.segment<3>(i));
    const Vec3 omega_dot = (s1_.v.segment<3>(i) - v0_.segment<3>(i)) / h;
    error_.segment<3>(i) -= h * h * h / 12 * omega.cross(omega_dot);
  }
  if (layout_.n_x > 0) states_.error(h, s0_, s1_, state_error_);
}

void HhtI3::filter_error() {  // (HHT.11)
  const Layout& l = layout_;
  rhs_.setZero();
  add_product(Block::M, error_, 1 / map_.s, 0, l.n);
  add_product(Block::A, error_, 1 / map_.s, 0, l.n);
  if (l.m1 + l.m2 > 0) {  // only position constraints forbid a position error
    add_product(Block::G, error_, 1 / map_.s, l.n, l.m());
    rhs_.segment(l.n, l.m0).setZero();
  }
  if (l.n_x > 0) add_product(Block::Sxd, state_error_, 1 / map_.sx, l.n + l.m(), l.n_aux());
  matrix_.solve(rhs_);
  if (!rhs_.allFinite()) return;
  error_ = map_.s * rhs_.head(l.n);
  state_error_ = map_.sx * rhs_.segment(l.n + l.m(), l.n_x);
}

void HhtI3::gather() {  // (HHT.16)
  const Layout& l = layout_;
  gathered_ += a1_ - a0_;
  rhs_.setZero();
  add_product(Block::C, gathered_, -map_.v, 0, l.n);
  add_product(Block::K, gathered_, -map_.s, 0, l.n);
  add_product(Block::Kg, gathered_, -map_.s, 0, l.n);
  if (l.n_aux() > 0) {
    add_product(Block::Sv, gathered_, -map_.v, l.n + l.m(), l.n_aux());
    add_product(Block::Sq, gathered_, -map_.s, l.n + l.m(), l.n_aux());
  }
  matrix_.solve(rhs_);
  if (rhs_.head(l.n).allFinite()) gathered_ += rhs_.head(l.n);
  bound_gathered(gathered_);
}

// An acceleration that is the one of the start again has left no error behind, whatever was damped in between.
void HhtI3::bound_gathered(Eigen::Ref<Vector> b) {
  xi_ = a1_ - a_start_;
  if (norm_.of_position(xi_) < norm_.of_position(b)) b = xi_;
}

// rhs_ of the rows from `at` on += factor · block · v
void HhtI3::add_product(Block b, const Vector& v, double factor, int at, int rows) {
  stacked_.head(blocks_[b].n_rows()).setZero();
  blocks_[b].multiply_add(v, factor, stacked_);
  rhs_.segment(at, rows) += stacked_.head(rows);
}

}  // namespace trammel
