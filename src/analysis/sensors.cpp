// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/sensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "analysis/suspects.h"
#include "kinematics/angle.h"

namespace trammel::analysis {

using model::Comparison;

Sensors::Sensors(const elements::Equations& equations)
    : model_(*equations.model),
      watches_(equations.watches),
      armed_(equations.watches.size(), 1),
      told_(equations.watches.size(), 0),
      g_(Vector::Zero(Eigen::Index(equations.watches.size()))),
      last_(equations.watches.size(), 0) {}

const model::Sensor& Sensors::sensor(std::size_t k) const {
  return *model_.sensors.find(watches_[k].owner.id);
}

bool Sensors::remember() const {
  return std::any_of(watches_.begin(), watches_.end(),
                     [](const elements::Watch& watch) { return watch.evaluated >= 0; });
}

bool Sensors::holds(const model::Sensor& sensor, double distance) const {
  switch (sensor.comparison) {  // (SENS.1)
    case Comparison::at_least:
      return distance >= -sensor.error;
    case Comparison::at_most:
      return distance <= sensor.error;
    default:
      return std::abs(distance) <= sensor.error;
  }
}

double Sensors::distance(std::size_t k, const system::System& system, const State& s) const {
  double f = 0;
  system.value(s, watches_[k].scalar, f);
  const double distance = f - watches_[k].value;
  return watches_[k].angular ? kinematics::unwrap(distance, 0) : distance;
}

SensorDemands Sensors::start(const system::System& system, State& s) {
  SensorDemands demands;
  for (std::size_t k = 0; k < watches_.size(); ++k)
    if (!is_sensor(k) && distance(k, system, s) > 0)
      demands.failure = &watches_[k];
    else if (is_sensor(k) && armed_[k] && holds(sensor(k), distance(k, system, s)))
      act(k, system, s, demands);
  demands.acts = demands.acts || demands.failure;
  demands.ends = demands.ends || demands.failure;
  return demands;
}

SensorDemands Sensors::event(const system::System& system, State& s, const EventReport& report) {
  SensorDemands demands;
  for (const Crossing& crossing : report.crossings) {
    const auto k = std::size_t(crossing.event);
    if (!is_sensor(k)) {
      if (crossing.direction > 0) demands.failure = &watches_[k];
      continue;
    }
    const Comparison wanted = sensor(k).comparison;
    if (!armed_[k] || (wanted == Comparison::at_least && crossing.direction < 0) ||
        (wanted == Comparison::at_most && crossing.direction > 0))
      continue;
    // The sine of an angle also changes its sign half a turn away.
    if (watches_[k].angular && std::abs(distance(k, system, s)) > 1) continue;
    act(k, system, s, demands);
  }
  demands.acts = demands.acts || demands.failure;
  demands.ends = demands.ends || demands.failure;
  return demands;
}

SensorDemands Sensors::settled(const system::System& system, State& s) {
  SensorDemands demands = start(system, s);
  for (std::size_t k = 0; k < watches_.size(); ++k) {
    const double now = distance(k, system, s), before = std::exchange(last_[k], now);
    const bool passes = now * before < 0 && !(watches_[k].angular && std::abs(now - before) > 1);
    if (passes && is_sensor(k) && armed_[k] && sensor(k).comparison == Comparison::equal)
      act(k, system, s, demands);
  }
  rearm(system, s);
  return demands;
}

Finding describe_jump_of_sensors(const IndexOneReport& report, const system::System& system,
                                 double time) {
  if (report.status == IndexOneReport::Status::domain_error)
    return {model::Severity::error, "", place_of_fault(system),
            fmt::format("at time {:.8g}: a function has no value behind an event: {}", time,
                        system.fault()),
            "look at what EVALUATE of its SENSOR is there"};
  return {
      model::Severity::error,
      "",
      {},
      fmt::format("at time {:.8g}: no positions and velocities satisfy the constraints with the "
                  "values that sensors have now",
                  time),
      "let constraints change smoothly: STEP from the time of the event on"};
}

Finding describe(const elements::Watch& watch, double time) {
  return {model::Severity::error, watch.name, watch.at,
          fmt::format("at time {:.8g}: {}", time, watch.failure),
          "make the curve longer or CLOSED, or let a SENSOR end the run before"};
}

std::optional<Finding> impossible_pace(const SensorDemands& demands, double time, double end) {
  constexpr double most_outputs = 1e7;
  std::string text, hint;
  if (demands.output_step && (end - time) / *demands.output_step > most_outputs) {
    text = fmt::format("it asks for outputs every {:g}, more than {:g}", *demands.output_step,
                       most_outputs);
    hint = "lengthen its DT";
  } else if (demands.step_size && time + *demands.step_size == time) {
    text = fmt::format("its STEPSIZE of {:g} is lost beside the time", *demands.step_size);
    hint = "lengthen it; integrators choose short steps by themselves after RESTART";
  } else {
    return {};
  }
  const elements::Watch& watch = *demands.pace_maker;
  return Finding{model::Severity::error, watch.name, watch.at,
                 fmt::format("at time {:.8g}: {}", time, text), hint};
}

void Sensors::act(std::size_t k, const system::System& system, State& s, SensorDemands& demands) {
  const model::Sensor& sensor = this->sensor(k);
  armed_[k] = 0;
  demands.acts = true;
  demands.halts |= sensor.halt;
  demands.ends |= sensor.halt || sensor.ends_simulation;
  demands.restarts |= sensor.restart || sensor.new_pivots || sensor.step_size.has_value();
  if (sensor.step_size) demands.step_size = sensor.step_size;
  if (sensor.output_step) demands.output_step = sensor.output_step;
  if (sensor.step_size || sensor.output_step) demands.pace_maker = &watches_[k];
  std::string note = fmt::format("{} has become active at time = {:.8g}", watches_[k].name, s.t);
  if (watches_[k].evaluated >= 0) {
    double value = 0;
    if (!system.value(s, watches_[k].evaluated, value)) {
      // Neither has SENVAL then (docs/decisions/0008).
      value = std::nan("");
      const std::string fault = system.fault();
      note += fmt::format("; EVALUATE has no value there: {}", fault);
      if (!std::exchange(told_[k], 1))
        findings_.push_back(
            {model::Severity::warning, watches_[k].name, place_of_fault(system),
             fmt::format("at time {:.8g}: EVALUATE has no value: {}", s.t, fault),
             fmt::format("SENVAL({}) has none from there on: requests of it are empty",
                         sensor.id)});
    }
    s.memory[watches_[k].memory] = value;
    demands.remembers = true;
  }
  if (sensor.halt || sensor.ends_simulation)
    note += sensor.halt ? "; HALT ends the run" : "; RETURN ends the simulation";
  if (sensor.dump_state) note += fmt::format("\n{}", list_states(system, s));
  notes_.push_back(std::move(note));
}

void Sensors::rearm(const system::System& system, const State& s) {
  if (std::find(armed_.begin(), armed_.end(), 0) == armed_.end()) return;
  system.events(s, g_);
  for (std::size_t k = 0; k < armed_.size(); ++k)
    if (!armed_[k])
      armed_[k] = std::isfinite(g_[Eigen::Index(k)]) && !holds(sensor(k), g_[Eigen::Index(k)]);
}

std::string list_states(const system::System& system, const State& s) {
  std::string list;
  const Layout& layout = system.layout();
  const auto to = std::back_inserter(list);
  for (const elements::Body& body : system.equations().skeleton.bodies) {
    fmt::format_to(to, "  {}:", body.label);
    for (int k = 0; k < body.n_q(); ++k) fmt::format_to(to, " {:.10g}", s.q[body.q + k]);
    list += '\n';
  }
  const auto row = [&](int column, const char* what, double value) {
    fmt::format_to(to, "  {}{} = {:.10g}\n", what, system.column_name(column), value);
  };
  for (int k = 0; k < layout.n; ++k) row(k, "velocity of ", s.v[k]);
  for (int k = 0; k < layout.m(); ++k) row(layout.n + k, "", s.lambda[k]);
  for (int k = 0; k < layout.n_x; ++k)
    fmt::format_to(to, "  {} = {:.10g}\n", system.row_name(layout.n + layout.m() + k), s.x[k]);
  for (int k = 0; k < layout.n_y; ++k) row(layout.n + layout.m() + layout.n_x + k, "", s.y[k]);
  if (!list.empty()) list.pop_back();
  return list;
}

}  // namespace trammel::analysis
