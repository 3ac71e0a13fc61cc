// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/drive.h"

namespace trammel {

Driver::Driver(const Dae& dae, Integrator& integrator)
    : integrator_(integrator),
      index_one_(dae),
      events_(dae),
      reported_(integrator.state()) {}

bool Driver::make_consistent(State& s) {
  return index_one_.project_position(s).ok() && index_one_.project_velocity(s).ok() &&
         index_one_.accelerate(s).ok();
}

bool Driver::report(double t, const DriveOptions& options, const OutputFunction& output) {
  integrator_.interpolant().at(t, reported_);
  // A pose where the index-1 system is singular still has a trajectory: keep the method's values.
  if (options.consistent && !make_consistent(reported_)) integrator_.interpolant().at(t, reported_);
  return !output || output(reported_);
}

DriveReport Driver::run(const DriveOptions& options, const OutputFunction& output) {
  DriveReport result;
  const auto& times = options.output_times;
  if (times.empty()) return result;
  std::size_t next = 0;
  events_.start(integrator_.state());
  while (next < times.size()) {
    const double limit = options.interpolate ? times.back() : times[next];
    result.last = integrator_.step(limit);
    if (!result.last.ok()) return result;

    const Interpolant& step = integrator_.interpolant();
    const double h = step.end() - step.begin();
    result.event = events_.find(step, integrator_.state(), options.event_tolerance * h);
    const double reached = result.event ? result.event->t : step.end();
    // Half a resolution of the step: an output time met but for round-off is met.
    for (; next < times.size() && times[next] <= reached + 1e-12 * h; ++next)
      if (!report(std::min(times[next], reached), options, output)) {
        result.interrupted = true;
        return result;
      }
    if (result.event) {
      step.at(reached, reported_);
      make_consistent(reported_);
      return result;
    }
  }
  return result;
}

}  // namespace trammel
