// Sensors, and ends of curves, during a run: which of them act at an event, and what they demand.
//
// With f the function of a sensor, V its VALUE, E its ERROR, the condition is
//   EQ  |f − V| ≤ E,   GE  f ≥ V − E,   LE  f ≤ V + E                                 (SENS.1)
// A sensor acts where f passes V in the direction of its comparison, and at the start if (SENS.1)
// holds there. It acts again only after (SENS.1) has not held at the end of a step.
// Theory: docs/theory/steps.md#sensors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/finding.h"
#include "model/sensor.h"
#include "numerics/events.h"
#include "numerics/index_one.h"
#include "system/system.h"

namespace trammel::analysis {

// What those sensors want that act at one moment.
struct SensorDemands {
  const elements::Watch* failure = nullptr;  // not a sensor: the run cannot go on
  bool acts = false;
  bool ends = false;   // HALT or RETURN
  bool halts = false;  // HALT
  bool restarts = false;
  bool remembers = false;  // memory has changed
  std::optional<double> output_step, step_size;
  const elements::Watch* pace_maker = nullptr;  // whose DT or STEPSIZE these are
};

// A DT or STEPSIZE that no run to `end` can follow, in words; empty: it can.
std::optional<Finding> impossible_pace(const SensorDemands&, double time, double end);

class Sensors {
 public:
  explicit Sensors(const elements::Equations&);

  bool empty() const { return watches_.empty(); }
  bool remember() const;  // one of them has EVALUATE
  // Sensors that act at the start, or at an event; their values go into the memory of the state.
  SensorDemands start(const system::System&, State&);
  SensorDemands event(const system::System&, State&, const EventReport&);
  // At an equilibrium: (SENS.1) holds, or f has passed V since the one before. Nothing is located.
  SensorDemands settled(const system::System&, State&);
  // At the end of every step: who may act again.
  void rearm(const system::System&, const State&);

  // "SENSOR/3 (stop) has become active at time = 0.25", one each.
  std::vector<std::string> take_notes() { return std::move(notes_); }
  // Of an EVALUATE that had no value.
  Findings take_findings() { return std::exchange(findings_, {}); }

 private:
  bool is_sensor(std::size_t k) const { return watches_[k].failure.empty(); }
  const model::Sensor& sensor(std::size_t k) const;
  // (SENS.1) of the distance f − V.
  bool holds(const model::Sensor&, double distance) const;
  void act(std::size_t k, const system::System&, State&, SensorDemands&);
  double distance(std::size_t k, const system::System&, const State&) const;

  const model::Model& model_;
  const std::vector<elements::Watch>& watches_;
  std::vector<char> armed_, told_;  // told_: that EVALUATE had no value
  Vector g_;
  std::vector<double> last_;  // distances at the equilibrium before
  std::vector<std::string> notes_;
  Findings findings_;
};

// Functions with SENVAL in them that nothing satisfies at once, or that have no value.
Finding describe_jump_of_sensors(const IndexOneReport&, const system::System&, double time);
// A watch that is not a sensor, in words.
Finding describe(const elements::Watch&, double time);

// Every state with its name, a line each.
std::string list_states(const system::System&, const State&);

}  // namespace trammel::analysis
