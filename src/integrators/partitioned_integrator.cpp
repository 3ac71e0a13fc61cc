// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/partitioned_integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trammel {

namespace {

constexpr double unavoidable = 1e5;       // units of rounding, tolerated where ERROR is less
constexpr double kept_step = 0.7;         // the error for which the next step is as long
constexpr int memory_of_noise = 12;       // steps: the longest history hands it on
constexpr int many_steps = 2000;          // to an output or the end: time to ask what follows …
constexpr int many_damped_steps = 20000;  // … where vibrations die out
constexpr double enormous = 30000;        // steps that are ahead, on average and at this pace
constexpr double many_more = 10;          // times the steps that have been told of

// Also where a function has no value: next to a pose dependent coordinates do not follow from the others.
bool is_failure(AttemptResult result) {
  return result == AttemptResult::not_converged || result == AttemptResult::jumped ||
         result == AttemptResult::singular_matrix || result == AttemptResult::domain_error;
}

}  // namespace

PartitionedIntegrator::PartitionedIntegrator(const Dae& dae, const IntegratorOptions& options)
    : SteppingIntegrator(dae, options),
      motion_(dae),
      f0_(Vector::Zero(rows())),
      zero_(Vector::Zero(layout_.n)),
      raw_index_(raw_index_of_tangent(layout_)),
      values_(make_values(layout_)),
      defect_(f0_),
      q_(Vector::Zero(layout_.n_q)),
      q_dot_(q_),
      tangent_(zero_),
      jerk_(tangent_),
      x_second_(Vector::Zero(layout_.n_x)),
      at_rest_(s0_),
      rates_before_(values_.c1),
      rates_after_(values_.c1),
      second_before_(values_.c2),
      second_after_(values_.c2) {}

StepReport PartitionedIntegrator::begin(double h) {
  const bool is_fast = dae_.accelerate(s0_) != Acceleration::not_offered;  // and has no matrix
  if (!is_fast)
    if (const StepReport report = make_consistent(); !report.ok()) return report;
  IndexOneReport report = motion_.choose(s0_, norm_.position_weights());
  if (report.ok() && is_fast) report = motion_.evaluate(s0_);
  if (!report.ok()) return failure_of(report, motion_.index_one(), s0_.t);
  error_.setZero();
  state_error_.setZero();
  s1_ = s0_;
  rates(s0_, f0_);
  passage_.reset();
  noisy_steps_ = 0;
  wants_all_ = knows_before_ = false;
  begin_history(h);
  count_factors();
  return {.t = s0_.t};
}

void PartitionedIntegrator::forget_run() {
  steps_to_limit_ = 0;
}

StepReport PartitionedIntegrator::restart(double h) {
  return begin(h);
}

StepReport PartitionedIntegrator::step(double t_limit) {
  using Action = StepDecision::Action;
  if (!is_started_)
    return {StepReport::Status::stopped, s0_.t, 0, 0, "the integrator has not been started"};
  t_limit_ = t_limit;
  is_repeated_ = false;
  hops_ = 0;
  hop_ = first_failed_ = 0;
  jumping_row_ = imposed_row_ = -1;
  while (true) {
    const double t = s0_.t;
    if (!(t < t_limit) || !plan_step(t_limit)) return {.t = t};
    s1_.memory = s0_.memory;
    tell_of_attempt(t);
    knows_after_ = false;
    const bool glides = glide();
    const Attempt a = glides ? Attempt{} : limited_attempt();
    const bool hops = hop(a.result);
    const StepDecision decision = hops     ? StepDecision{Action::retry, hop_}
                                  : glides ? StepDecision{Action::accept, control_.h()}
                                           : decide(a);
    AttemptEndEvent event{a.result, t, h_, a.error, decision.h, a.iterations, &s1_};
    if (a.result == AttemptResult::accepted && decision.action != Action::accept) {
      event.result = AttemptResult::error_too_large;
      ++statistics_.rejected_steps;
    } else if (a.result != AttemptResult::accepted) {
      ++statistics_.convergence_failures;
    }
    if (decision.action == Action::accept) {
      if (!glides) remember(), watch_pace();
      accept(t);
      event.next_h = control_.h();
      event.state = &s0_;
    }
    count_factors();
    if (options_.observer) options_.observer->attempt_ends(event);
    if (decision.action == Action::accept) return count_step(a.error);
    if (decision.action == Action::give_up) return give_up({event.result, a.error});
    is_repeated_ = true;
    if (a.result != AttemptResult::accepted) renew_partition();
    if (decision.action == Action::restart &&
        !is_noisy())  // there is nothing but noise to start from
      if (StepReport report = start_anew(decision.h); !report.ok()) return with_jump(report);
  }
}

