// When results are written.
//
// The k-th of n outputs from the start S to the end T is at S + (T − S)·k/n, with an interval H at
// S + k·H: the double nearest to the decimal number that a user computes from what was typed, so that
// 7 times 0.05 is 0.35, not 0.35000000000000003.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

namespace trammel::analysis {

struct OutputTimes {
  double end = 0;
  std::optional<int> steps;
  std::optional<double> interval;
};

// Ascending, after the start; the last one is the end.
std::vector<double> output_times(double start, const OutputTimes&);

}  // namespace trammel::analysis
