// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/initial_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembly.h"
#include "analysis/redundancy_check.h"
#include "analysis/suspects.h"
#include "numerics/index_one.h"

namespace trammel::analysis {

using elements::Equations;
using model::Severity;
using system::System;

namespace {

constexpr int most_guesses = 3;

// What kept accelerations and reactions from being found.
Finding failure_of(const IndexOneReport& report, const IndexOne& index_one,
                   const InitialConditions& ic) {
  using Report = IndexOneReport::Status;
  const std::string implicit = implicit_elements(ic.system->equations());
  const std::string loop =
      implicit.empty()
          ? ""
          : "functions that depend on accelerations, reactions or each other: " + implicit;
  const Suspect worst = worst_equation(*ic.system, ic.state);
  Finding finding{Severity::error, "", worst.at, "", ""};
  if (report.status == Report::singular) {
    finding.text = "accelerations and reactions at the start are not determined: " +
                   index_one.describe_singularity();
    finding.at = place_of_first_name(ic.system->equations(), finding.text);
    finding.hint =
        implicit.empty() ? "a part that can move needs mass, and inertia if it can turn" : loop;
    return finding;
  }
  if (report.status == Report::domain_error) {
    const std::string fault = ic.system->fault();
    if (!fault.empty()) finding.at = place_of_fault(*ic.system);
    finding.text = fault.empty() ? "numbers overflow at the start: " + worst.name
                                 : "a function has no value at the start: " + fault;
    if (fault.empty()) finding.hint = largest_function(*ic.system, ic.state);
    return finding;
  }
  finding.text =
      "accelerations and reactions at the start were not found; farthest from being satisfied: " +
      worst.name;
  finding.hint = implicit.empty() ? largest_function(*ic.system, ic.state) : loop;
  return finding;
}

void find_accelerations(InitialConditions& ic, const model::InitialConditionSettings& settings) {
  IndexOne index_one(*ic.system);
  index_one.set_limits({settings.aerror, settings.amaxit, settings.apattern});
  ic.state.a.setZero();
  ic.state.lambda = Vector::Zero(ic.system->layout().m());
  const Vector y = ic.state.y;
  IndexOneReport report = index_one.accelerate(ic.state);
  // A guess of an unknown may be where its equation has no slope.
  for (int k = 1; k <= most_guesses && !report.ok() && y.size() > 0; ++k) {
    ic.state.a.setZero();
    ic.state.lambda.setZero();
    ic.state.y = y + 0.1 * k * (y.cwiseAbs() + Vector::Ones(y.size()));
    report = index_one.accelerate(ic.state);
  }
  if (report.ok()) return;
  ic.status =
      report.status == IndexOneReport::Status::stopped ? Status::interrupted : Status::impossible;
  ic.findings.push_back(failure_of(report, index_one, ic));
}

// The velocities nearest to those that are there, by kinetic energy.
void stop_velocities(InitialConditions& ic) {
  State s = ic.state;
  if (IndexOne(*ic.system).project_velocity(s).ok()) {
    ic.state.v = s.v;
    return;
  }
  ic.status = Status::impossible;
  ic.findings.push_back(
      {Severity::error, "", {}, "no velocities that satisfy all constraints were found", ""});
}

}  // namespace

InitialConditions reassemble(std::shared_ptr<const Equations> equations,
                             const model::InitialConditionSettings& settings, State from) {
  InitialConditions ic;
  ic.length = system::typical_length(equations->skeleton);
  ic.state = std::move(from);
  reassemble_position(ic, equations, settings);
  if (!ic.ok()) return ic;
  decide_redundancy(ic, equations);
  stop_velocities(ic);
  if (!ic.ok() || !refuse_conflicts(ic, Depth::velocity)) return ic;
  report_redundancy(ic);
  find_accelerations(ic, settings);
  if (ic.ok()) refuse_conflicts(ic, Depth::acceleration);
  return ic;
}

InitialConditions assemble(std::shared_ptr<const Equations> equations,
                           const model::InitialConditionSettings& settings) {
  InitialConditions ic;
  ic.length = system::typical_length(equations->skeleton);
  assemble_position(ic, equations, settings);
  if (ic.ok()) assemble_velocity(ic, equations, settings);
  if (!ic.ok()) return ic;
  decide_redundancy(ic, equations);
  if (!refuse_conflicts(ic, Depth::velocity)) return ic;
  report_redundancy(ic);
  find_accelerations(ic, settings);
  if (ic.ok()) refuse_conflicts(ic, Depth::acceleration);
  return ic;
}

}  // namespace trammel::analysis
