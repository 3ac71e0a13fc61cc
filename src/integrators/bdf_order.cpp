// Backward differentiation formulas: local errors, choice of order and step.
// Theory: docs/theory/bdf.md#order-and-step
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "integrators/bdf.h"

namespace trammel {

namespace {

constexpr double least_growth = 1.1;  // a smaller gain is not worth a change
constexpr double most_growth = 2.5, start_growth = 10;
constexpr long quick_steps = 10;  // after the start
constexpr double least_shrink = 0.2;
constexpr double bias_below = 1.3, bias_at = 1.2, bias_above = 1.4;

double factor_of(double error, int exponent, double bias) {  // (BDF.12)
  return std::pow(std::max(error, 1e-20), -1.0 / exponent) / bias;
}

}  // namespace

ImplicitIntegrator::ErrorEstimate Bdf::estimate_error() {
  const int k = array_.order();
  measure_this_order();
  if (const double turn = largest_turn(); turn > 1)  // at most 1 rad a step
    return {std::max(error_at_, std::pow(turn, k + 1)), k + 1.0};
  if (error_at_ <= 1 || k == 1 || options_.fixed_order) return {error_at_, k + 1.0};

  measure_order_below();
  measure_this_order();
  lower_next_ = factor_of(error_below_, k, bias_below) > factor_of(error_at_, k + 1, bias_at);
  steps_at_choice_ = 0;
  if (!lower_next_) return {error_at_, k + 1.0};
  return {std::max(error_below_, 1.0 + 1e-6), double(k)};  // rejected all the same
}

// Where a velocity has the largest share, error_ shows it as a position of the same share.
double Bdf::error_size(const Vector& term) {
  state_error_ = term.tail(layout_.n_x);
  const double position = position_size(term.head(layout_.n_q));
  const double size = std::max(position, norm_.of_states(state_error_));
  if (!controls_velocity_) return size;
  velocity_ = term.segment(layout_.n_q, layout_.n);
  const double velocity = norm_.of_velocity(velocity_);
  if (!(velocity <= position))
    error_ =
        velocity_.cwiseQuotient(norm_.velocity_weights()).cwiseProduct(norm_.position_weights());
  return std::max(size, velocity);
}

// A steady spin has tangent and radial derivatives of e in turn: the tangent part alone would call
// every second order exact.
double Bdf::position_size(const Eigen::Ref<const Vector>& term) {
  q_ = term;
  dae_.velocity(s1_.q, q_, error_);
  double size = norm_.of_position(error_);
  for (const Rotation& rotation : layout_.rotations)
    size =
        std::max(size, 2 * std::abs(s1_.q.segment<4>(rotation.q).dot(q_.segment<4>(rotation.q))));
  return size;
}

bool Bdf::choice_is_due() const {
  return steps_at_choice_ > array_.order() && !options_.fixed_order;
}

void Bdf::measure_this_order() {
  array_.error(correction_, term_);
  error_at_ = error_size(term_) / options_.error;
}

void Bdf::measure_order_below() {
  array_.error_below(correction_, term_);
  error_below_ = error_size(term_) / options_.error;
}

void Bdf::measure_neighbours() {
  if (array_.order() > 1) measure_order_below();
  knows_error_above_ = array_.order() < highest_order_ && array_.knows_error_above();
  if (knows_error_above_) {
    array_.error_above(correction_, term_);
    error_above_ = error_size(term_) / options_.error;
  }
  measure_this_order();  // error_ is that of the step
}

void Bdf::choose() {
  const int k = array_.order();
  const bool was_cut = is_cut();
  const bool is_fixed = control_.limits().fixed > 0;
  const double unchanged = was_cut ? planned_ : h_;
  if (!choice_is_due()) return propose(unchanged);

  const Choice choice = best_choice();
  const bool is_better = choice.factor >= least_growth || choice.factor < 1;
  if (choice.order != k && (is_fixed || is_better)) change_order(choice.order);
  if (is_fixed || !is_better) return propose(unchanged);
  // Velocities of index 3 lag behind by an amount that belongs to order and step: with another order
  // and a much longer step at once, that would be all of the error, and the step would fail.
  const bool is_quick = steps_since_start_ < quick_steps && choice.order == k;
  const double most = is_quick ? start_growth : most_growth;
  const double h = h_ * std::clamp(choice.factor, least_shrink, most);
  if (was_cut && h >= planned_) return propose(planned_);  // short without need: no change
  steps_at_choice_ = 0;
  propose(h);
}

// The order that allows the largest step; with a fixed step, the one with the smallest error.
Bdf::Choice Bdf::best_choice() {
  const bool is_fixed = control_.limits().fixed > 0;
  const auto factor = [&](double error, int order, double bias) {
    return factor_of(error, is_fixed ? 1 : order + 1, bias);
  };
  const int k = array_.order();
  Choice best{k, factor(error_at_, k, bias_at)};
  if (k > 1)
    if (const double f = factor(error_below_, k - 1, bias_below); f > best.factor)
      best = {k - 1, f};
  if (knows_error_above_)
    if (const double f = factor(error_above_, k + 1, bias_above); f > best.factor)
      best = {k + 1, f};
  return best;
}

void Bdf::change_order(int order) {
  if (order > array_.order())
    array_.raise_order();
  else
    array_.lower_order();
  steps_at_choice_ = 0;
}

// Where bodies turn fast the largest step limits every step; a little below it the step is constant.
void Bdf::propose(double h) {
  const double largest = dae_.largest_step(s0_);
  control_.propose(h > largest ? 0.9 * largest : h);
}

}  // namespace trammel
