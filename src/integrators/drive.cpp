// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/drive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

// A change of accelerations that counts, and by how much it exceeds the imbalance that it removes.
constexpr double visible = 1e-3, amplified = 30;
constexpr double contradictory = 10;  // times what a step may be wrong
constexpr double unbounded = 1e100;   // of positions and velocities: no mechanism is there

double largest(const Vector& v) {
  return v.size() > 0 ? v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() : 0;
}

// Of the fastest coordinate of a motion that is none, or of the farthest; −1: it is one.
int unbounded_row(const Layout& layout, const State& s) {
  if (largest(s.q) < unbounded && largest(s.v) < unbounded) return -1;
  const bool is_fast = !(largest(s.v) < unbounded);
  const std::vector<int> raw_index = raw_index_of_tangent(layout);
  int row = 0;
  double most = 0;
  for (int i = 0; i < layout.n; ++i) {
    const int raw = raw_index[std::size_t(i)];
    const double size = is_fast ? std::abs(s.v[i]) : raw >= 0 ? std::abs(s.q[raw]) : 0;
    if (!(size <= most)) most = size, row = i;
    if (std::isnan(size)) break;
  }
  return row;
}

// Which accelerations and reactions belong to a motion: those that satisfy the equations at its positions and
// velocities, the method's own, or neither.
enum class Verdict : unsigned char { consistent, own, neither };

// A friction that presses its own surfaces together answers a change of its load many times over: where the
// method's own accelerations and reactions are in balance as they are, and what removes the last of the imbalance
// changes them beyond recognition, it is rounding that speaks. Where they are not in balance, consistent
// accelerations that would have moved the step by more than its error, ½ Δa h², are not those of the motion either.
Verdict judge(const Dae& dae, const ErrorNorm& norm, const State& own, const State& consistent,
              double h, double error) {
  const double size = std::max(largest(own.a), largest(consistent.a));
  const double difference = largest(own.a - consistent.a);
  if (!(difference > visible * size)) return Verdict::consistent;
  Values values = make_values(dae.layout());
  if (dae.evaluate(consistent, Ask::forces, values) != Outcome::ok) return Verdict::consistent;
  Vector change = values.inertia;
  State s = consistent;
  s.a = own.a, s.lambda = own.lambda, s.x_dot = own.x_dot, s.y = own.y;
  if (dae.evaluate(s, Ask::forces | Ask::acceleration, values) != Outcome::ok)
    return Verdict::consistent;
  change -= values.inertia;
  const double force =
      std::max({largest(values.inertia), largest(values.reaction), largest(values.action)});
  const double imbalance =
      largest(values.inertia + values.reaction - values.action) + force * largest(values.c2) / size;
  if (!(largest(change) > visible * force)) return Verdict::consistent;
  if (largest(change) > amplified * imbalance) return Verdict::own;
  const double moved = norm.of_position((own.a - consistent.a) * (h * h / 2));
  const bool contradicts = error > 0 && moved > contradictory * error;  // (LOCK.2)
  return contradicts ? Verdict::neither : Verdict::consistent;
}

}  // namespace

Driver::Driver(const Dae& dae, Integrator& integrator)
    : dae_(dae),
      integrator_(integrator),
      index_one_(dae),
      events_(dae, index_one_),
      norm_(dae.layout()),
      reported_(integrator.state()) {
  norm_.reset(reported_);
}

bool Driver::make_consistent(State& s) {
  return index_one_.make_consistent(s).ok();
}

// A pose where the index-1 system is singular still has a trajectory: the method's values are kept.
IndexOneReport Driver::make_consistent_at(double t, double error) {
  lacks_values_ = contradicts_ = false;
  if (integrator_.consistent_at(t, reported_)) return {};
  const Interpolant& step = integrator_.interpolant();
  step.at(t, reported_);
  const bool is_doubtful = dae_.layout().forces_use_lambda;
  if (is_doubtful) own_ = reported_;
  IndexOneReport report = index_one_.make_consistent(reported_);
  if (is_doubtful && report.ok()) {
    norm_.observe(reported_);
    const Verdict verdict = judge(dae_, norm_, own_, reported_, step.end() - step.begin(), error);
    contradicts_ = verdict == Verdict::neither;
    if (verdict == Verdict::own) report.status = IndexOneReport::Status::not_converged;
  }
  lacks_values_ = report.status == IndexOneReport::Status::domain_error;
  if (!report.ok()) step.at(t, reported_);
  return report;
}

