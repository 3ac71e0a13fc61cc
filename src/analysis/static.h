// Static analysis: an equilibrium at the present time, or one after the other at given times
// (quasi-statics).
//
// How equilibria are searched is said in equilibrium_search.h. A time interval over which no way leads
// to one is halved.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/run.h"

namespace trammel::analysis {

// Output at the present time and at settings.output_times. Iterations are counted as those of an
// integrator.
RunReport run_static(InitialConditions& start, const RunSettings&, const Output&);

}  // namespace trammel::analysis
