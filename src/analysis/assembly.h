// The stages of initial conditions, each working on what the one before has found.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/initial_conditions.h"

namespace trammel::analysis {

// Sets t, q, v⁰, x, y and memory of the state.
void assemble_position(InitialConditions&, const std::shared_ptr<const elements::Equations>&,
                       const model::InitialConditionSettings&);
void assemble_velocity(InitialConditions&, const std::shared_ptr<const elements::Equations>&);

}  // namespace trammel::analysis