bool Driver::report(double t, const DriveOptions& options, const OutputFunction& output,
                    DriveReport& result) {
  if (!options.consistent) {
    lacks_values_ = contradicts_ = false;
    integrator_.interpolant().at(t, reported_);
  } else if (!make_consistent_at(t, options.error).ok() && !lacks_values_) {
    if (result.inconsistent_outputs++ == 0) result.first_inconsistent = t;
    result.last_inconsistent = t;
  }
  if (const int row = unbounded_row(dae_.layout(), reported_); row >= 0) {
    result.last.status = StepReport::Status::error_too_large;
    result.last.cause = StepReport::Cause::unbounded_motion;
    result.last.message = fmt::format(
        "at time {:.8g} with step {:.3g}: the motion grows without bound, first of all {}", t,
        result.last.h, dae_.column_name(row));
    return false;
  }
  return !output || output(reported_);
}

namespace {

// Why the output times cannot be met, in words; empty: they can.
std::string check_times(const Times& times, double t) {
  // Computed ones ascend.
  const std::size_t stride = times.is_computed() ? std::max<std::size_t>(times.size(), 2) - 1 : 1;
  for (std::size_t k = 0; k < times.size(); k += stride) {
    const double next = times[k];
    if (!std::isfinite(next)) return fmt::format("the output time {} is not a number", next);
    if (next < t) return fmt::format("the output time {} is earlier than {}", next, t);
    t = next;
  }
  return {};
}

}  // namespace

void Driver::start_events(const DriveOptions& options) {
  if (options.behind) handled_ = options.behind;
  if (handled_)
    events_.start_behind(integrator_.state(), *handled_);
  else
    events_.start(integrator_.state());
  handled_.reset();
}

DriveReport Driver::run(const DriveOptions& options, const OutputFunction& output) {
  DriveReport result;
  Times times = options.output_times;
  const State& begin = integrator_.state();
  if (std::string problem = check_times(times, begin.t); !problem.empty()) {
    result.last = {StepReport::Status::stopped, begin.t, 0, 0, std::move(problem)};
    return result;
  }
  start_events(options);

  std::size_t next = 0;
  const auto report_until = [&](double reached) {
    // An output time met but for round-off is met.
    for (; next < times.size() && times[next] <= reached + 1e-12 * result.last.h; ++next)
      if (!report(std::min(times[next], reached), options, output, result)) return false;
    return true;
  };
  const auto stopped = [&] {
    result.interrupted = result.last.ok();
    return result;
  };
  while (next < times.size()) {
    if (options.stop_requested && options.stop_requested()) return stopped();
    const double limit = options.interpolate ? times.back() : times[next];
    result.last = integrator_.step(limit);
    if (!result.last.ok()) return result;

    const Interpolant& step = integrator_.interpolant();
    const double h = result.last.h;
    double from = step.begin();
    while (h > 0 && !events_.empty() &&
           (result.event =
                events_.find(step, from, integrator_.state(), options.event_tolerance * h))) {
      from = result.event->t;
      if (!report_until(from)) return stopped();
      make_consistent_at(from, options.error);
      EventResponse response;
      if (options.on_event) response = options.on_event(reported_, *result.event);
      if (!response.go_on) {
        handled_ = result.event;
        return result;
      }
      events_.pass(*result.event);
      if (response.output_times) {
        times = std::move(*response.output_times);
        next = 0;
      }
      result.event.reset();
    }
    if (!report_until(result.last.t)) return stopped();
  }
  return result;
}

}  // namespace trammel
