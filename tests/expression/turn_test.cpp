// SPDX-License-Identifier: BSD-3-Clause
#include "expression/turn.h"

#include <gtest/gtest.h>

#include <numbers>

#include "expression/parse.h"

namespace trammel::expression {
namespace {

constexpr double whole = 2 * std::numbers::pi;

double turn(const char* text) {
  return turn_of(*parse(text).tree);
}

TEST(Turn, is_that_of_angles_times_their_factor) {
  EXPECT_EQ(turn("AZ(21, 11)"), whole);
  EXPECT_EQ(turn("PSI(21, 11)"), whole);
  EXPECT_EQ(turn("-AZ(21, 11)"), whole);
  EXPECT_EQ(turn("AZ(21, 11) - 90D"), whole);
  EXPECT_EQ(turn("ATAN2(DX(21, 11), DY(21, 11))"), whole);
  EXPECT_DOUBLE_EQ(turn("RTOD*AZ(21, 11)"), 360);
  EXPECT_DOUBLE_EQ(turn("AZ(21, 11)*180/PI"), 360);
  EXPECT_DOUBLE_EQ(turn("180*(AZ(21, 11) + 1)/PI"), 360);
}

TEST(Turn, is_zero_of_everything_else) {
  for (const char* text : {"DX(21, 11)", "3", "SIN(AZ(21, 11))", "AZ(21, 11)*TIME", "WZ(21, 11)",
                           "AZ(21, 11) + AY(21, 11)", "AZ(21, 11)/0", "THETA(21, 11)"})
    EXPECT_EQ(turn(text), 0) << text;
}

}  // namespace
}  // namespace trammel::expression
