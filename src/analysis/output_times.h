// When results are written, as users say it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "numerics/times.h"

namespace trammel::analysis {

struct OutputTimes {
  double end = 0;
  std::optional<int> steps;
  std::optional<double> interval;
};

// Ascending, after the start; the last one is the end.
inline Times output_times(double start, const OutputTimes& wanted) {
  return wanted.interval ? Times::spaced(start, wanted.end, *wanted.interval)
                         : Times::evenly(start, wanted.end, wanted.steps.value_or(1));
}

}  // namespace trammel::analysis
