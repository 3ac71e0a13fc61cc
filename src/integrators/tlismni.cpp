// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/tlismni.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

using Corrector_ = TlismniFormula::Corrector;
const TlismniFormula TlismniFormula::trapezoidal{Corrector_::adams, 2, 2, true};
const TlismniFormula TlismniFormula::am3{Corrector_::adams, 3, 3, false};
const TlismniFormula TlismniFormula::am4{Corrector_::adams, 4, 4, false};
const TlismniFormula TlismniFormula::bdf2{Corrector_::bdf, 2, 2, false};
const TlismniFormula TlismniFormula::hht{Corrector_::hht, 2, 2, false};

namespace {

constexpr double share_of_loop = 0.05;  // of ERROR, left by the outer loop
constexpr double share_in_noise = 0.3;  // of the noise that is accepted next to a singular pose
constexpr double rounding = 2e-15;      // of the weights: no iteration comes closer
constexpr double longest_glide = 0.25;  // of a step, without the formula
constexpr double printed_growth = 5, printed_cut = 0.5;
constexpr double printed_safety = 0.5;          // α of the paper, which gives no number
constexpr double printed_trapezoidal = 1. / 3;  // of eq. (11), for steps of h/2
constexpr std::array<double, 5> error_constant = {0, 1. / 2, 1. / 12, 1. / 24, 19. / 720};

}  // namespace

Tlismni::Tlismni(const Dae& dae, const IntegratorOptions& options, const TlismniFormula& formula)
    : RungeKuttaSteps(dae, options),
      formula_(formula),
      alpha_(options.alpha.value_or(-0.3)),
      beta_((1 - alpha_) * (1 - alpha_) / 4),
      gamma_(0.5 - alpha_) {
  next_ = base_ = difference_ = Vector::Zero(rows());
  A0_ = A1_ = increment_ = Vector::Zero(layout_.n);
  q_old_ = q_new_ = Vector::Zero(layout_.n_q);
  for (Point& point : past_) point = {0, next_, next_};
}

std::string Tlismni::check(const IntegratorOptions& o) {
  if (o.alpha && !(-1.0 / 3 <= *o.alpha && *o.alpha <= 0))
    return fmt::format("ALPHA must lie between -1/3 and 0, not {}", *o.alpha);
  return {};
}

void Tlismni::begin_history(double h) {
  control_.start(std::isfinite(h) ? h : bold_step());
  interpolant_.set(s0_, s0_);
  known_ = 1;
  past_[0].t = s0_.t;
  stack(s0_, past_[0].y);
  past_[0].f = f0_;
}

PartitionedIntegrator::Attempt Tlismni::attempt() {
  if (is_starting()) return runge_kutta(RungeKuttaPair::fehlberg());
  Attempt a{.exponent = formula_.order + 1.0};
  step_ = past_[0].t == s0_.t ? h_ : t1_ - past_[0].t;
  predict();
  prepare_corrector();
  if (!iterate(a)) return a;
  interpolant_.set(s0_, s1_);
  const double defect = position_defect(interpolant_);
  a.error = std::max(local_error(), defect);
  return a;
}

bool Tlismni::glide() {
  const double last = past_[0].t - past_[1].t;
  if (is_starting() || !is_cut() || !(t1_ - past_[0].t < longest_glide * last)) return false;
  return runge_kutta(RungeKuttaPair::fehlberg()).result == AttemptResult::accepted;
}

// On the times as they are, or, as printed, at equal distances.
Tlismni::Weights Tlismni::adams_weights(int order, bool is_implicit) const {  // (TL.1)
  using Small =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_points + 1, most_points + 1>;
  using Column = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_points + 1, 1>;
  const bool printed = options_.tlismni.coefficients == TlismniVariants::Coefficients::printed;
  Small powers(order, order);
  Column right(order);
  for (int j = 0; j < order; ++j) {
    const int age = is_implicit ? j - 1 : j;  // −1: the new time
    const double x = age < 0   ? 1
                     : printed ? -age
                               : (past_[std::size_t(age)].t - past_[0].t) / step_;
    for (int m = 0; m < order; ++m) powers(m, j) = std::pow(x, m);
    right[j] = 1.0 / (j + 1);
  }
  const Column w = powers.partialPivLu().solve(right);
  Weights weights{};
  for (int j = 0; j < order; ++j) weights[std::size_t(is_implicit ? j : j + 1)] = w[j];
  return weights;
}

