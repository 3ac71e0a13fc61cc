// What to tell the user when an integrator gives up: the cause, where it stands in the file, and what
// to try.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/finding.h"
#include "integrators/registry.h"
#include "system/system.h"

namespace trammel::analysis {

// Right after the failure: the system still knows which function had no value. `reached` is the last
// good state.
Finding describe(const StepReport&, const system::System&, const State& reached, const StepLimits&,
                 const IntegratorInfo&);

// What steps so short say about the numbers of the model; empty: they may be what they should.
std::string advice_on_magnitude(double h);

}  // namespace trammel::analysis
