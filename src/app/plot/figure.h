// A figure of curves over time: panels above each other, one for each unit.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::app {

struct Curve {
  std::string label;
  std::vector<double> x, y;  // not a number: a gap
  int color = 0, dash = 0;
};

struct Panel {
  std::string y_label;  // "PART_2 X, arm Y [mm]"
  std::vector<Curve> curves;
};

struct Figure {
  std::string title, x_label;
  std::vector<Panel> panels;
  double width = 900, height_of_panel = 320;  // pixels
};

// Throw results::WriteError.
void write_svg(const Figure&, const std::string& path);
void write_png(const Figure&, const std::string& path);

}  // namespace trammel::app