void Tlismni::predict() {
  if (formula_.is_midpoint) {
    const double h1 = past_[0].t - past_[1].t;
    const bool printed = options_.tlismni.coefficients == TlismniVariants::Coefficients::printed;
    const double r = printed ? 1 : step_ / h1;
    y1_ = (1 - r * r) * past_[0].y + r * r * past_[1].y + step_ * (1 + r) * past_[0].f;  // (TL.2)
    return;
  }
  const int order = std::max(2, formula_.order - 1);
  const Weights w = adams_weights(order, false);
  y1_ = past_[0].y;
  for (int j = 0; j < order; ++j) y1_ += step_ * w[std::size_t(j) + 1] * past_[std::size_t(j)].f;
}

void Tlismni::prepare_corrector() {
  const double h1 = past_[0].t - past_[1].t, r = step_ / h1;
  switch (formula_.corrector) {
    case Corrector_::adams: {
      const Weights w = adams_weights(formula_.order, true);
      factor_ = step_ * w[0];
      base_ = past_[0].y;
      for (int j = 1; j < formula_.order; ++j)
        base_ += step_ * w[std::size_t(j)] * past_[std::size_t(j) - 1].f;
      return;
    }
    case Corrector_::bdf:  // (TL.3)
      factor_ = step_ * (1 + r) / (1 + 2 * r);
      base_ = ((1 + r) * (1 + r) * past_[0].y - r * r * past_[1].y) / (1 + 2 * r);
      return;
    case Corrector_::hht:  // (TL.4)
      base_ = past_[0].f + alpha_ * r * (past_[0].f - past_[1].f);
      A0_ = base_.segment(layout_.n_q, layout_.n);
      base_ = past_[0].y + step_ * (1 - gamma_) * base_ - step_ * gamma_ * alpha_ * past_[0].f;
      factor_ = step_ * gamma_ * (1 + alpha_);
  }
}

void Tlismni::correct(Vector& y) {
  y = base_ + factor_ * f1_;
  if (formula_.corrector != Corrector_::hht) return;
  const int n = layout_.n;
  A1_ = (1 + alpha_) * f1_.segment(layout_.n_q, n) - alpha_ * past_[0].f.segment(layout_.n_q, n);
  increment_ =
      step_ * (past_[0].y.segment(layout_.n_q, n) + step_ * ((0.5 - beta_) * A0_ + beta_ * A1_));
  q_old_ = past_[0].y.head(layout_.n_q);
  dae_.retract(q_old_, increment_, q_new_);  // s1_ stays the evaluation that f1_ is of
  y.head(layout_.n_q) = q_new_;
}

bool Tlismni::iterate(Attempt& a) {  // (TL.5)
  const TlismniVariants& variants = options_.tlismni;
  const bool printed = uses_printed_rule();
  const double floor = rounding / options_.error;
  const double enough = std::max(printed      ? 1
                                 : is_noisy() ? share_in_noise * most_noise()
                                              : share_of_loop,
                                 floor);
  double before = std::numeric_limits<double>::infinity();
  bool is_converged = false;
  for (int k = 0; k < options_.max_iterations && !is_converged; ++k) {
    const IndexOneReport report = evaluate(y1_, t1_, s1_);
    ++a.iterations;
    a.result = result_of(report);
    if (!report.ok()) return false;
    rates(s1_, f1_);
    correct(next_);
    difference_ = next_ - y1_;
    last_change_ = error_size(difference_);
    const double rate = k > 0 ? last_change_ / before : 1;
    // s1_ is the evaluation of y1_, of which the corrector would change next to nothing.
    if (!printed && !variants.truncate && rate < 1 && last_change_ / (1 - rate) <= enough)
      return true;
    y1_ = next_;
    is_converged = last_change_ <= enough ||
                   (!printed && rate < 1 && last_change_ * rate / (1 - rate) <= enough);
    if (!std::isfinite(last_change_) ||
        (!printed && !variants.truncate && k > 1 && rate > 1 && last_change_ > 10 * enough))
      break;
    before = last_change_;
  }
  if (!is_converged && !(variants.truncate && std::isfinite(last_change_))) {
    a.result = AttemptResult::not_converged;
    return false;
  }
  const IndexOneReport report = evaluate(y1_, t1_, s1_);
  a.result = result_of(report);
  if (report.ok()) rates(s1_, f1_);
  return report.ok();
}

