// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/hht_i3.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.h"

namespace trammel {

namespace {

constexpr double newton_share = 1e-3;  // of ERROR that Newton may leave
constexpr int history_length = 4;      // predictor of degree 3
constexpr int rates_length = 3;        // the one of positions: degree 2

HhtParameters by_alpha(const IntegratorOptions& options) {  // (HHT.5)
  const double alpha = options.alpha.value_or(-0.3);
  return {alpha, (1 - alpha) * (1 - alpha) / 4, 0.5 - alpha};
}

double error_constant(const HhtParameters& p, const IntegratorOptions& options) {
  return options.hht.constant == HhtVariants::Constant::smooth
             ? p.beta + p.alpha / 2 - 1.0 / 6     // (HHT.9)
             : p.beta - 1 / (6 * (1 + p.alpha));  // eq. (25) of the paper
}

// Newton's test in the paper is on C h² |δa|; δ = (1+α)βh² δq̈ carries the factor C/β.
double position_tolerance(const HhtParameters& p, const IntegratorOptions& options) {
  return newton_share * options.error * p.beta / error_constant(p, options);
}

std::optional<double> printed_states(const IntegratorOptions& o) {
  if (o.hht.states == HhtVariants::States::printed) return o.hht.rho;
  return {};
}

int size_of(const Layout& l) {
  return l.n + l.m() + l.n_aux();
}

}  // namespace

HhtI3::HhtI3(const Dae& dae, const IntegratorOptions& options)
    : HhtI3(dae, options, by_alpha(options)) {}

HhtI3::HhtI3(const Dae& dae, const IntegratorOptions& options, const HhtParameters& p)
    : ImplicitIntegrator(dae, options, size_of(dae.layout()), position_tolerance(p, options)),
      printed_(options.hht.formula == HhtVariants::Formula::printed),
      alpha_(p.alpha),
      beta_(p.beta),
      gamma_(p.gamma),
      error_constant_(error_constant(p, options)),
      velocity_constant_(gamma_ + alpha_ - 0.5),
      matrix_(dae, ConstraintForm::index3),
      states_(layout_.n_x, alpha_, gamma_, printed_states(options)),
      history_(history_length, matrix_.size()),
      rates_(rates_length, dae.layout().n),
      interpolant_(dae) {
  for (Vector* v : {&a_shift_, &w_, &a0_, &v0_, &a1_, &f0_, &increment_, &xi_, &jerk_, &predicted_,
                    &predicted_rate_, &gathered_, &a_start_})
    *v = Vector::Zero(layout_.n);
  x_second_ = Vector::Zero(layout_.n_x);
  stacked_ = rhs_ = Vector::Zero(matrix_.size());
  map_.V.assign(layout_.rotations.size(), Mat3::Identity());
  map_.W = map_.V;
  map_.inertia = printed_ ? 1 / (1 + alpha_) : 1;
}

std::string HhtI3::check(const IntegratorOptions& o) {
  if (!(o.hht.rho >= 0.5 && o.hht.rho <= 1))
    return fmt::format("rho must lie between 0.5 and 1, not {}", o.hht.rho);
  if (o.alpha && !(-1.0 / 3 - 1e-12 <= *o.alpha && *o.alpha <= 0))
    return fmt::format("ALPHA must lie between -1/3 and 0, not {}", *o.alpha);
  return {};
}

StepReport HhtI3::predict() {
  if (is_sudden(h_))
    if (const StepReport report = start_anew(h_); !report.ok()) return report;
  shift_to(h_);
  corrector_.set_terms(std::max(h_ * norm_.of_position(v0_), h_ * h_ * norm_.of_position(a0_)));
  extrapolate();
  follow();
  return {.t = s0_.t, .h = h_};
}

void HhtI3::shift_to(double h) {
  const double sigma = options_.hht.rescale ? h / h_shift_ : 1;
  const bool changes = std::abs(sigma - 1) > 1e-12;
  a0_ = s0_.a + sigma * a_shift_;  // (HHT.7)
  states_.shift_to(sigma, s0_.x_dot);
  v0_ = s0_.v;
  if (changes && layout_.m0 > 0) {
    if (!w_is_known_) normal_offset();
    v0_ += (sigma * sigma - 1) * w_;  // (HHT.8)
  }
}

// The Newton matrix of the new step serves, with Γ of this pose: an old Γ would let w slip into the
// tangent space. Its (1,1) block is the mass matrix up to O(h). Without a matrix the projection of
// the index-1 system does.
void HhtI3::normal_offset() {
  w_is_known_ = normal_offset_by_newton_matrix();
  if (w_is_known_) return;
  w_.setZero();
  s1_ = s0_;
  if (!index_one_.project_velocity(s1_).ok() || !s1_.v.allFinite()) return;
  w_ = s0_.v - s1_.v;
  w_is_known_ = true;
}

bool HhtI3::normal_offset_by_newton_matrix() {
  if (!has_blocks()) return false;
  if (dae_.linearise(s0_, mask(Block::M) | mask(Block::G), blocks_) != Outcome::ok) {
    forget_matrix();
    return false;
  }
  increment_ = h_ * s0_.v;  // for the tangent operators of the step to come
  if (recombine() != Matrix::ok) return false;
  if (dae_.evaluate(s0_, Ask::velocity, values_) != Outcome::ok) return false;
  rhs_.setZero();
  rhs_.segment(layout_.n, layout_.m0) = values_.c1.head(layout_.m0);
  matrix_.solve(rhs_);
  w_ = rhs_.head(layout_.n);
  return w_.allFinite();
}

void HhtI3::extrapolate() {
  const int degree = std::min(history_length - 1, history_.size() - 1);
  history_.predict(t1_, degree, stacked_);
  s1_.t = t1_;
  s1_.a = stacked_.head(layout_.n);
  s1_.lambda = stacked_.segment(layout_.n, layout_.m());
  s1_.x_dot = stacked_.segment(layout_.n + layout_.m(), layout_.n_x);
  s1_.y = stacked_.tail(layout_.n_y);
  s1_.memory = s0_.memory;
  if (printed_) s1_.a = (1 + alpha_) * s1_.a - alpha_ * s0_.a;  // iterate on the algorithmic one

  predicted_ = s1_.a;
  if (!printed_) predicted_ = (1 + alpha_) * s1_.a - alpha_ * s0_.a;
  if (rates_.size() == 0) return;
  rates_.predict(s0_.t + 0.5 * h_, std::min(rates_length - 1, rates_.size() - 1), predicted_rate_);
  if (!positions_lead_) return;
  a1_ = (predicted_rate_ - v0_) / (beta_ * h_) - (0.5 / beta_ - 1) * a0_;  // from (HHT.2)
  s1_.a = a1_;
  if (!printed_) s1_.a = (a1_ + alpha_ * s0_.a) / (1 + alpha_);
}

void HhtI3::judge_predictors() {  // (HHT.14)
  constexpr double clearly = 0.5;
  if (rates_.size() > 0) {
    xi_ = beta_ * h_ * h_ * (a1_ - predicted_);
    const double by_accelerations = norm_.of_position(xi_);
    xi_ = increment_ - h_ * predicted_rate_;
    const double by_positions = norm_.of_position(xi_);
    positions_lead_ = by_positions < (positions_lead_ ? 1 : clearly) * by_accelerations;
  }
  predicted_ = increment_ / h_;
  rates_.push(s0_.t + 0.5 * h_, predicted_);
}

void HhtI3::follow() {
  const double h = h_;
  if (printed_)
    a1_ = s1_.a;
  else
    a1_ = (1 + alpha_) * s1_.a - alpha_ * s0_.a;                       // (HHT.1)
  increment_ = h * v0_ + h * h * ((0.5 - beta_) * a0_ + beta_ * a1_);  // (HHT.2)
  dae_.retract(s0_.q, increment_, s1_.q);
  s1_.v = v0_ + h * ((1 - gamma_) * a0_ + gamma_ * a1_);  // (HHT.3)
  states_.follow(h, s0_, s1_);
}

void HhtI3::set_map() {  // (HHT.13)
  const double share = printed_ ? 1 : 1 + alpha_;
  map_.s = share * beta_ * h_ * h_;
  map_.v = share * gamma_ * h_;
  map_.a = 1;
  map_.sx = states_.slope(h_);
  map_.constraint_scale = {1 / map_.s, 1 / map_.v, 1};
  for (std::size_t k = 0; k < layout_.rotations.size(); ++k) {
    const Vec3 theta = increment_.segment<3>(layout_.rotations[k].v);
    map_.W[k] = tangent_operator_inverse(theta);
    map_.V[k] = map_.v * map_.W[k];
  }
}

BlockMask HhtI3::blocks_needed() const {
  return NewtonMatrix::blocks_needed(layout_, ConstraintForm::index3);
}

FactorReport HhtI3::factor() {
  set_map();
  matrix_.combine(blocks_, map_);
  return matrix_.factor();
}

Outcome HhtI3::residual(Vector& r) {  // (HHT.4)
  ++statistics_.residuals;
  if (turns_too_far(increment_)) return Outcome::domain_error;

  const Outcome outcome = evaluate_index_three(dae_, s1_, map_, values_, r);
  if (printed_) r.head(layout_.n) -= alpha_ / (1 + alpha_) * f0_;
  corrector_.set_imbalance(values_, r.head(layout_.n));
  return outcome;
}

double HhtI3::correct(const Vector& d) {
  const Layout& l = layout_;
  xi_ = d.head(l.n);
  s1_.a += xi_;
  for (std::size_t k = 0; k < l.rotations.size(); ++k) {  // δa = W ξ
    const int i = l.rotations[k].v;
    const Vec3 x = d.segment<3>(i);
    s1_.a.segment<3>(i) += map_.W[k] * x - x;
  }
  s1_.lambda += d.segment(l.n, l.m());
  s1_.x_dot += d.segment(l.n + l.m(), l.n_x);
  s1_.y += d.tail(l.n_y);
  follow();
  error_ = map_.s * xi_;  // measured in units of position
  state_error_ = map_.sx * d.segment(l.n + l.m(), l.n_x);
  return corrector_.size({error_, state_error_, xi_, d.segment(l.n, l.m()), d.tail(l.n_y)}, s1_);
}

void HhtI3::smooth_interpolant() {  // (HHT.15)
  constexpr double contradiction = 12;
  if (rates_.size() < 2) return;
  const Vector &rate = rates_.value(0), &rate_before = rates_.value(1),
               &w = norm_.position_weights();
  const double between = rates_.time(0) - rates_.time(1);
  for (int i = 0; i < layout_.n; ++i) {
    const double bend = 0.5 * h_ * (rate[i] - rate_before[i]) / between;
    const double begin = rate[i] - bend, end = rate[i] + bend;
    const double gap = h_ * std::max(std::abs(v0_[i] - begin), std::abs(s1_.v[i] - end));
    if (gap > contradiction * (std::abs(error_[i]) + options_.error * w[i]))
      interpolant_.set_slopes(i, begin, end);
  }
}

void HhtI3::accept() {
  judge_predictors();
  if (is_first_order()) gather();
  if (printed_) {
    s1_.a = (a1_ + alpha_ * s0_.a) / (1 + alpha_);
    if (dae_.evaluate(s1_, Ask::forces, values_) == Outcome::ok)
      f0_ = values_.reaction - values_.action;
  }
  states_.accept(h_, s0_, s1_);
  a_shift_ = a1_ - s1_.a;
  h_shift_ = h_;
  w_is_known_ = false;

  s0_.v = v0_;
  interpolant_.set(s0_, s1_, increment_);
  smooth_interpolant();
  dae_.commit(s1_, interpolant_);
  interpolant_.set_end_memory(s1_.memory);
  std::swap(s0_, s1_);

  stacked_ << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  history_.push(s0_.t, stacked_);
  observe_magnitudes();
}

}  // namespace trammel
