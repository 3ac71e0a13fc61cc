// Charts are well-formed whatever they are given.
// SPDX-License-Identifier: BSD-3-Clause
#include "bench/chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace trammel::bench {
namespace {

TEST(Chart, draws_points_where_they_belong) {
  Chart chart;
  chart.title = "t", chart.x_label = "x", chart.y_label = "y";
  chart.series = {{"a", {1, 10, 100}, {1, 10, 100}}};
  const std::string svg = to_svg(chart);
  EXPECT_NE(svg.find("M80.0 480.0 L375.0 263.0 L670.0 46.0"), std::string::npos) << svg;
}

TEST(Chart, linear_axes_have_round_numbers) {
  Chart chart;
  chart.x = chart.y = Scale::linear;
  chart.series = {{"a", {0, 2}, {-0.3, 1}, Series::Style::line}};
  const std::string svg = to_svg(chart);
  EXPECT_NE(svg.find("M80.0 449.0 L670.0 46.0"), std::string::npos) << svg;
  for (const char* label : {">0.5<", ">1.5<", ">-0.2<", ">0<"})
    EXPECT_NE(svg.find(label), std::string::npos) << label;
  EXPECT_EQ(svg.find("<circle cx=\"80.0\""), std::string::npos);
}

TEST(Chart, leaves_out_what_has_no_logarithm_and_escapes_names) {
  Chart chart;
  chart.title = "<script>&\"";
  chart.series = {
      {"a", {0, -1, std::nan(""), 10}, {1, 1, 1, std::numeric_limits<double>::infinity()}}};
  const std::string svg = to_svg(chart);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_EQ(svg.find("<script>"), std::string::npos);
  EXPECT_NE(to_svg({}).find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace trammel::bench
