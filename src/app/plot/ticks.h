// Round numbers along an axis.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::app {

struct Axis {
  double low = 0, high = 1;        // of the picture
  std::vector<double> ticks;       // within
  std::vector<std::string> texts;  // of these

  double share(double value) const { return (value - low) / (high - low); }
};

// About `wanted` ticks at multiples of 1, 2 or 5 times a power of ten; `tight`: the axis ends where the
// numbers end, otherwise at ticks.
Axis make_axis(double low, double high, int wanted, bool tight);

}  // namespace trammel::app
