// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/step_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

namespace {

// Times of thousands of equal steps miss their limit by round-off; a step that short would turn it
// into velocities.
constexpr double sliver = 1e-6;  // of a step

}  // namespace

double StepController::resolution(double t) {
  return std::max(16 * std::numeric_limits<double>::epsilon() * std::abs(t),
                  std::numeric_limits<double>::min());
}

void StepController::start(double h) {
  h_ = limits_.fixed > 0 ? limits_.fixed : h;
  if (limits_.fixed == 0) h_ = std::max(h_, limits_.h_min);
  if (limits_.h_max > 0) h_ = std::min(h_, limits_.h_max);
  steps_at_h_ = 0;
  failures_ = 0;
  steps_since_start_ = 0;
  starting_ = true;
}

double StepController::attempt(double t, double t_limit, double largest, double t_lost) const {
  const double left = (t_limit - t) - t_lost;
  const double h =
      limits_.fixed > 0 ? limits_.fixed : std::max(std::min(h_, largest), resolution(t));
  if (left <= h * (1 + sliver)) return left;
  if (left < 2 * h && limits_.fixed == 0)
    return left / 2;  // two equal steps instead of one and a sliver
  return h;
}

void StepController::propose(double h) {
  if (limits_.fixed > 0) return;
  h_ = std::max(h, limits_.h_min);
  if (limits_.h_max > 0) h_ = std::min(h_, limits_.h_max);
}

StepDecision StepController::completed(double t, double h, double error, double exponent) {
  using Action = StepDecision::Action;
  if (limits_.fixed > 0) return {Action::accept, limits_.fixed};

  const double ideal = safety * std::pow(std::max(error, 1e-12), -1 / exponent);  // (STEP.1)
  if (!accepts(error)) {
    starting_ = false;
    return shrink(t, h,
                  std::isfinite(ideal) ? std::clamp(ideal, least_shrink, safety) : least_shrink);
  }
  failures_ = 0;
  if (++steps_since_start_ > 10) starting_ = false;
  // A step cut short to land on a time (h < h_) neither counts as one at h_ nor forbids h_.
  if (h > 0.999 * h_) ++steps_at_h_;

  const double wanted = std::max(h * ideal, smallest(t));
  const bool tells = h > shortest_telling * h_;  // in a very short step round-off is all the error
  if (tells && wanted < tolerated_excess * h_) {
    h_ = wanted;
    steps_at_h_ = 0;
  } else if (wanted > least_growth * h_ && (starting_ || steps_at_h_ >= steps_between_growth)) {
    h_ = std::min(wanted, h_ * (starting_ ? start_growth : most_growth));
    steps_at_h_ = 0;
  }
  if (limits_.h_max > 0) h_ = std::min(h_, limits_.h_max);
  return {Action::accept, h_};
}

StepDecision StepController::newton_failed(double t, double h, const NewtonReport& report,
                                           bool matrix_is_new) {
  using Action = StepDecision::Action;
  if (report.status == NewtonReport::Status::stopped) return {Action::give_up, h};
  if (report.status == NewtonReport::Status::domain_error) return shrink(t, h, 0.5);
  if (!matrix_is_new && report.status != NewtonReport::Status::singular)
    return {Action::retry_with_new_matrix, h};
  starting_ = false;
  return shrink(t, h, 0.25);
}

StepDecision StepController::shrink(double t, double h, double factor) {
  using Action = StepDecision::Action;
  if (limits_.fixed > 0) return {Action::give_up, h};
  ++failures_;
  steps_at_h_ = 0;
  h_ = std::max(h * factor, smallest(t));
  if (h_ >= h) return {Action::give_up, h};  // it failed with the smallest step
  return {failures_ % failures_before_restart == 0 ? Action::restart : Action::retry, h_};
}

double StepController::smallest(double t) const {
  return std::max(limits_.h_min, resolution(t));
}

}  // namespace trammel
