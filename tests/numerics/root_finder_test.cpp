// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/root_finder.h"

#include <gtest/gtest.h>

#include <limits>

namespace trammel {
namespace {

template <class G>
Bracket find(G g, double a, double b, double tolerance = 1e-12) {
  return find_crossing(g, a, g(a), b, g(b), tolerance);
}

TEST(FindCrossing, brackets_the_zero_of_smooth_functions_in_few_evaluations) {
  const double zero = 0.7390851332151607;
  for (const double sign : {1.0, -1.0}) {
    const auto g = [&](double t) { return sign * (std::cos(t) - t); };
    const Bracket r = find(g, 0, 1);
    ASSERT_TRUE(r.ok);
    EXPECT_LE(r.b - r.a, 1e-12);
    EXPECT_LE(r.a, zero + 1e-15);
    EXPECT_GE(r.b, zero - 1e-15);
    EXPECT_LT(r.evaluations, 16);
  }
}

TEST(FindCrossing, is_never_much_slower_than_bisection) {
  for (const auto& [power, limit] : {std::pair{9, 90}, {1, 8}, {21, 90}}) {
    const auto g = [p = power](double t) { return std::pow(t - 0.3, p); };
    const Bracket r = find(g, -1, 1);
    ASSERT_TRUE(r.ok);
    EXPECT_NEAR(r.b, 0.3, 1e-11);
    EXPECT_LT(r.evaluations, limit) << "power " << power;
  }
}

TEST(FindCrossing, finds_a_jump) {
  const Bracket r = find([](double t) { return t < 0.123456 ? -1.0 : 100.0; }, 0, 1);
  ASSERT_TRUE(r.ok);
  EXPECT_LT(r.a, 0.123456);
  EXPECT_GE(r.b, 0.123456);
  EXPECT_LE(r.b - r.a, 1e-12);
}

TEST(FindCrossing, counts_a_zero_at_the_end_as_crossed) {
  const Bracket r = find([](double t) { return t - 1; }, 0, 1);
  ASSERT_TRUE(r.ok);
  EXPECT_DOUBLE_EQ(r.b, 1);
}

TEST(FindCrossing, says_when_there_is_nothing_to_find) {
  EXPECT_FALSE(find([](double t) { return 1 + t; }, 0, 1).ok);
  EXPECT_FALSE(find([](double t) { return t; }, 0, 1).ok)
      << "zero at the beginning: handled before";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(find([&](double t) { return t > 0.2 && t < 0.8 ? nan : t - 0.5; }, 0, 1).ok);
}

}  // namespace
}  // namespace trammel
