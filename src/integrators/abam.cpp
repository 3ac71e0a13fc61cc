// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/abam.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "integrators/trajectory_start.h"

namespace trammel {

namespace {

// γ*_k, from k = 1
constexpr std::array<double, 14> gamma_star = {0,
                                               1. / 2,
                                               1. / 12,
                                               1. / 24,
                                               19. / 720,
                                               3. / 160,
                                               863. / 60480,
                                               275. / 24192,
                                               33953. / 3628800,
                                               8183. / 1036800,
                                               3250433. / 479001600,
                                               4671. / 788480,
                                               13695779093. / 2615348736000,
                                               2224234463. / 475517952000};

constexpr double longest_glide = 0.25;       // of a step, without the formula
constexpr double wanted_error = 0.5;         // of ERROR, for the next step
constexpr double limit_of_stability = 0.25;  // h L
constexpr int low_order = 4, patience = 50;

}  // namespace

Abam::Abam(const Dae& dae, const IntegratorOptions& options)
    : PartitionedIntegrator(dae, options),
      highest_order_(options.max_order.value_or(AdamsDifferences::highest_order)),
      differences_(rows()),
      interpolant_(dae, differences_),
      newest_(make_state(layout_)) {
  y_ = d_ = term_ = f1_ = predicted_rate_ = weights_ = Vector::Zero(rows());
}

std::string Abam::check(const IntegratorOptions& o) {
  const auto is_order = [](int k) { return 1 <= k && k <= AdamsDifferences::highest_order; };
  if (o.max_order && !is_order(*o.max_order))
    return fmt::format("KMAX must lie between 1 and 12, not {}", *o.max_order);
  if (o.fixed_order && !is_order(*o.fixed_order))
    return fmt::format("the fixed order must lie between 1 and 12, not {}", *o.fixed_order);
  if (o.fixed_order && o.step.fixed == 0) return "a fixed order needs a fixed step";
  return {};
}

void Abam::begin_history(double h) {
  const bool is_printed = options_.adams.norm == AdamsVariants::Norm::printed;
  if (!std::isfinite(h)) h = is_printed ? 0.25 / std::sqrt(size_of(f0_)) : cautious_step();
  control_.start(h);
  differences_.start(f0_);
  k_ = lower_ = 1;
  is_starting_ = true;
  equal_steps_ = steps_at_limit_ = 0;
  h_before_ = 0;
  newest_ = s0_;
  interpolant_.set(s0_, s0_, newest_);
  if (options_.fixed_order && fill_history(control_.h())) k_ = *options_.fixed_order;
}

bool Abam::fill_history(double h) {
  const int past = *options_.fixed_order;
  Matrix changes = Matrix::Zero(rows(), past);
  if (!TrajectoryStart(dae_, s0_).follow(-h, changes)) return false;
  std::vector<Vector> f = {f0_};
  Vector y0 = y_;
  stack(s0_, y0);
  for (int j = 0; j < past; ++j) {
    y_ = y0 + changes.col(j);
    if (!evaluate(y_, s0_.t - (j + 1) * h, s1_).ok()) return false;
    rates(s1_, f1_);
    f.push_back(f1_);
  }
  s1_ = s0_;
  differences_.start(f, h);
  return true;
}

// A step cut to land on a time, much shorter than the formula's own, is a look along the polynomial;
// the next step of the formula begins where this one does.
bool Abam::glide() {
  const double ahead = t1_ - newest_.t;
  if (!(ahead < longest_glide * h_before_) || !is_cut() || is_noisy()) return false;
  differences_.evaluate(ahead, y_, term_);
  stack(newest_, term_);
  y_ += term_;
  if (!evaluate(y_, t1_, s1_).ok()) return false;
  interpolant_.set(s0_, s1_, newest_);
  return true;
}

PartitionedIntegrator::Attempt Abam::attempt() {
  Attempt a{.exponent = k_ + 1.0};
  h_of_step_ = newest_.t == s0_.t ? h_ : t1_ - newest_.t;
  differences_.predict(h_of_step_, k_);
  stack(newest_, y_);
  y_ += differences_.increment();
  ++a.iterations;
  if (const IndexOneReport report = evaluate(y_, t1_, s1_); !report.ok()) {
    a.result = result_of(report);
    return a;
  }
  rates(s1_, predicted_rate_);
  d_ = predicted_rate_ - differences_.expected(1);  // (ADAMS.7)
  measure_orders();
  a.error = tolerate_noise(local_error_);
  if (!control_.accepts(a.error)) {
    is_starting_ = false;
    equal_steps_ = 0;
    k_ = options_.fixed_order ? k_ : lower_;
    return a;
  }
  y_ += h_of_step_ * differences_.g(k_ + 1) * d_;
  ++a.iterations;
  if (const IndexOneReport report = evaluate(y_, t1_, s1_); !report.ok())
    a.result = result_of(report);
  else
    rates(s1_, f1_);
  return a;
}

// A step whose error is too large is halved.
StepDecision Abam::decide(const Attempt& a) {
  Attempt judged = a;
  constexpr double as_of_half = 1.8;  // 0.9/½: (STEP.1) for an error of its power
  if (a.result == AttemptResult::accepted && !control_.accepts(a.error))
    judged.error = std::pow(as_of_half, a.exponent);
  return PartitionedIntegrator::decide(judged);
}

double Abam::size_of(const Vector& r) {
  if (options_.adams.norm == AdamsVariants::Norm::largest) return error_size(r);
  stack(s0_, weights_);
  weights_ = weights_.cwiseAbs().array() + 1;
  return r.cwiseQuotient(weights_).norm() / options_.error;  // (ADAMS.12)
}

double Abam::size_of_term(double factor) {
  term_ *= h_of_step_ * factor;
  return size_of(term_);
}

void Abam::measure_orders() {  // (ADAMS.9)
  const int k = k_;
  const auto star = [](int i) { return gamma_star[std::size_t(i)]; };
  double two_below = 0;
  lower_ = k;
  if (k > 2) {
    term_ = differences_.expected(k - 1) + d_;
    two_below = size_of_term(star(k - 2) * differences_.sigma(k - 1));
  }
  if (k > 1) {
    term_ = differences_.expected(k) + d_;
    error_below_ = size_of_term(star(k - 1) * differences_.sigma(k));
  }
  term_ = d_;
  const double unit = size_of_term(1);
  local_error_ = unit * std::abs(differences_.g(k) - differences_.g(k + 1));  // (ADAMS.8)
  error_at_ = unit * star(k) * differences_.sigma(k + 1);
  if (k == 2 && error_below_ <= 0.5 * error_at_) lower_ = 1;
  if (k > 2 && std::max(error_below_, two_below) <= error_at_) lower_ = k - 1;
}

void Abam::remember() {
  differences_.accept(f1_);
  newest_ = s1_;
  interpolant_.set(s0_, s1_, newest_);
  f0_ = f1_;
  equal_steps_ = h_of_step_ == h_before_ ? equal_steps_ + 1 : 1;
  h_before_ = h_of_step_;
  watch_stiffness();
  if (!options_.fixed_order) {
    choose(lower_);
    choose_step_size();
  }
  term_ = d_;
  size_of_term(1);  // what bottleneck() names
}

void Abam::choose(int lower) {
  const int k = k_;
  if (lower < k || k == highest_order_) is_starting_ = false;
  const auto raise = [&](double error) {
    k_ = k + 1;
    error_at_ = error;
  };
  if (is_starting_) {
    k_ = k + 1;
    return;
  }
  const bool knows_above = equal_steps_ > k && k < highest_order_ && differences_.known() >= k + 2;
  double above = 0;
  if (lower == k && knows_above) {
    term_ = differences_.difference(k + 2);
    above = size_of_term(gamma_star[std::size_t(k) + 1]);
    if (k > 1 && error_below_ <= std::min(error_at_, above)) lower = k - 1;
  }
  if (lower < k) {
    k_ = lower;
    error_at_ = error_below_;
  } else if (knows_above && above < (k == 1 ? 0.5 : 1) * error_at_) {
    raise(above);
  }
}

// Steps double or stay: the formulas are at their best with equal ones.
void Abam::choose_step_size() {
  const double h = is_cut() ? std::max(planned_, h_of_step_) : h_of_step_;
  const double shrunk = std::pow(wanted_error / std::max(error_at_, 1e-20), 1.0 / (k_ + 1));
  const bool may_double = 2 * h <= dae_.largest_step(s1_);
  double next = h;
  if (is_starting_ || wanted_error >= error_at_ * std::pow(2, k_ + 1))
    next = may_double ? 2 * h : h;
  else if (wanted_error < error_at_)
    next = h_of_step_ * std::clamp(shrunk, 0.5, 0.9);
  control_.propose(next);
}

void Abam::watch_stiffness() {  // (ADAMS.10)
  if (has_advised()) return;
  term_ = f1_ - predicted_rate_;
  const double rates_apart = error_size(term_);
  term_ = h_of_step_ * differences_.g(k_ + 1) * d_;
  const double apart = error_size(term_);
  const double h_L = apart > 0 ? h_of_step_ * rates_apart / apart : 0;
  if (k_ <= low_order && h_L > limit_of_stability)
    ++steps_at_limit_;
  else
    steps_at_limit_ = std::max(0, steps_at_limit_ - 2);
  if (steps_at_limit_ >= patience)
    advise(
        fmt::format("stability and not accuracy keeps the steps of abam at {:.3g}; the model is "
                    "stiff, with rates up to {:.3g} per unit of time: an implicit integrator "
                    "such as hht-i3 or gstiff-si2 takes longer steps",
                    h_of_step_, h_L / h_of_step_));
}

}  // namespace trammel
