// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/bdf_i3.h"

#include <algorithm>

#include "math/rotation.h"

namespace trammel {

BdfI3::BdfI3(const Dae& dae, const IntegratorOptions& options, Nordsieck::Spacing spacing,
             Control control)
    : Bdf(dae, options, spacing,
          {.size = dae.layout().n + dae.layout().m() + dae.layout().n_aux(),
           .n_extra = 0,
           .multiplier_degree = control == Control::positions ? 2 : 4,
           .controls_velocity = control == Control::velocities_too}),
      matrix_(dae, ConstraintForm::index3),
      control_of_error_(control) {
  map_.V.assign(layout_.rotations.size(), Mat3::Identity());
  map_.W = map_.V;
  w0_.assign(layout_.rotations.size(), 0);
  q_dot_ = Vector::Zero(layout_.n_q);
  dv_ = xi_ = Vector::Zero(layout_.n);
}

// Positions that give the extrapolated velocities are nearer to the solution than q^P, by one power
// of h, and so are the accelerations.
void BdfI3::begin_iteration() {
  follow();
  error_ = (predicted_velocity() - s1_.v) / rate();
  move(error_);
}

void BdfI3::follow() {  // (BDF.14)
  differentiate_position(q_dot_);
  dae_.velocity(s1_.q, q_dot_, dv_);
  dv_ -= s1_.v;
  move_velocity(dv_);
  for (std::size_t k = 0; k < w0_.size(); ++k) {
    const int i = layout_.rotations[k].q;
    w0_[k] = s1_.q.segment<4>(i).dot(q_dot_.segment<4>(i));
  }
  differentiate_velocity();
  differentiate_states();
}

void BdfI3::move(const Vector& delta) {
  const double c = rate();
  move_position(delta);
  dv_ = c * delta;
  for (std::size_t k = 0; k < w0_.size(); ++k) {  // (BDF.17)
    const int i = layout_.rotations[k].v;
    Vec4 w;
    w << w0_[k] - c, 0.5 * s1_.v.segment<3>(i);
    const Vec4 change = quaternion_product(conjugate(exp_minus_one_[k]), w);
    w0_[k] += change[0];
    dv_.segment<3>(i) = 2 * change.tail<3>();
  }
  move_velocity(dv_);
  s1_.a += c * dv_;
}

void BdfI3::set_map() {  // (BDF.16)
  const double c = rate();
  map_.s = 1 / (c * c);
  map_.v = map_.sx = 1 / c;
  map_.a = map_.sd = 1;
  map_.constraint_scale = {1 / map_.s, 1 / map_.v, 1};
  for (std::size_t k = 0; k < layout_.rotations.size(); ++k) {
    const Rotation& rotation = layout_.rotations[k];
    const Vec3 omega = s1_.v.segment<3>(rotation.v);
    map_.V[k] = map_.s * ((c - w0_[k]) * Mat3::Identity() + 0.5 * skew(omega));
    map_.W[k] = c * map_.V[k];
  }
}

BlockMask BdfI3::blocks_needed() const {
  return NewtonMatrix::blocks_needed(layout_, ConstraintForm::index3);
}

FactorReport BdfI3::factor() {
  set_map();
  matrix_.combine(blocks_, map_);
  return matrix_.factor();
}

Outcome BdfI3::residual(Vector& r) {  // (BDF.15)
  ++statistics_.residuals;
  if (has_turned_too_far()) return Outcome::domain_error;

  const Outcome outcome = evaluate_index_three(dae_, s1_, map_, values_, r);
  corrector_.set_imbalance(values_, r.head(layout_.n));
  return outcome;
}

double BdfI3::correct(const Vector& d) {
  const Layout& l = layout_;
  xi_ = d.head(l.n);
  error_ = map_.s * xi_;
  move(error_);
  s1_.lambda += d.segment(l.n, l.m());
  state_error_ = map_.sx * d.segment(l.n + l.m(), l.n_x);
  move_states(state_error_);
  s1_.y += d.tail(l.n_y);
  differentiate_states();
  const double size =
      corrector_.size({error_, state_error_, xi_, d.segment(l.n, l.m()), d.tail(l.n_y)}, s1_);
  if (control_of_error_ == Control::positions) return size;
  return std::max(size, norm_.of_velocity(dv_) / newton_tolerance());
}

}  // namespace trammel
