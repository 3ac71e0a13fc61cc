// Settings of a dataset, and options of the command line, that are understood but change nothing in a
// run, so that nobody waits for what they ask for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "analysis/finding.h"
#include "app/run.h"
#include "model/messages.h"
#include "model/model.h"

namespace trammel::app {

// One warning for each statement that has such settings.
std::vector<model::Problem> settings_without_effect(const model::Model&);

// That there is nothing to write, for want of REQUESTs.
analysis::Findings missing_requests(const model::Model&);

// What only integrators hear, in an analysis without one.
analysis::Findings idle_without_integrator(const RunOptions&, const model::Model&, analysis::Kind);

}  // namespace trammel::app
