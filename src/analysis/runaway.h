// When a run fails because the motion grows without bound, functions lose their values by overflow;
// then the part that went away says more than they do.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/finding.h"
#include "system/system.h"

namespace trammel::analysis {

// The part that is farthest from the origin, where no mechanism is that large; else nothing.
Findings runaway_part(const system::System&, const State&);

}  // namespace trammel::analysis