bool PartitionedIntegrator::plan_step(double t_limit) {
  const double planned = choose_step(t_limit);
  if (control_.limits().fixed > 0 || !(planned > 0)) return planned > 0;
  // Stretched to pass a pose, a step that has failed would be tried again for ever.
  const double passing = passage_.step(planned, evaluated_at());
  const double h = hop_ > 0 ? hop_ : is_repeated_ ? std::min(passing, planned) : passing;
  if (h != planned) choose_step(t_limit, h);
  const double noise = passage_.noise(h_, evaluated_at()) * h_ / options_.error;
  if (noisy_steps_ == 0) noise_ = 0;
  if (noise > audible()) {
    noisy_steps_ = memory_of_noise;
    noise_ = std::max(noise_, noise);
  }
  motion_.project(is_noisy());
  return h_ > 0;
}

// A pose that one step does not cross is crossed by another, which sees other noise; many short steps would meet
// it from nearer by.
bool PartitionedIntegrator::hop(AttemptResult result) {
  const bool has_hopped = hop_ > 0;
  hop_ = 0;
  failed_ = h_;
  if (!is_failure(result) || control_.limits().fixed > 0) return false;
  if (first_failed_ == 0) {
    first_failed_ = h_;
    crossings_ =
        passage_.crossings(h_, control_.limits().h_min, longest_step(t_limit_), evaluated_at());
  } else if (!has_hopped) {
    return false;
  }
  if (hops_ < crossings_.size)
    hop_ = crossings_.h[hops_++];
  else
    failed_ = first_failed_;  // shorter steps than that one are next
  return hop_ > 0;
}

double PartitionedIntegrator::most_noise() const {
  const double rounding = unavoidable * std::numeric_limits<double>::epsilon();
  return std::max(tolerated, rounding / options_.error);
}

double PartitionedIntegrator::tolerate_noise(double error) const {
  const double most = std::min(most_noise(), noise_);
  return is_noisy() && error > 1 && error <= most ? kept_step : error;
}

// At most 1 rad a step: angles are continued by their last values.
PartitionedIntegrator::Attempt PartitionedIntegrator::limited_attempt() {
  Attempt a = attempt();
  statistics_.iterations += a.iterations;
  if (a.result != AttemptResult::accepted) return a;
  a.error = tolerate_noise(a.error);
  if (const double turn = dae_.largest_turn(s0_, s1_); turn > 1)
    a.error = std::max(a.error, std::pow(turn, a.exponent));
  if (control_.accepts(a.error) && (imposed_velocities_jump() || jumps()))
    a.result = AttemptResult::jumped;
  return a;
}

StepDecision PartitionedIntegrator::decide(const Attempt& a) {
  if (a.result == AttemptResult::accepted)
    return control_.completed(s0_.t, h_, a.error, a.exponent);
  NewtonReport report;
  report.status = a.result == AttemptResult::stopped        ? NewtonReport::Status::stopped
                  : a.result == AttemptResult::domain_error ? NewtonReport::Status::domain_error
                                                            : NewtonReport::Status::diverged;
  return control_.newton_failed(s0_.t, failed_, report, true);
}

