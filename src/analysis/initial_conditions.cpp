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

void find_accelerations(InitialConditions& ic) {
  IndexOne index_one(*ic.system);
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
  const std::string implicit = implicit_elements(ic.system->equations());
  using Report = IndexOneReport::Status;
  ic.status = report.status == Report::stopped ? Status::interrupted : Status::impossible;
  Finding finding{Severity::error, "", {}, "", ""};
  if (report.status == Report::singular) {
    finding.text = "accelerations and reactions at the start are not determined: " +
                   index_one.describe_singularity();
    finding.hint =
        implicit.empty()
            ? "a part that can move needs mass, and inertia if it can turn"
            : "functions that depend on accelerations, reactions or each other: " + implicit;
  } else if (report.status == Report::domain_error) {
    const std::string fault = ic.system->fault();
    finding.text = "a function has no value at the start: " +
                   (fault.empty() ? worst_equation(*ic.system, ic.state) : fault);
    if (fault.empty()) finding.hint = largest_function(*ic.system, ic.state);
  } else {
    finding.text =
        "accelerations and reactions at the start were not found; farthest from being satisfied: " +
        worst_equation(*ic.system, ic.state);
    finding.hint =
        implicit.empty()
            ? largest_function(*ic.system, ic.state)
            : "functions that depend on accelerations, reactions or each other: " + implicit;
  }
  ic.findings.push_back(std::move(finding));
}

}  // namespace

InitialConditions assemble(std::shared_ptr<const Equations> equations,
                           const model::InitialConditionSettings& settings) {
  InitialConditions ic;
  ic.length = system::typical_length(equations->skeleton);
  assemble_position(ic, equations, settings);
  if (ic.ok()) assemble_velocity(ic, equations);
  if (ic.ok()) decide_redundancy(ic, equations);
  if (ic.ok()) find_accelerations(ic);
  return ic;
}

}  // namespace trammel::analysis
