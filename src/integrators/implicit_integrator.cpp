// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/implicit_integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trammel {

namespace {

constexpr long oldest_blocks = 50;        // steps after which derivatives are renewed anyway
constexpr double largest_rotation = 2.5;  // rad in one step
constexpr double most_stretched = 1.1;    // step of the scales over that of the factors

AttemptResult result_of(NewtonReport::Status status) {
  switch (status) {
    case NewtonReport::Status::singular:
      return AttemptResult::singular_matrix;
    case NewtonReport::Status::domain_error:
      return AttemptResult::domain_error;
    case NewtonReport::Status::stopped:
      return AttemptResult::stopped;
    default:
      return AttemptResult::not_converged;
  }
}

}  // namespace

ImplicitIntegrator::ImplicitIntegrator(const Dae& dae, const IntegratorOptions& options, int size,
                                       double position_tolerance)
    : SteppingIntegrator(dae, options),
      newton_(size, options.max_iterations),
      plan_{options.pattern},
      corrector_(dae, norm_, options, position_tolerance),
      blocks_(make_blocks(dae)),
      values_(make_values(layout_)),
      inertia_rows_(Vector::Zero(layout_.n)) {}

void ImplicitIntegrator::forget_run() {
  largest_pivot_ = 0;
  steps_near_singular_ = 0;
  corrector_.reset();
  stood_still_ = false;
  blocks_are_valid_ = false;
}

StepReport ImplicitIntegrator::step(double t_limit) {
  using Action = StepDecision::Action;
  if (!is_started_)
    return {StepReport::Status::stopped, s0_.t, 0, 0, "the integrator has not been started"};
  bool force_new_matrix = false;
  hops_ = 0;
  first_h_ = 0;
  while (true) {
    const double t = s0_.t;
    if (!(t < t_limit) || !(choose_step(t_limit, hops_ > 0 ? hop_length() : 0) > 0))
      return {.t = t};
    first_h_ = std::max(first_h_, h_);
    if (glide()) return count_glide(t);
    if (const StepReport report = predict(); !report.ok()) return report;
    tell_of_attempt(s0_.t);
    const NewtonReport newton = attempt(force_new_matrix);

    ErrorEstimate estimate{0, 3};
    AttemptResult result = AttemptResult::accepted;
    if (!newton.converged()) {
      result = result_of(newton.status);
      ++statistics_.convergence_failures;
    } else if (estimate = estimate_error(), tolerate_noise(estimate);
               !control_.accepts(estimate.error)) {
      result = AttemptResult::error_too_large;
      ++statistics_.rejected_steps;
    }
    const bool hops = hop(result);
    StepDecision decision{Action::retry, h_};
    if (!hops)
      decision = newton.converged()
                     ? control_.completed(s0_.t, h_, estimate.error, estimate.exponent)
                     : control_.newton_failed(s0_.t, h_, newton, matrix_is_of_attempt_);
    const bool is_accepted = decision.action == Action::accept;
    AttemptEndEvent event{result, s0_.t, h_, estimate.error, decision.h, newton.iterations, &s1_};
    if (is_accepted) {
      judge_rate(newton.rate);
      accept();
      advance_clock(t);
      event.next_h = control_.h();  // a method of variable order has chosen it just now
      event.state = &s0_;
    }
    if (options_.observer) options_.observer->attempt_ends(event);
    if (is_accepted) return count_step(estimate.error);
    if (decision.action == Action::give_up) return give_up(result, newton, estimate.error);
    if (decision.action == Action::restart)
      if (const StepReport report = start_anew(decision.h); !report.ok()) return report;
    force_new_matrix =
        hops || decision.action == Action::retry_with_new_matrix || !newton.converged();
  }
}

StepReport ImplicitIntegrator::count_glide(double t) {
  advance_clock(t);
  tell_of_attempt(t);
  if (options_.observer)
    options_.observer->attempt_ends({AttemptResult::accepted, t, h_, 0, control_.h(), 0, &s0_});
  return count_step(0);
}

StepReport ImplicitIntegrator::count_step(double error) {
  ++steps_with_blocks_;
  if (steps_near_singular_ > 0) --steps_near_singular_;
  return SteppingIntegrator::count_step(error);
}

NewtonReport ImplicitIntegrator::attempt(bool force_new_matrix) {
  NewtonReport newton;
  matrix_is_of_attempt_ = false;
  const Matrix prepared = prepare_matrix(force_new_matrix);
  if (prepared == Matrix::ok) {
    const double speed = norm_.of_position(s0_.v);
    corrector_.set_motion(inertia_ * speed * speed, h_);
    corrector_.begin();
    newton = newton_.solve(*this, plan_, options_.observer);
  } else {
    newton.status = prepared == Matrix::singular  ? NewtonReport::Status::singular
                    : prepared == Matrix::stopped ? NewtonReport::Status::stopped
                                                  : NewtonReport::Status::domain_error;
  }
  statistics_.iterations += newton.iterations;
  stood_still_ = newton.stood_still;
  return newton;
}

