// The stages of initial conditions, each working on what the one before has found.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/initial_conditions.h"
#include "analysis/position.h"
#include "elements/initial_values.h"

namespace trammel::analysis {

inline constexpr int mode_of_initial_conditions = 3;  // MODE of expressions

// Sets t, q, v⁰, x, y and memory of the state.
void assemble_position(InitialConditions&, const std::shared_ptr<const elements::Equations>&,
                       const model::InitialConditionSettings&);
// From the state that is there, as far as the rows that hold always demand; sets q and memory.
void reassemble_position(InitialConditions&, const std::shared_ptr<const elements::Equations>&,
                         const model::InitialConditionSettings&);
void assemble_velocity(InitialConditions&, const std::shared_ptr<const elements::Equations>&,
                       const model::InitialConditionSettings&);

// What the stages have to say, in the units of the model.

// Axes that a joint wants to point the same way: an error where assembly has turned them over.
void check_codirections(InitialConditions&, const elements::Equations&, const Vector& q0);
// EXACT coordinates that are not where they were.
void warn_of_moved_coordinates(InitialConditions&, const elements::Equations&,
                               const std::vector<elements::ExactCoordinate>&);
// The part that assembly has moved farthest, if that is far.
void warn_of_largest_move(InitialConditions&, const system::System&, const Vector& q0);
// Given velocities that the constraints do not allow.
void warn_of_changed_velocities(InitialConditions&, const elements::Equations&,
                                const std::vector<elements::GivenVelocity>&);
// Forces along a line between markers that coincide: they have no direction.
void warn_of_coincident_markers(InitialConditions&, const elements::Equations&);

// Why positions or velocities, as `what` says, were not found.
void report_failure(InitialConditions&, const system::System&,
                    const std::vector<elements::ExactCoordinate>& held, const PositionReport&,
                    std::string_view what);

}  // namespace trammel::analysis