bool PartitionedIntegrator::consistent_at(double t, State& s) {
  if (!motion_.index_one().was_fast()) return false;
  interpolant().at(t, s);
  return motion_.evaluate(s).ok();
}

void PartitionedIntegrator::accept(double t) {
  dae_.commit(s1_, interpolant());
  set_end_memory(s1_.memory);
  std::swap(s0_, s1_);
  std::swap(rates_before_, rates_after_);
  std::swap(second_before_, second_after_);
  knows_before_ = std::exchange(knows_after_, false);
  advance_clock(t);
  norm_.observe(s0_);
  motion_.refresh(s0_);
  passage_.observe(s0_.t, motion_.closeness());
  if (noisy_steps_ > 0) --noisy_steps_;
  const double h = control_.h(), ahead = passage_.noise_ahead(h, evaluated_at());
  wants_all_ = motion_.index_one().was_fast() && ahead * h > audible() * options_.error;
  if (motion_.is_worn()) renew_partition();
}

void PartitionedIntegrator::watch_pace() {  // (PART.8)
  const StepLimits& limits = control_.limits();
  const bool is_asked_for = limits.fixed > 0 || (limits.h_max > 0 && h_ > 0.5 * limits.h_max);
  if (!options_.observer || is_asked_for) return;
  if (t_limit_ != limit_watched_ || steps_to_limit_ == 0) {
    limit_watched_ = t_limit_;
    time_watched_ = time_asked_ = s0_.t;
    steps_to_limit_ = 0;
  }
  const int patience = needs_short_steps() ? many_steps : many_damped_steps;
  if (++steps_to_limit_ % patience != 0) return;
  const double left = t_limit_ - s1_.t;
  const double on_average = left * steps_to_limit_ / (s1_.t - time_watched_);
  const double ahead = left * patience / (s1_.t - std::exchange(time_asked_, s1_.t));
  const bool is_news = steps_told_ > 0 ? ahead > many_more * steps_told_
                                       : std::min(on_average, ahead) >
                                             (has_advised_ ? many_more * enormous : enormous);
  if (!is_news) return;
  std::string text = fmt::format(
      "at this pace some {:.2g} steps of {:.3g} are ahead, as short as the motion and ERROR ask "
      "for; with a larger ERROR{} there are fewer",
      ahead, left / ahead, has_variable_order() ? "" : ", or with abam where nothing is stiff,");
  if (needs_short_steps())
    text +=
        ", and where stiff elements or vibrations of no interest keep them short, an implicit "
        "integrator such as hht-i3 or gstiff-si2 takes longer ones";
  advise(text, ahead);
}

void PartitionedIntegrator::advise(const std::string& text, double steps_ahead) {
  if (!options_.observer) return;
  has_advised_ = true;
  steps_told_ = std::max(steps_told_, steps_ahead);
  options_.observer->advise(s1_.t, fmt::format("at time {:.6g}: {}", s1_.t, text), steps_ahead);
}

bool PartitionedIntegrator::renew_partition() {
  if (options_.observer) options_.observer->pivots_chosen_anew();
  if (!motion_.choose(s0_, norm_.position_weights()).ok()) return false;
  passage_.measure_anew(motion_.closeness());
  return true;
}

void PartitionedIntegrator::count_factors() {
  const FactorCounters now = motion_.counters();
  statistics_.factorizations += now.factorisations - counted_.factorisations;
  statistics_.refactorizations += now.refactorisations - counted_.refactorisations;
  counted_ = now;
}

void PartitionedIntegrator::stack(const State& s, Vector& y) const {
  y << s.q, s.v, s.x;
}

void PartitionedIntegrator::rates(const State& s, Vector& f) {  // (PART.5)
  dae_.rate(s.q, s.v, q_dot_);
  f << q_dot_, s.a, s.x_dot;
}