NewtonProblem::Matrix ImplicitIntegrator::prepare_matrix(bool force_new) {
  const bool old = !blocks_are_valid_ || matrix_is_wanted_ || steps_with_blocks_ > oldest_blocks;
  const bool adaptive = options_.pattern.empty();
  if (force_new || !blocks_are_valid_ || (adaptive && old)) return renew_matrix();
  const double parameter = matrix_parameter();
  if (parameter == parameter_of_scales_ && !factors_are_wanted_) return Matrix::ok;
  return adaptive && stretch_to(parameter) ? Matrix::ok : recombine();
}

// (STEP.3): factors for h serve steps of nearly h, at the rate that the change costs at worst.
bool ImplicitIntegrator::stretch_to(double parameter) {
  const double stretched = parameter / parameter_of_matrix_;
  if (factors_are_wanted_ || !(stretched < most_stretched && most_stretched * stretched > 1))
    return false;
  if (!stretch()) return false;
  newton_.expect_rate(std::abs(1 - stretched * stretched));
  parameter_of_scales_ = parameter;
  return true;
}

void ImplicitIntegrator::judge_rate(double rate) {
  const bool is_slow = rate > slow_rate_,
             is_stretched = parameter_of_scales_ != parameter_of_matrix_;
  factors_are_wanted_ = is_slow && is_stretched;
  matrix_is_wanted_ = is_slow && !is_stretched;
}

NewtonProblem::Matrix ImplicitIntegrator::renew_matrix() {
  ++statistics_.jacobians;
  const Outcome outcome = linearise();
  if (outcome != Outcome::ok) {
    blocks_are_valid_ = false;
    return outcome == Outcome::user_stop ? Matrix::stopped : Matrix::domain_error;
  }
  blocks_are_valid_ = true;
  inertia_ = largest_inertia();
  matrix_is_fresh_ = matrix_is_of_attempt_ = true;
  matrix_is_wanted_ = false;
  steps_with_blocks_ = 0;
  return recombine();
}

NewtonProblem::Matrix ImplicitIntegrator::recombine() {
  newton_.forget_rate();
  parameter_of_matrix_ = parameter_of_scales_ = matrix_parameter();
  factors_are_wanted_ = false;
  const FactorReport report = factor();
  watch_pivots(report.rcond);
  ++(report.result == FactorReport::Result::refactored ? statistics_.refactorizations
                                                       : statistics_.factorizations);
  if (Observer* observer = options_.observer) {
    if (statistics_.factorizations > 1 && report.result == FactorReport::Result::factored)
      observer->pivots_chosen_anew();
    observer->matrix_factored(t1_, newton_matrix_values());
    if (!report.ok() && observer->wants_descriptions())
      observer->matrix_is_singular(t1_, describe_singularity());
  }
  if (report.ok()) return Matrix::ok;
  blocks_are_valid_ = false;
  return Matrix::singular;
}

bool ImplicitIntegrator::matrix_is_doubtful() const {
  return std::exchange(matrix_is_fresh_, false) && corrector_.is_far_from_balance();
}

// |M| of (COR.4) and (COR.7): the largest row, as work on units of the positions.
double ImplicitIntegrator::largest_inertia() {
  const Vector& unit = norm_.position_weights();
  inertia_rows_.setZero();
  blocks_[Block::M].multiply_add(unit, 1, inertia_rows_);
  return layout_.n > 0 ? inertia_rows_.cwiseAbs().cwiseProduct(unit).maxCoeff() : 0;
}

double ImplicitIntegrator::stagnation() const {
  const bool makes_noise = layout_.m0 > 0 && finds_reactions_by_positions();
  const double ulp = makes_noise ? std::numeric_limits<double>::epsilon() : 0;
  return corrector_.stagnation(steps_with_blocks_ == 0, ulp * inertia_ / (h_ * h_));
}

bool ImplicitIntegrator::turns_too_far(const Vector& increment) const {
  for (const Rotation& rotation : layout_.rotations)
    if (!(increment.segment<3>(rotation.v).norm() < largest_rotation)) return true;
  return false;
}

void ImplicitIntegrator::observe_magnitudes() {
  norm_.observe(s0_);
  if (!stood_still_) corrector_.observe(s0_);
}

StepReport ImplicitIntegrator::give_up(AttemptResult result, const NewtonReport& newton,
                                       double error) const {
  StepReport report{status_of(result), s0_.t, h_, error};
  const bool is_singular = result == AttemptResult::singular_matrix;
  report.message =
      fmt::format("at time {:.8g} with step {:.3g}: {}", s0_.t, h_,
                  is_singular ? describe_singularity() : std::string(describe(result)));
  if (result == AttemptResult::error_too_large)
    report.message += fmt::format(" in {}", bottleneck());
  else if (newton.worst_row >= 0 && !is_singular)
    report.message += fmt::format("; the largest residual is in {}", row_name(newton.worst_row));
  // An error that follows reactions is as good as they are.
  const bool is_inaccurate = result == AttemptResult::error_too_large;
  if (result != AttemptResult::not_converged && !is_inaccurate) return report;
  using Cause = StepReport::Cause;
  if (is_near_singular())
    report.cause = Cause::dependent_constraints;
  else if (layout_.m0 > 0 && finds_reactions_by_positions() &&
           (layout_.forces_use_lambda || !is_inaccurate) &&
           corrector_.reactions_are_noise(first_h_, s0_))
    report.cause = Cause::lost_reactions;
  return report;
}

}  // namespace trammel
