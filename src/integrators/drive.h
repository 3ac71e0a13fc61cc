// Runs an integrator from the state it was started with to an end time: output at given times,
// events, interruption. What is reported is consistent: positions and velocities satisfy their
// constraints, accelerations and multipliers belong to them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "integrators/integrator.h"
#include "numerics/error_norm.h"
#include "numerics/events.h"
#include "numerics/index_one.h"
#include "numerics/times.h"

namespace trammel {

// What happens after an event.
struct EventResponse {
  bool go_on = false;                 // in the same step; else the run stops there
  std::optional<Times> output_times;  // from now on
};
using EventFunction = std::function<EventResponse(const State&, const EventReport&)>;

struct DriveOptions {
  Times output_times;              // ascending, after the start; the last one ends the run
  bool interpolate = true;         // false: steps end at output times (INTERPOLATE=OFF)
  bool consistent = true;          // false: report the interpolated state as it is
  double error = 0;                // ERROR that steps keep to; 0: not known
  double event_tolerance = 1e-10;  // in time, relative to the step
  std::function<bool()> stop_requested = {};  // asked before every step
  EventFunction on_event = {};                // without it, every event stops the run
  std::optional<EventReport> behind = {};     // events that the start is just behind of
};

struct DriveReport {
  StepReport last;                   // of the step that ended the run
  std::optional<EventReport> event;  // the run stopped just behind these events
  bool interrupted = false;          // a stop was requested, or the output function returned false
  // Outputs whose accelerations or reactions are not unique, or not determined by what is known of the
  // velocities: the method's own values were reported.
  long inconsistent_outputs = 0;
  double first_inconsistent = 0, last_inconsistent = 0;  // their times
  bool finished() const { return last.ok() && !event && !interrupted; }
};

// Returns false to stop the run.
using OutputFunction = std::function<bool(const State&)>;

class Driver {
 public:
  Driver(const Dae&, Integrator&);

  // The integrator must have been started. After an event, state() is the state just behind it:
  // change what has to change, start the integrator from there and run on with the same driver.
  DriveReport run(const DriveOptions&, const OutputFunction&);

  const State& state() const { return reported_; }
  // A function has no value at the state reported last: neither have accelerations and reactions, and
  // those of the state are the method's own.
  bool lacks_values() const { return lacks_values_; }
  // Forces follow reactions, and the accelerations of the state reported last contradict the step that it is from;
  // the method's own are here, but they are out of balance. Null: nothing is wrong.
  const State* contradicted() const { return contradicts_ ? &own_ : nullptr; }

  // Brings the state onto its constraints and its a, λ, ẋ, y in line; false: there is no solution.
  bool make_consistent(State&);

 private:
  void start_events(const DriveOptions&);
  bool report(double t, const DriveOptions&, const OutputFunction&, DriveReport&);
  IndexOneReport make_consistent_at(double t, double error);

  const Dae& dae_;
  Integrator& integrator_;
  IndexOne index_one_;
  EventLocator events_;
  std::optional<EventReport> handled_;  // the events the last run stopped at
  ErrorNorm norm_;                      // of what was reported
  State reported_, own_;
  bool lacks_values_ = false, contradicts_ = false;
};

}  // namespace trammel
