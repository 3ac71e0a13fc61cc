// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/initial_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembly.h"
#include "analysis/redundancy_check.h"
#include "numerics/index_one.h"

namespace trammel::analysis {

using elements::Equations;
using model::Severity;
using system::System;

void find_accelerations(InitialConditions& ic) {
  IndexOne index_one(*ic.system);
  ic.state.a.setZero();
  ic.state.lambda = Vector::Zero(ic.system->layout().m());
  const IndexOneReport report = index_one.accelerate(ic.state);
  if (report.ok()) return;
  using Report = IndexOneReport::Status;
  ic.status = report.status == Report::stopped ? Status::interrupted : Status::impossible;
  Finding finding{Severity::error, "", {}, "", ""};
  if (report.status == Report::singular) {
    finding.text = "accelerations and reactions at the start are not determined: " +
                   index_one.describe_singularity();
    finding.hint = "a part that can move needs mass, and inertia if it can turn";
  } else if (report.status == Report::domain_error) {
    finding.text = "a function has no value at the start: " + ic.system->fault();
  } else {
    finding.text =
        "accelerations and reactions at the start were not found: the forces that depend "
        "on them contradict each other";
  }
  ic.findings.push_back(std::move(finding));
}

InitialConditions assemble(std::shared_ptr<const Equations> equations,
                           const model::InitialConditionSettings& settings, Stage last) {
  InitialConditions ic;
  ic.length = system::typical_length(equations->skeleton);
  assemble_position(ic, equations, settings);
  if (ic.ok()) assemble_velocity(ic, equations);
  if (ic.ok()) decide_redundancy(ic, equations);
  if (ic.ok() && last == Stage::acceleration) find_accelerations(ic);
  return ic;
}

}  // namespace trammel::analysis
