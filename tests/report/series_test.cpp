// Numbers come back from their packed form within what the bits promise, and pack well when they are smooth.
// SPDX-License-Identifier: BSD-3-Clause
#include "report/series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "report/payload.h"

namespace trammel::report {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Column by column.
Table table_of(const std::vector<std::vector<double>>& columns) {
  return {columns.front().size(), columns.size(),
          [&columns](std::size_t first, std::size_t count, std::span<double> out) {
            for (std::size_t r = 0; r < count; ++r)
              for (std::size_t c = 0; c < columns.size(); ++c)
                out[r * columns.size() + c] = columns[c][first + r];
          }};
}

std::vector<double> column_of(std::size_t rows, double (*value)(double)) {
  std::vector<double> column(rows);
  for (std::size_t r = 0; r < rows; ++r) column[r] = value(double(r));
  return column;
}

TEST(Series, come_back_within_half_a_step) {
  std::mt19937 random(7);
  std::vector<double> noise(501);
  for (double& value : noise) value = std::uniform_real_distribution(-3e4, 2e5)(random);
  const std::vector<std::vector<double>> columns = {
      column_of(501, [](double t) { return 250 + std::sin(0.03 * t); }),
      column_of(501, [](double t) { return 1e-7 * t * t * t; }),
      column_of(501, [](double t) { return t < 200 ? 0. : 1e6; }), noise};
  for (const int bits : {24, 28}) {
    const std::vector<double> back = unpack(pack(table_of(columns), 1, bits), 501, columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto [low, high] = std::minmax_element(columns[c].begin(), columns[c].end());
      const double largest = std::max(std::abs(*low), std::abs(*high));
      // Half a whole number, and what a 32-bit number rounds away.
      const double bound = 0.51 * std::ldexp(*high - *low, -bits) + std::ldexp(largest, -24);
      for (std::size_t r = 0; r < 501; ++r)
        ASSERT_NEAR(back[c * 501 + r], columns[c][r], bound) << c << ' ' << r;
    }
  }
}

TEST(Series, keep_what_does_not_exist_and_what_does_not_change) {
  const std::vector<std::vector<double>> columns = {
      {5, 5, 5, 5},
      {nan, nan, nan, nan},
      {1, nan, 3, std::numeric_limits<double>::infinity()},
      {2, 2, nan, 2}};
  const std::vector<double> back = unpack(pack(table_of(columns), 1, 24), 4, 4);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(back[k], 5);
    EXPECT_TRUE(std::isnan(back[4 + k]));
  }
  EXPECT_EQ(back[8], 1);
  EXPECT_TRUE(std::isnan(back[9]));
  EXPECT_NEAR(back[10], 3, 1e-6);
  EXPECT_TRUE(std::isnan(back[11]));
  EXPECT_EQ(back[12], 2);
  EXPECT_TRUE(std::isnan(back[14]));
}

TEST(Series, with_a_stride_keep_the_last_row) {
  const std::vector<std::vector<double>> columns = {column_of(12, [](double t) { return t; })};
  ASSERT_EQ(rows_with_stride(12, 5), 4u);
  const std::vector<double> back = unpack(pack(table_of(columns), 5, 24), 4, 1);
  const std::vector<double> expected = {0, 5, 10, 11};
  for (std::size_t r = 0; r < 4; ++r) EXPECT_NEAR(back[r], expected[r], 1e-5);
  EXPECT_EQ(rows_with_stride(11, 5), 3u);
  EXPECT_EQ(rows_with_stride(1, 5), 1u);
  EXPECT_EQ(rows_with_stride(0, 5), 0u);
}

// A swinging chain: 7 numbers for each of 200 parts at 10,000 outputs.
void chain_poses(std::size_t first, std::size_t count, std::span<double> out) {
  constexpr std::size_t parts = 200;
  for (std::size_t r = 0; r < count; ++r) {
    double x = 0, y = 0;
    for (std::size_t p = 0; p < parts; ++p) {
      const double t = 0.01 * double(first + r), s = double(p);
      const double angle = 0.8 * std::sin(3.1 * t - 0.3 * s) + 0.4 * std::sin(7.7 * t + 0.11 * s);
      double* pose = &out[(r * parts + p) * 7];
      pose[0] = x, pose[1] = y, pose[2] = 0.01 * std::sin(11 * t + s);
      pose[3] = std::cos(angle / 2), pose[4] = 0.02 * std::sin(5 * t), pose[5] = 0.01 * std::cos(t);
      pose[6] = std::sin(angle / 2);
      x += std::sin(angle), y -= std::cos(angle);
    }
  }
}

TEST(Series, of_ten_thousand_outputs_of_200_parts_take_less_than_30_MB_of_text) {
  const Table table{10'000, 1400, chain_poses};
  Arrays arrays;
  arrays.add(pack(table, 1, 24));
  const std::size_t text = deflate("{}", arrays).size() / 3 * 4;
  RecordProperty("megabytes", std::to_string(double(text) / 1e6));
  EXPECT_LT(text, 28'000'000u);  // the page itself takes less than 1 MB
}

}  // namespace
}  // namespace trammel::report
