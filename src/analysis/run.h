// What dynamic, kinematic and static analyses have in common: output at given times, a way to stop, a report.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "analysis/initial_conditions.h"
#include "integrators/integrator.h"
#include "numerics/times.h"

namespace trammel::analysis {

struct RunSettings {
  std::string integrator = "hht-i3";
  double error = 1e-5;        // ERROR of the user
  IntegratorOptions options;  // its error is what one step may spend of ERROR
  bool interpolate = true;
  model::KinematicsSettings kinematics;
  model::EquilibriumSettings equilibrium;
  Times output_times;                         // ascending, after the start
  std::function<bool()> stop_requested = {};  // asked at least once a step
};

// Called for every output time with a consistent state; not for the start.
using Output = std::function<void(const system::System&, const State&)>;

struct RunReport {
  Status status = Status::ok;
  Findings findings;
  Statistics statistics;
  std::vector<std::string> notes;  // what happened on the way: sensors that became active
  double time = 0;                 // reached
  bool halted = false;             // a sensor ended the whole run, not just this simulation
};

void add(Statistics& sum, const Statistics& more);

}  // namespace trammel::analysis
