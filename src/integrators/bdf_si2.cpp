// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/bdf_si2.h"

#include <algorithm>

namespace trammel {

BdfSi2::BdfSi2(const Dae& dae, const IntegratorOptions& options, Nordsieck::Spacing spacing)
    : Bdf(dae, options, spacing,
          {.size = StabilisedMatrix::size_of(dae.layout()),
           .n_extra = dae.layout().m0,
           .multiplier_degree = 4,
           .controls_velocity = true}),
      matrix_(dae),
      turns_(layout_.rotations.size(), Mat3::Identity()) {
  mu_ = Vector::Zero(layout_.m0);
  q_dot_ = Vector::Zero(layout_.n_q);
  for (Vector* v : {&u_, &velocity_, &acceleration_, &forces_}) *v = Vector::Zero(layout_.n);
  all_mu_ = Vector::Zero(layout_.m());
}

void BdfSi2::follow() {
  differentiate_position(q_dot_);
  dae_.velocity(s1_.q, q_dot_, u_);
  differentiate_velocity();
  differentiate_states();
}

FactorReport BdfSi2::factor() {
  c_ = rate();
  for (std::size_t k = 0; k < layout_.rotations.size(); ++k) {  // (BDF.20)
    const Rotation& rotation = layout_.rotations[k];
    const Vec4 e = s1_.q.segment<4>(rotation.q), e_dot = q_dot_.segment<4>(rotation.q);
    const Vec3 omega = u_.segment<3>(rotation.v);
    turns_[k] = ((c_ - e.dot(e_dot)) * Mat3::Identity() + 0.5 * skew(omega)) / c_;
  }
  matrix_.combine(blocks_, c_, turns_);
  return matrix_.factor();
}

Outcome BdfSi2::residual(Vector& r) {  // (BDF.18), (BDF.19)
  const Layout& l = layout_;
  ++statistics_.residuals;
  if (has_turned_too_far()) return Outcome::domain_error;

  unsigned ask = Ask::forces | Ask::position | Ask::velocity;
  if (l.m2 > 0) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  const Outcome outcome = dae_.evaluate(s1_, ask, values_);

  r.head(l.n) = values_.inertia + values_.reaction - values_.action;
  corrector_.set_imbalance(values_, r.head(l.n), acceleration_noise(c_ * s1_.v.norm()));
  r.segment(l.n, l.m0) = c_ * c_ * values_.c0;
  r.segment(l.n + l.m0, l.m1) = c_ * values_.c1.tail(l.m1);
  r.segment(l.n + l.m0 + l.m1, l.m2) = values_.c2.tail(l.m2);
  r.segment(l.n + l.m(), l.n_aux()) = values_.aux;
  add_kinematics(r.segment(matrix_.velocity(), l.n));
  r.tail(l.m0) = c_ * values_.c1.head(l.m0);
  return outcome;
}

void BdfSi2::add_kinematics(Eigen::Ref<Vector> rows) {
  all_mu_.head(layout_.m0) = mu_;
  dae_.reaction(s1_, all_mu_, forces_);
  velocity_ = u_ - s1_.v;
  blocks_[Block::M].multiply_add(velocity_, 1, forces_);
  rows = c_ * forces_;
}

double BdfSi2::correct(const Vector& d) {
  const Layout& l = layout_;
  error_ = d.head(l.n) / (c_ * c_);
  move_position(error_);
  acceleration_ = d.segment(matrix_.velocity(), l.n);
  velocity_ = acceleration_ / c_;
  move_velocity(velocity_);
  s1_.lambda += d.segment(l.n, l.m());
  state_error_ = d.segment(l.n + l.m(), l.n_x) / c_;
  move_states(state_error_);
  s1_.y += d.segment(l.n + l.m() + l.n_x, l.n_y);
  mu_ += d.tail(l.m0) / c_;
  follow();
  const double size = corrector_.size({error_, state_error_, acceleration_, d.segment(l.n, l.m()),
                                       d.segment(l.n + l.m() + l.n_x, l.n_y)},
                                      s1_);
  return std::max(size, norm_.of_velocity(velocity_) / newton_tolerance());
}

}  // namespace trammel
