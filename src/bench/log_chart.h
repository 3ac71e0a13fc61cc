// A chart with logarithmic axes, as SVG: series of points that lines connect.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::bench {

struct LogSeries {
  std::string label;
  std::vector<double> x, y;  // positive numbers; others are left out
  bool has_line = true;      // else single points
};

struct LogChart {
  std::string title, x_label, y_label;
  std::vector<LogSeries> series;
  double y_floor = 0;  // a dashed line: what lies below cannot be told; 0: none
  std::string floor_label;
};

std::string to_svg(const LogChart&);

}  // namespace trammel::bench
