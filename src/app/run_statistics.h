// The statistics of a run, from what the analysis and the recorder know.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "analysis/session.h"
#include "app/recorder.h"
#include "results/statistics.h"

namespace trammel::app {

results::RunStatistics run_statistics(const std::string& model, const analysis::InitialConditions&,
                                      analysis::Kind, const analysis::RunSettings&,
                                      const analysis::RunReport&, const Recorder&);

}  // namespace trammel::app
