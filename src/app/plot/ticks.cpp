// SPDX-License-Identifier: BSD-3-Clause
#include "app/plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trammel::app {
namespace {

double round_step(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

}  // namespace

Axis make_axis(double low, double high, int wanted, bool tight) {
  // A constant gets some room; one that varies by round-off only is such a constant.
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high - low > 1e-12 * size) || high - low < 1e-290) {
    const double room = size > 1e-290 ? 0.05 * size : 1;
    low -= room;
    high += room;
    tight = false;
  }
  const double step = round_step((high - low) / std::max(wanted, 1));
  Axis axis;
  axis.low = tight ? low : step * std::floor(low / step + 1e-9);
  axis.high = tight ? high : step * std::ceil(high / step - 1e-9);
  const double slack = 1e-9 * (axis.high - axis.low);
  const auto first = std::ceil((axis.low - slack) / step);
  for (int k = 0; k < 100; ++k) {
    const double tick = (first + k) * step;
    if (tick > axis.high + slack) break;
    axis.ticks.push_back(tick);
    // As many digits as tell neighbours apart.
    const double digits =
        std::ceil(std::log10(std::max(std::abs(axis.low), std::abs(axis.high)) / step)) + 1;
    axis.texts.push_back(fmt::format("{:.{}g}", std::abs(tick) < 1e-9 * step ? 0.0 : tick,
                                     std::clamp(int(digits), 3, 15)));
  }
  return axis;
}

}  // namespace trammel::app