IndexOneReport PartitionedIntegrator::evaluate(const Vector& y, double t, State& s) {
  ++statistics_.residuals;
  if (!y.allFinite()) return {IndexOneReport::Status::not_converged};
  s.t = t;
  q_ = y.head(layout_.n_q);
  dae_.retract(q_, zero_, s.q);
  s.v = y.segment(layout_.n_q, layout_.n);
  s.x = y.tail(layout_.n_x);
  const IndexOneReport report = motion_.evaluate(s);
  if (!motion_.index_one().was_fast()) ++statistics_.jacobians;
  return report;
}

AttemptResult PartitionedIntegrator::result_of(const IndexOneReport& report) {
  switch (report.status) {
    case IndexOneReport::Status::ok:
      return AttemptResult::accepted;
    case IndexOneReport::Status::singular:
      return AttemptResult::singular_matrix;
    case IndexOneReport::Status::domain_error:
      return AttemptResult::domain_error;
    case IndexOneReport::Status::stopped:
      return AttemptResult::stopped;
    default:
      return AttemptResult::not_converged;
  }
}

double PartitionedIntegrator::error_size(const Vector& difference) {
  q_ = difference.head(layout_.n_q);
  dae_.velocity(s1_.q, q_, error_);
  tangent_ = difference.segment(layout_.n_q, layout_.n);
  state_error_ = difference.tail(layout_.n_x);
  return error_size(error_, tangent_, state_error_);
}

// Where a velocity has the largest share, error_ shows it as a position of the same share.
double PartitionedIntegrator::error_size(const Vector& position_rows, const Vector& velocity_rows,
                                         const Vector& state_rows) {
  error_ = position_rows;
  tangent_ = velocity_rows;
  state_error_ = state_rows;
  if (!motion_.projects() || !motion_.keep_tangential(s1_, error_) ||
      !motion_.keep_tangential(s1_, tangent_)) {
    motion_.keep_independent_position(error_);
    motion_.keep_independent_velocity(tangent_);
  }
  const double position = norm_.of_position(error_), velocity = norm_.of_velocity(tangent_);
  if (!(velocity <= position))
    error_ =
        tangent_.cwiseQuotient(norm_.velocity_weights()).cwiseProduct(norm_.position_weights());
  const double states = norm_.of_states(state_error_);
  const double sum = position + velocity + states;  // the largest hides a NaN
  return std::isfinite(sum) ? std::max({position, velocity, states}) / options_.error : sum;
}

double PartitionedIntegrator::position_defect(const QuinticInterpolant& step) {
  defect_.setZero();
  step.defect(h_, defect_.head(layout_.n_q));
  return error_size(defect_);
}

double PartitionedIntegrator::cautious_step() {
  h_ = std::numeric_limits<double>::infinity();
  third_derivative(jerk_, x_second_);
  const double curvature =
      std::max({norm_.of_position(s0_.a), norm_.of_velocity(jerk_), norm_.of_states(x_second_)});
  const double h = first_step(1, jerk_, x_second_);
  s1_ = s0_;
  return curvature > 0 ? std::min(h, 0.25 * std::sqrt(options_.error / curvature)) : h;
}

StepReport PartitionedIntegrator::give_up(const Attempt& a) const {
  StepReport report{status_of(a.result), s0_.t, h_, a.error};
  const bool is_driven = a.result == AttemptResult::jumped && imposed_row_ >= 0;
  report.message = fmt::format("at time {:.8g} with step {:.3g}: {}", s0_.t, h_,
                               is_driven ? fmt::format("the velocity that {} imposes jumps",
                                                       dae_.row_name(layout_.n + imposed_row_))
                                         : describe(a.result));
  if (is_driven) {
    report.cause = StepReport::Cause::imposed_jump;
    return report;
  }
  if (a.result == AttemptResult::error_too_large)
    report.message += fmt::format(" in {}", bottleneck());
  else if (a.result == AttemptResult::singular_matrix ||
           (a.result == AttemptResult::not_converged && passage_.is_near())) {
    report.message += "; dependent coordinates do not follow from the independent ones";
    report.cause = StepReport::Cause::dependent_constraints;
  }
  return with_jump(std::move(report));
}

}  // namespace trammel