double Tlismni::local_error() {  // (TL.6)
  const int order = formula_.order + 1;
  const Weights w = adams_weights(order, true);
  difference_ = past_[0].y + step_ * w[0] * f1_ - y1_;
  for (int j = 1; j < order; ++j)
    difference_ += step_ * w[std::size_t(j)] * past_[std::size_t(j) - 1].f;
  return error_size(difference_);
}

StepDecision Tlismni::decide(const Attempt& a) {
  using Action = StepDecision::Action;
  const bool is_accepted = a.result == AttemptResult::accepted;
  if (!uses_printed_rule() || is_starting() || control_.limits().fixed > 0 ||
      (!is_accepted && a.result != AttemptResult::not_converged))
    return PartitionedIntegrator::decide(a);
  const double h = printed_step(is_accepted);
  control_.propose(h);
  if (h < 1e-15 * std::max(1.0, std::abs(s0_.t))) return {Action::give_up, h};
  return {is_accepted ? Action::accept : Action::retry, h};
}

double Tlismni::printed_step(bool is_accepted) {
  const int p = formula_.order;
  const double e = std::isfinite(last_change_) ? std::max(last_change_, 1e-12) : 1e6;
  if (options_.tlismni.rule == TlismniVariants::Rule::printed) {
    const double eta = std::pow(std::pow(h_, p + 1) / (2 * e), 1.0 / p);
    return std::max((is_accepted ? printed_growth : printed_cut) * h_, eta);  // (TL.7)
  }
  const double difference = new_difference(), C = error_constant[std::size_t(p)];
  const double T = (p == 2 ? printed_trapezoidal : C) * h_ * difference;
  const bool changes = is_accepted ? e <= printed_safety * T : e > T;
  if (changes && difference > 0) return e * std::pow(h_ / 2, p) / (C * difference);  // (TL.9)
  return is_accepted ? h_ : printed_cut * h_;
}

void Tlismni::remember() {
  std::rotate(past_.begin(), past_.end() - 1, past_.end());
  past_[0].t = s1_.t;
  stack(s1_, past_[0].y);
  past_[0].f = f1_;
  f0_ = f1_;
  const bool was_starting = is_starting();
  known_ = std::min(known_ + 1, most_points);
  if (chooses_printed_start() && was_starting && !is_starting())
    control_.propose(printed_first_step());
}

double Tlismni::new_difference() {
  const int p = formula_.order;
  difference_ = f1_;
  double binomial = 1;
  for (int j = 1; j <= p; ++j) {
    binomial *= -double(p + 1 - j) / j;
    difference_ += binomial * past_[std::size_t(j) - 1].f;
  }
  return error_size(difference_);
}

// The steps of the start are not equal: divided differences in the place of the printed ones, which have
// h/2 for their distance.
double Tlismni::printed_first_step() {  // (TL.8)
  const int p = formula_.order;
  difference_.setZero();
  for (int j = 0; j <= p; ++j) {
    double product = 1;
    for (int i = 0; i <= p; ++i)
      if (i != j) product *= past_[std::size_t(j)].t - past_[std::size_t(i)].t;
    difference_ += past_[std::size_t(j)].f / product;
  }
  const double D = std::pow(2, p) * std::tgamma(p + 1.0) * error_size(difference_);  // over ERROR
  const double C = error_constant[std::size_t(p)];
  return D > 0 ? std::pow(1 / (2 * C * D), 1.0 / p) : control_.h();
}

}  // namespace trammel
