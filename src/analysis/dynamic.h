// Dynamic analysis: an integrator from assembled initial conditions over the output times. Redundant
// rows that were left out are watched; when they no longer hold, or the matrix becomes singular, the
// rows are chosen anew and the integrator restarts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/run.h"

namespace trammel::analysis {

// `start` ends as the state, and the choice of rows, at the end of the run.
RunReport run_dynamic(InitialConditions& start, std::shared_ptr<const elements::Equations>,
                      const RunSettings&, const Output&);

}  // namespace trammel::analysis
