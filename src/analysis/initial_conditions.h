// Where a simulation starts: an assembled pose, velocities that fit it, accelerations and reactions;
// and which constraints repeat others.
// Theory: docs/theory/initial_conditions.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "analysis/finding.h"
#include "model/settings.h"
#include "system/redundancy.h"

namespace trammel::analysis {

struct InitialConditions {
  Status status = Status::ok;
  Findings findings;
  std::shared_ptr<system::System> system;  // redundant rows left out
  State state;                             // t, q, v, a, λ, x, ẋ, y of `system`
  system::Redundancy redundancy;           // at the assembled pose
  int degrees_of_freedom = 0;              // in general poses nearby
  std::vector<int> only_here;              // rows that are redundant in this pose only
  std::vector<system::Advice> advice;      // about those that are redundant elsewhere as well
  double length = 1;                       // typical of the model

  bool ok() const { return status == Status::ok; }
};

// The equations must be free of errors.
InitialConditions assemble(std::shared_ptr<const elements::Equations>,
                           const model::InitialConditionSettings&);

// The same from a state of these equations, on the way: positions move as little as possible, momentum
// stays where new constraints stop velocities, and what holds at the start only is not asked for.
InitialConditions reassemble(std::shared_ptr<const elements::Equations>,
                             const model::InitialConditionSettings&, State from);

// Which rows repeat others at a consistent state; makes the system without them.
void decide_redundancy(InitialConditions&, std::shared_ptr<const elements::Equations>);

// Largest |Φ| of the rows left out.
double dropped_violation(const InitialConditions&, const State&);

}  // namespace trammel::analysis
