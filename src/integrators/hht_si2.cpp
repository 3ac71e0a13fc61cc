// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/hht_si2.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrators/hht_i3.h"
#include "math/rotation.h"

namespace trammel {

namespace {

constexpr double newton_share = 1e-3;  // of ERROR that Newton may leave
constexpr int history_length = 4;      // predictor of degree 3
constexpr double largest_change = 6;   // of the step: across a longer one D carries only noise

bool uses_accelerations(const Dae& dae) {
  const Layout& l = dae.layout();
  return l.forces_use_a || l.forces_use_lambda || l.m2 > 0 ||
         dae.pattern(Block::Sa).n_entries() > 0 || dae.pattern(Block::Sl).n_entries() > 0;
}

int size_of(const Dae& dae) {
  const Layout& l = dae.layout();
  return 2 * l.n + 2 * l.m0 + l.m1 + (uses_accelerations(dae) ? l.n + l.m() : 0) + l.n_aux();
}

}  // namespace

HhtSi2::HhtSi2(const Dae& dae, const IntegratorOptions& options)
    : ImplicitIntegrator(dae, options, size_of(dae), newton_share * options.error),
      alpha_(options.alpha.value_or(-0.3)),
      beta_((1 - alpha_) * (1 - alpha_) / 4),
      gamma_(0.5 - alpha_),
      b_(options.hht.b),
      solves_accelerations_(uses_accelerations(dae)),
      matrix_(dae, solves_accelerations_),
      at_(matrix_.places()),
      states_(layout_.n_x, alpha_, gamma_),
      history_(history_length, layout_.n + layout_.m() + layout_.n_aux()),
      interpolant_(dae),
      gamma0_(blocks_[Block::G]) {
  const Layout& l = layout_;
  for (Vector* v : {&F0_,        &F1_,        &inertia0_, &D_,        &D0_,    &u_,
                    &w_,         &increment_, &u_defect_, &w_defect_, &base0_, &P0_,
                    &P1_,        &R0_,        &R1_,       &product_,  &jerk_,  &velocity_error_,
                    &curvature_, &a_before_})
    *v = Vector::Zero(l.n);
  for (Vector* v : {&Lambda0_, &Lambda1_, &Lambda0_defect_, &Lambda1_defect_, &level2_})
    *v = Vector::Zero(l.m());
  x_second_ = Vector::Zero(l.n_x);
  stacked_ = Vector::Zero(l.n + l.m() + l.n_aux());
  rhs_ = Vector::Zero(matrix_.size());
  map_.b = b_;
  map_.p = beta_ * (1 + alpha_);
  map_.w = gamma_ * (1 + alpha_);
  map_.T_inverse.assign(l.rotations.size(), Mat3::Identity());
}

std::string HhtSi2::check(const IntegratorOptions& o) {
  if (std::abs(o.hht.b - 0.5) < 0.01)
    return "b must not be near 1/2: the multipliers of a step vanish";
  return HhtI3::check(o);
}

StepReport HhtSi2::predict() {
  if (options_.hht.rescale && h_ > largest_change * h_shift_)
    if (const StepReport report = start_anew(h_); !report.ok()) return report;
  const double change = h_ / h_shift_, sigma = options_.hht.rescale ? change : 1;
  D0_ = sigma * D_;  // (SI2.2)
  states_.shift_to(sigma, s0_.x_dot);
  corrector_.set_terms(std::max(h_ * norm_.of_position(s0_.v), h_ * h_ * norm_.of_position(s0_.a)));
  extrapolate(change);
  follow();
  return {.t = s0_.t, .h = h_};
}

void HhtSi2::extrapolate(double sigma) {  // (SI2.11)
  const Layout& l = layout_;
  history_.predict(t1_, std::min(history_length - 1, history_.size() - 1), stacked_);
  s1_.t = t1_;
  s1_.a = stacked_.head(l.n);
  s1_.lambda = stacked_.segment(l.n, l.m());
  s1_.x_dot = stacked_.segment(l.n + l.m(), l.n_x);
  s1_.y = stacked_.tail(l.n_y);
  s1_.memory = s0_.memory;
  u_ = s0_.a / 3 + s1_.a / 6 + sigma * u_defect_;
  w_ = 0.5 * (s0_.a + s1_.a) + sigma * sigma * w_defect_;
  Lambda0_ = s0_.lambda + sigma * Lambda0_defect_;
  Lambda1_ = s1_.lambda + sigma * Lambda1_defect_;
  Lambda0_.tail(l.m2).setZero();
  Lambda1_.tail(l.m2).setZero();
  Lambda1_.segment(l.m0, l.m1) = Lambda0_.segment(l.m0, l.m1);
}

void HhtSi2::follow() {
  increment_ = h_ * s0_.v + h_ * h_ * u_;  // (SI2.1)
  dae_.retract(s0_.q, increment_, s1_.q);
  s1_.v = s0_.v + h_ * w_;
  states_.follow(h_, s0_, s1_);
}

BlockMask HhtSi2::blocks_needed() const {
  return TwoLevelMatrix::blocks_needed(layout_, solves_accelerations_);
}

FactorReport HhtSi2::factor() {
  map_.h = h_;
  map_.sx = states_.slope(h_);
  for (std::size_t k = 0; k < layout_.rotations.size(); ++k)
    map_.T_inverse[k] = tangent_operator_inverse(increment_.segment<3>(layout_.rotations[k].v));
  matrix_.combine(blocks_, gamma0_, map_);
  return matrix_.factor();
}

void HhtSi2::take_action(const State& s) {
  F1_ = values_.action;
  if (layout_.m2 == 0) return;
  level2_.tail(layout_.m2) = s.lambda.tail(layout_.m2);
  dae_.reaction(s, level2_, product_);
  F1_ -= product_;
}

Outcome HhtSi2::residual(Vector& r) {
  const Layout& l = layout_;
  ++statistics_.residuals;
  if (turns_too_far(increment_)) return Outcome::domain_error;
  if (!solves_accelerations_) s1_.lambda = Lambda1_;  // for Γᵀ Λ1 and its derivative

  unsigned ask = Ask::forces | Ask::position | Ask::velocity;
  if (solves_accelerations_) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  if (const Outcome outcome = dae_.evaluate(s1_, ask, values_); outcome != Outcome::ok)
    return outcome;
  if (!l.mass_is_constant)
    if (const Outcome outcome = dae_.linearise(s1_, mask(Block::M), blocks_);
        outcome != Outcome::ok)
      return outcome;

  take_action(s1_);
  if (solves_accelerations_)
    dae_.reaction(s1_, Lambda1_, R1_);
  else
    R1_ = values_.reaction;
  balances(r);
  r.segment(at_.level0, l.m0) = values_.c0 / (h_ * h_);  // (SI2.5)
  r.segment(at_.level0_rate, l.m0 + l.m1) = values_.c1 / h_;
  if (solves_accelerations_) {  // (SI2.7)
    r.segment(at_.acceleration, l.n) = values_.inertia + values_.reaction - values_.action;
    r.segment(at_.constraints, l.m()) = values_.c2;
  }
  r.segment(at_.states, l.n_aux()) = values_.aux;
  corrector_.set_imbalance(values_, r.segment(at_.velocity, l.n));
  return Outcome::ok;
}

void HhtSi2::start_action() {
  base0_ = F0_;
  if (layout_.mass_is_constant) return;
  base0_ -= inertia0_;  // (SI2.6)
  blocks_[Block::M].multiply_add(s0_.a, 1, base0_);
}

void HhtSi2::balances(Vector& r) {
  const int n = layout_.n;
  const SparseMatrix& M = blocks_[Block::M];
  start_action();
  P0_ = base0_ + D0_;  // (SI2.2)
  P1_ = (1 + alpha_) * F1_ - alpha_ * base0_;
  R0_.setZero();
  gamma0_.multiply_transposed_add(Lambda0_, 1, R0_);

  product_ = 0.5 * ((1 - b_) * R0_ + b_ * R1_) - (0.5 - beta_) * P0_ - beta_ * P1_;  // (SI2.3)
  M.multiply_add(u_, 1, product_);
  r.segment(at_.position, n) = product_;
  product_ = 0.5 * (R0_ + R1_) - (1 - gamma_) * P0_ - gamma_ * P1_;  // (SI2.4)
  M.multiply_add(w_, 1, product_);
  r.segment(at_.velocity, n) = product_;
}

double HhtSi2::correct(const Vector& d) {
  const Layout& l = layout_;
  u_ += d.segment(at_.position, l.n);
  for (std::size_t k = 0; k < l.rotations.size(); ++k) {  // δu = T⁻¹ ξ
    const int i = l.rotations[k].v;
    const Vec3 xi = d.segment<3>(i);
    u_.segment<3>(i) += map_.T_inverse[k] * xi - xi;
  }
  w_ += d.segment(at_.velocity, l.n);
  Lambda0_.head(l.m0) += d.segment(at_.level0, l.m0);
  Lambda1_.head(l.m0) += d.segment(at_.level0_rate, l.m0);
  Lambda0_.segment(l.m0, l.m1) += d.segment(at_.level1, l.m1);
  Lambda1_.segment(l.m0, l.m1) += d.segment(at_.level1, l.m1);
  const int m = solves_accelerations_ ? l.m() : 0;
  if (solves_accelerations_) {
    s1_.a += d.segment(at_.acceleration, l.n);
    s1_.lambda += d.segment(at_.constraints, m);
  }
  s1_.x_dot += d.segment(at_.states, l.n_x);
  s1_.y += d.segment(at_.unknowns, l.n_y);
  follow();
  // Positions and velocities in units of position; Λ0 and Λ1 end with the step.
  product_ = d.segment(at_.velocity, l.n);
  error_ = h_ * h_ * d.head(l.n).cwiseAbs().cwiseMax(product_.cwiseAbs());
  state_error_ = map_.sx * d.segment(at_.states, l.n_x);
  return corrector_.size({error_, state_error_, product_, d.segment(at_.constraints, m),
                          d.segment(at_.unknowns, l.n_y)},
                         s1_);
}

void HhtSi2::accept() {
  u_defect_ = u_ - s0_.a / 3 - s1_.a / 6;
  w_defect_ = w_ - 0.5 * (s0_.a + s1_.a);
  Lambda0_defect_ = Lambda0_ - s0_.lambda;
  Lambda1_defect_ = Lambda1_ - s1_.lambda;
  if (index_one_knows_)
    F1_ = index_one_.action();
  else if (dae_.evaluate(s1_, Ask::forces, values_) == Outcome::ok)
    take_action(s1_);
  D_ = alpha_ * (F1_ - base0_);  // (SI2.2)
  a_before_ = s0_.a;
  h_before_ = h_;
  h_shift_ = h_;
  F0_ = F1_;
  inertia0_ = values_.inertia;
  states_.accept(h_, s0_, s1_);

  interpolant_.set(s0_, s1_, increment_);
  dae_.commit(s1_, interpolant_);
  interpolant_.set_end_memory(s1_.memory);
  std::swap(s0_, s1_);

  remember_start();
  observe_magnitudes();
}

void HhtSi2::remember_start() {
  stacked_ << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  history_.push(s0_.t, stacked_);
  if (layout_.m0 + layout_.m1 == 0) return;
  const bool is_known = std::exchange(index_one_knows_, false);
  if (!is_known && dae_.linearise(s0_, mask(Block::G), blocks_) != Outcome::ok)
    return forget_matrix();
  const SparseMatrix& gamma = is_known ? index_one_.gamma() : blocks_[Block::G];
  std::copy(gamma.values().begin(), gamma.values().end(), gamma0_.values().begin());
}

}  // namespace trammel
