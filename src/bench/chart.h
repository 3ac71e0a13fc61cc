// A chart as SVG: series of points that lines connect, on logarithmic or linear axes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::bench {

struct Series {
  enum class Style : unsigned char { line_and_marks, line, marks };
  std::string label;
  std::vector<double> x, y;  // numbers that an axis cannot show are left out
  Style style = Style::line_and_marks;
};

enum class Scale : unsigned char { logarithmic, linear };

struct Chart {
  std::string title, x_label, y_label;
  std::vector<Series> series;
  double y_floor =
      0;  // a dashed line; 0: none. On a logarithmic axis of errors: nothing below can be told
  std::string floor_label;
  Scale x = Scale::logarithmic, y = Scale::logarithmic;
  double height = 540;
};

std::string to_svg(const Chart&);

// Text inside an element or an attribute of SVG or HTML.
std::string escape_markup(const std::string&);

}  // namespace trammel::bench
