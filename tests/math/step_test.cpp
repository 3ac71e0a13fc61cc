// SPDX-License-Identifier: BSD-3-Clause
#include "math/step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <ostream>

#include "math/differences.h"
#include "math/random_values.h"

namespace trammel {
namespace {

struct NamedShape {
  const char* name;
  StepShape shape;
  int smoothness;  // highest derivative that is continuous
};

void PrintTo(const NamedShape& tested, std::ostream* out) {
  *out << tested.name;
}

class EveryStep : public testing::TestWithParam<NamedShape> {};

TEST_P(EveryStep, joins_its_levels_with_the_stated_smoothness) {
  const StepShape shape = GetParam().shape;
  for (const double end : {0.0, 1.0}) {
    const double inside = end == 0 ? 1e-12 : 1 - 1e-12;
    const Derivatives in = shape(inside), out = shape(end);
    EXPECT_EQ(out.value, end);
    EXPECT_EQ(out.first, 0);
    EXPECT_NEAR(in.value, end, 1e-11);
    EXPECT_NEAR(in.first, 0, 1e-10);
    if (GetParam().smoothness >= 2)
      EXPECT_NEAR(in.second, 0, 1e-9);
    else
      EXPECT_GT(std::abs(in.second), 1);
  }
  EXPECT_EQ(shape(-7).value, 0);
  EXPECT_EQ(shape(7).value, 1);
}

TEST_P(EveryStep, is_symmetric_and_rises) {
  double previous = 0;
  for (double u = 0.01; u < 1; u += 0.01) {
    EXPECT_NEAR(GetParam().shape(u).value + GetParam().shape(1 - u).value, 1, 1e-15);
    EXPECT_GT(GetParam().shape(u).value, previous);
    previous = GetParam().shape(u).value;
  }
  EXPECT_DOUBLE_EQ(GetParam().shape(0.5).value, 0.5);
}

TEST_P(EveryStep, derivatives_match_differences) {
  Random random(1);
  const double h = 2e-3;
  for (int trial = 0; trial < 50; ++trial) {
    const double x0 = random.between(-2, 2), x1 = x0 + random.between(-1.5, 1.5);
    const double h0 = random.between(-2, 2), h1 = random.between(-2, 2);
    const double width = x1 - x0, x = x0 + width * random.between(0.05, 0.95);
    const auto at = [&](double s) { return step(GetParam().shape, s, x0, h0, x1, h1); };
    const auto value = [&](double s) { return at(s).value; };
    const auto first = [&](double s) { return at(s).first; };
    const auto second = [&](double s) { return at(s).second; };
    const double d = h * std::abs(width);
    EXPECT_NEAR(at(x).first * width, difference(value, x, d) * width, 1e-9);
    EXPECT_NEAR(at(x).second * width * width, difference(first, x, d) * width * width, 1e-8);
    EXPECT_NEAR(at(x).third * std::pow(width, 3), difference(second, x, d) * std::pow(width, 3),
                1e-7);
  }
}

TEST_P(EveryStep, reaches_its_levels_exactly) {
  const auto at = [&](double x) { return step(GetParam().shape, x, 1, 1e20, 3, 0.1); };
  EXPECT_EQ(at(1).value, 1e20);
  EXPECT_EQ(at(3).value, 0.1);
  EXPECT_EQ(at(-1e300).value, 1e20);
  EXPECT_EQ(at(std::numeric_limits<double>::infinity()).value, 0.1);
}

TEST_P(EveryStep, of_no_width_is_a_jump_and_backwards_runs_to_the_left) {
  EXPECT_EQ(step(GetParam().shape, 0.9, 1, 5, 1, 6).value, 5);
  EXPECT_EQ(step(GetParam().shape, 1, 1, 5, 1, 6).value, 6);
  EXPECT_EQ(step(GetParam().shape, 2.5, 2, 5, 1, 6).value, 5);
  EXPECT_EQ(step(GetParam().shape, 0.5, 2, 5, 1, 6).value, 6);
  EXPECT_NEAR(step(GetParam().shape, 1.5, 2, 5, 1, 6).value, 5.5, 1e-15);
  for (const double x : {-1.0, 0.0, 1e-310, 1.0}) {  // a width whose square underflows
    const Derivatives narrow = step(GetParam().shape, x, 0, 0, 1e-300, 1);
    EXPECT_FALSE(std::isnan(narrow.value + narrow.first));
    if (x <= 0 || x >= 1) {
      EXPECT_EQ(narrow.third, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryStep,
                         testing::Values(NamedShape{"cubic", cubic_step, 1},
                                         NamedShape{"quintic", quintic_step, 2},
                                         NamedShape{"haversine", haversine_step, 1}),
                         [](const auto& test) { return test.param.name; });

TEST(HaversineStep, equals_its_definition) {
  constexpr double pi = std::numbers::pi;
  const double h0 = -2, h1 = 3, x = 0.37;
  EXPECT_NEAR(step(haversine_step, x, 0, h0, 1, h1).value,
              (h0 + h1) / 2 + (h1 - h0) / 2 * std::sin(pi * x - pi / 2), 1e-15);
}

}  // namespace
}  // namespace trammel
