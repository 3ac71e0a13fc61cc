// Static analysis: an equilibrium at the present time, or one after the other at given times
// (quasi-statics).
//
// Newton first, as settings say. Where it fails, or ends at an equilibrium that is not stable,
// pseudo-transient continuation searches from the same pose. A time interval over which both fail is
// halved.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/run.h"

namespace trammel::analysis {

// Output at the present time and at settings.output_times. Iterations are counted as those of an
// integrator.
RunReport run_static(InitialConditions& start, const RunSettings&, const Output&);

}  // namespace trammel::analysis
