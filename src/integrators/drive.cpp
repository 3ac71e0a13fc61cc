// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/drive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trammel {

Driver::Driver(const Dae& dae, Integrator& integrator)
    : integrator_(integrator),
      index_one_(dae),
      events_(dae, index_one_),
      reported_(integrator.state()) {}

bool Driver::make_consistent(State& s) {
  return index_one_.make_consistent(s).ok();
}

bool Driver::report(double t, const DriveOptions& options, const OutputFunction& output) {
  integrator_.interpolant().at(t, reported_);
  // A pose where the index-1 system is singular still has a trajectory: keep the method's values.
  if (options.consistent && !make_consistent(reported_)) integrator_.interpolant().at(t, reported_);
  return !output || output(reported_);
}

namespace {

// Why the output times cannot be met, in words; empty: they can.
std::string check_times(const std::vector<double>& times, double t) {
  for (const double next : times) {
    if (!std::isfinite(next)) return fmt::format("the output time {} is not a number", next);
    if (next < t) return fmt::format("the output time {} is earlier than {}", next, t);
    t = next;
  }
  return {};
}

// Watches whether the end comes nearer. Chattering and stiffness of 1e300 make steps so short that a
// run would never end; the user should hear of it while he still sits there.
class Patience {
 public:
  Patience(double t, double t_end) : t_(t), t_end_(t_end) {}

  // After every step. False: as things go, more than `most_steps` further ones are needed.
  bool lasts(double t) {
    if (++steps_ % period != 0) return true;
    const double advance = t - t_;
    t_ = t;
    further_ = (t_end_ - t) / advance * double(period);
    return further_ < most_steps;
  }
  double further() const { return further_; }

 private:
  static constexpr long period = 100000;
  static constexpr double most_steps = 1e8;
  double t_, t_end_, further_ = 0;
  long steps_ = 0;
};

}  // namespace

DriveReport Driver::run(const DriveOptions& options, const OutputFunction& output) {
  DriveReport result;
  const auto& times = options.output_times;
  const State& begin = integrator_.state();
  if (std::string problem = check_times(times, begin.t); !problem.empty()) {
    result.last = {StepReport::Status::stopped, begin.t, 0, 0, std::move(problem)};
    return result;
  }
  if (handled_)
    events_.start_behind(begin, *handled_);
  else
    events_.start(begin);
  handled_.reset();

  std::size_t next = 0;
  Patience patience(begin.t, times.empty() ? begin.t : times.back());
  while (next < times.size()) {
    if (options.stop_requested && options.stop_requested()) {
      result.interrupted = true;
      return result;
    }
    const double limit = options.interpolate ? times.back() : times[next];
    result.last = integrator_.step(limit);
    if (!result.last.ok()) return result;

    const Interpolant& step = integrator_.interpolant();
    const double h = result.last.h;
    if (!patience.lasts(result.last.t)) {
      result.last.status = StepReport::Status::no_progress;
      result.last.message = fmt::format(
          "at time {:.8g} with step {:.3g}: about {:.1e} further steps would be needed; {} keeps "
          "them short; look for a function that jumps to and fro, or for a stiffness or a speed "
          "far beyond the others",
          result.last.t, h, patience.further(), integrator_.bottleneck());
      return result;
    }
    if (h > 0) result.event = events_.find(step, integrator_.state(), options.event_tolerance * h);
    const double reached = result.event ? result.event->t : integrator_.state().t;
    // An output time met but for round-off is met.
    for (; next < times.size() && times[next] <= reached + 1e-12 * h; ++next)
      if (!report(std::min(times[next], reached), options, output)) {
        result.interrupted = true;
        return result;
      }
    if (result.event) {
      handled_ = result.event;
      step.at(reached, reported_);
      if (!make_consistent(reported_)) step.at(reached, reported_);
      return result;
    }
  }
  return result;
}

}  // namespace trammel
