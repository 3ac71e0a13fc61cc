// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/stepping_integrator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

std::string_view describe(StepReport::Cause cause) {
  using Cause = StepReport::Cause;
  switch (cause) {
    case Cause::dependent_constraints:
      return "; constraints are almost dependent in this pose";
    case Cause::lost_reactions:
      return "; in steps this short rounding drowns the reactions of index 3: try an -si2 "
             "integrator";
    default:
      return "";
  }
}

StepReport::Status status_of(AttemptResult result) {
  using Status = StepReport::Status;
  switch (result) {
    case AttemptResult::singular_matrix:
      return Status::singular_matrix;
    case AttemptResult::domain_error:
      return Status::domain_error;
    case AttemptResult::stopped:
      return Status::stopped;
    case AttemptResult::error_too_large:
      return Status::error_too_large;
    default:
      return Status::not_converged;
  }
}

SteppingIntegrator::SteppingIntegrator(const Dae& dae, const IntegratorOptions& options)
    : dae_(dae),
      layout_(dae.layout()),
      options_(options),
      index_one_(dae),
      control_(options.step),
      norm_(layout_),
      s0_(make_state(layout_)),
      s1_(s0_),
      error_(Vector::Zero(layout_.n)),
      state_error_(Vector::Zero(layout_.n_x)),
      revision_(layout_.revision) {}

SteppingIntegrator::~SteppingIntegrator() {
  if (options_.observer) options_.observer->set_names(nullptr);
}

void SteppingIntegrator::set_fixed_step(double h) {
  StepLimits limits = control_.limits();
  limits.fixed = h;
  control_ = StepController(limits);
  control_.start(h);
}

StepReport SteppingIntegrator::start(const State& s) {
  if (layout_.revision != revision_)
    return {StepReport::Status::stopped, s.t, 0, 0,
            "the equations have changed since this integrator was made"};
  if (options_.observer) options_.observer->set_names(this);
  s0_ = s;
  t_lost_ = 0;
  norm_.reset(s0_);
  statistics_ = {};
  forget_run();
  const StepLimits& limits = control_.limits();
  const double wanted = limits.fixed > 0 ? limits.fixed : limits.h_init;
  const StepReport report = begin(wanted > 0 ? wanted : std::numeric_limits<double>::infinity());
  is_started_ = report.ok();
  return report;
}

double SteppingIntegrator::choose_step(double t_limit, double wanted) {
  const double largest = dae_.largest_step(s0_), left = t_limit - s0_.t;
  h_ = control_.attempt(s0_.t, t_limit, largest, t_lost_);
  if (wanted > 0)
    h_ = std::min(std::max(std::min(wanted, largest), StepController::resolution(s0_.t)),
                  left - t_lost_);
  t1_ = h_ == left - t_lost_ ? t_limit : s0_.t + (h_ + t_lost_);
  planned_ = std::min(control_.h(), largest);
  return h_;
}

double SteppingIntegrator::longest_step(double t_limit) const {
  const double h_max = control_.limits().h_max;
  const double h = std::min(t_limit - s0_.t - t_lost_, dae_.largest_step(s0_));
  return h_max > 0 ? std::min(h, h_max) : h;
}

void SteppingIntegrator::advance_clock(double t) {
  t_lost_ = (t_lost_ + h_) - (t1_ - t);
}

StepReport SteppingIntegrator::start_anew(double h) {
  ++statistics_.restarts;
  if (options_.observer) options_.observer->restarted(s0_.t);
  return restart(h);
}

void SteppingIntegrator::tell_of_attempt(double t) const {
  if (options_.observer)
    options_.observer->attempt_begins(
        {statistics_.steps + 1, order(), t, h_, statistics_.iterations});
}

StepReport SteppingIntegrator::count_step(double error) {
  ++statistics_.steps;
  statistics_.h_min = statistics_.steps == 1 ? h_ : std::min(statistics_.h_min, h_);
  statistics_.h_max = std::max(statistics_.h_max, h_);
  return {.t = s0_.t, .h = h_, .error = error};
}

std::string SteppingIntegrator::bottleneck() const {
  const auto largest = [](const Vector& error, const Vector& weights, int& where) {
    return error.size() > 0 ? error.cwiseQuotient(weights).cwiseAbs().maxCoeff(&where) : 0.0;
  };
  int entry = -1, state = -1;
  const double position = largest(error_, norm_.position_weights(), entry);
  const double states = largest(state_error_, norm_.state_weights(), state);
  if (state >= 0 && !(position >= states)) return dae_.column_name(layout_.n + layout_.m() + state);
  return entry >= 0 ? dae_.column_name(entry) : std::string();
}

}  // namespace trammel
