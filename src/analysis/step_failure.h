// What to tell the user when an integrator gives up: the cause, where it stands in the file, and what
// to try.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/finding.h"
#include "analysis/jumping_function.h"
#include "integrators/registry.h"
#include "system/system.h"

namespace trammel::analysis {

// Right after the failure: the system still knows which function had no value. `reached` is the last
// good state.
Finding describe(const StepReport&, const system::System&, const State& reached, const StepLimits&,
                 const IntegratorInfo&);

// "; SFORCE/1: FUNCTION jumps here, between -3 and 3".
std::string describe(const JumpingFunction&);
inline constexpr auto advice_on_jumps =
    "where the motion keeps returning to a jump no integrator can follow it: give it a width, with "
    "STEP or TANH in the place of SIGN or IF, or FRICTION with a stiction velocity";

// What steps so short say about the numbers of the model; empty: they may be what they should.
std::string advice_on_magnitude(double h);

}  // namespace trammel::analysis
