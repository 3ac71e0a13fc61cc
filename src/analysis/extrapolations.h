// Warnings about splines that a run has read beyond their points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/finding.h"
#include "elements/equations.h"

namespace trammel::analysis {

Findings extrapolations(const elements::Equations&);

}  // namespace trammel::analysis
