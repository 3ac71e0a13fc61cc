// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/primer.h"

#include <algorithm>

#include "math/rotation.h"

namespace trammel {

namespace {

using Index = PrimerMatrix::Index;

int multipliers_of(const Layout& l, Index index) {
  return index == Index::stabilised_two ? l.m0 : 0;
}

}  // namespace

Primer::Primer(const Dae& dae, const IntegratorOptions& options, Index index)
    : Bdf(dae, options, Nordsieck::Spacing::equal,
          {.size = PrimerMatrix::size_of(dae.layout(), index),
           .n_extra = multipliers_of(dae.layout(), index),
           .multiplier_degree = index == Index::three ? 2 : 4,
           .controls_velocity = index == Index::stabilised_two}),
      is_stabilised_(index == Index::stabilised_two),
      matrix_(dae, index),
      turns_(layout_.rotations.size(), Mat3::Identity()) {
  momentum_ = Vector::Zero(3 * Eigen::Index(turns_.size()));
  mu_ = Vector::Zero(multipliers_of(layout_, index));
  q_dot_ = Vector::Zero(layout_.n_q);
  for (Vector* v : {&force_, &u_, &velocity_, &acceleration_, &imbalance_, &product_})
    *v = Vector::Zero(layout_.n);
  all_mu_ = Vector::Zero(layout_.m());
}

// As in (BDF.14): positions whose velocities are the extrapolated ones.
void Primer::begin_iteration() {
  follow();
  if (is_stabilised_) return;
  error_ = (s1_.v - u_) / rate();
  move_position(error_);
  follow();
}

void Primer::follow() {
  differentiate_position(q_dot_);
  dae_.velocity(s1_.q, q_dot_, u_);
  differentiate_velocity();
  differentiate_states();
}

FactorReport Primer::factor() {
  c_ = rate();
  for (std::size_t k = 0; k < turns_.size(); ++k) {  // (BDF.20)
    const Rotation& rotation = layout_.rotations[k];
    const Vec4 e = s1_.q.segment<4>(rotation.q), e_dot = q_dot_.segment<4>(rotation.q);
    const Vec3 omega = u_.segment<3>(rotation.v);
    turns_[k] = (c_ - e.dot(e_dot)) * Mat3::Identity() + 0.5 * skew(omega);
  }
  matrix_.combine(blocks_, c_, turns_);
  return matrix_.factor();
}

Outcome Primer::residual(Vector& r) {
  const Layout& l = layout_;
  ++statistics_.residuals;
  if (has_turned_too_far()) return Outcome::domain_error;

  unsigned ask = Ask::forces | Ask::position;
  if (is_stabilised_ || l.m1 > 0) ask |= Ask::velocity;
  if (l.m2 > 0) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  const Outcome outcome = dae_.evaluate(s1_, ask, values_);

  write_dynamics(r);
  write_kinematics(r.segment(matrix_.velocity(), l.n));
  r.segment(l.n, l.m0) = values_.c0;  // (PRIM.9)
  r.segment(l.n + l.m0, l.m1) = values_.c1.tail(l.m1);
  r.segment(l.n + l.m0 + l.m1, l.m2) = values_.c2.tail(l.m2);
  r.segment(l.n + l.m(), l.n_aux()) = values_.aux;
  if (is_stabilised_) r.tail(l.m0) = values_.c1.head(l.m0);
  return outcome;
}

// With the formula, L̇ = M v̇ + c (L − M v) where the rows of M are those of constant inertia.
void Primer::write_dynamics(Vector& r) {
  const Layout& l = layout_;
  imbalance_ = values_.inertia + values_.reaction - values_.action;
  corrector_.set_imbalance(
      values_, imbalance_,
      acceleration_noise(is_stabilised_ ? c_ * s1_.v.norm() : c_ * c_ * s1_.q.norm()));
  product_.setZero();
  blocks_[Block::M].multiply_add(s1_.v, 1, product_);
  r.head(l.n) = values_.inertia + values_.reaction - force_;  // (PRIM.7)
  for (std::size_t k = 0; k < turns_.size(); ++k) {
    const int v = layout_.rotations[k].v, at = 3 * int(k);
    const Vec3 defect = momentum_.segment<3>(at) - product_.segment<3>(v);
    r.segment<3>(v) += c_ * defect;
    r.segment<3>(matrix_.momentum() + at) = defect;  // (PRIM.8)
  }
  r.segment(matrix_.force(), l.n) = force_ - values_.action;  // (PRIM.9)
}

void Primer::write_kinematics(Eigen::Ref<Vector> rows) {  // (PRIM.8)
  velocity_ = u_ - s1_.v;
  if (!is_stabilised_) {
    rows = velocity_;
    return;
  }
  all_mu_.head(layout_.m0) = mu_;
  dae_.reaction(s1_, all_mu_, product_);
  blocks_[Block::M].multiply_add(velocity_, 1, product_);
  rows = product_;
}

double Primer::correct(const Vector& d) {
  const Layout& l = layout_;
  error_ = d.head(l.n);
  move_position(error_);
  velocity_ = d.segment(matrix_.velocity(), l.n);
  acceleration_ = c_ * velocity_;
  move_velocity(velocity_);
  s1_.lambda += d.segment(l.n, l.m());
  state_error_ = d.segment(l.n + l.m(), l.n_x);
  move_states(state_error_);
  s1_.y += d.segment(l.n + l.m() + l.n_x, l.n_y);
  force_ += d.segment(matrix_.force(), l.n);
  momentum_ += d.segment(matrix_.momentum(), momentum_.size());
  mu_ += d.tail(mu_.size());
  follow();
  const double size = corrector_.size({error_, state_error_, acceleration_, d.segment(l.n, l.m()),
                                       d.segment(l.n + l.m() + l.n_x, l.n_y)},
                                      s1_);
  return is_stabilised_ ? std::max(size, norm_.of_velocity(velocity_) / newton_tolerance()) : size;
}

}  // namespace trammel
