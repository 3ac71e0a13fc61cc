// The state of a model after it has been edited on the way: every part, differential state, count of
// turns and remembered value goes on from where it was.
//
// A part is carried by its own coordinate system: with C the frame at the centre of mass in it, before
// and after, and ω the angular velocity of the part,
//   (r, A)′ = (r, A) C⁻¹ C′,   ṙ′ = ṙ + ω × (r′ − r)                                      (CARRY.1)
// Theory: docs/theory/initial_conditions.md#on-the-way
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/row.h"
#include "system/system.h"

namespace trammel::analysis {

// Elements that the edits give a start of their own, as if the model began there.
struct NewStart {
  std::vector<elements::Owner> positions, velocities;  // parts and point masses
  std::vector<elements::Owner> states;                 // differential equations
};

// `after` has the new equations; which rows it enforces does not matter.
State carry_over(const elements::Equations& before, const State& at, const system::System& after,
                 const NewStart& edited);

}  // namespace trammel::analysis
