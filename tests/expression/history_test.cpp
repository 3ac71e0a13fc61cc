// What DELAY remembers, between and beyond samples.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::expression {
namespace {

double cubic(double t) {
  return 1 - 2 * t + 0.5 * t * t + 0.3 * t * t * t;
}

TEST(History, of_a_cubic_is_exact_with_both_derivatives) {
  History history;
  for (const double t : {0.0, 0.3, 0.4, 0.9, 1.5, 1.6}) history.add(t, cubic(t));
  for (const double t : {-0.2, 0.0, 0.1, 0.3, 0.65, 1.5, 1.55, 1.6, 1.8}) {
    const SplineValue v = history.evaluate(t);
    EXPECT_NEAR(v.f, cubic(t), 1e-13) << t;
    EXPECT_NEAR(v.f_x, -2 + t + 0.9 * t * t, 1e-12) << t;
    EXPECT_NEAR(v.f_xx, 1 + 1.8 * t, 1e-11) << t;
  }
}

TEST(History, converges_at_order_four) {
  double errors[2];
  for (int fine = 0; fine < 2; ++fine) {
    History history;
    const int n = fine == 0 ? 20 : 40;
    for (int k = 0; k <= n; ++k) history.add(2.0 * k / n, std::sin(2.0 * k / n));
    errors[fine] = 0;
    for (double t = 0.2; t < 1.8; t += 0.013)
      errors[fine] = std::max(errors[fine], std::abs(history.evaluate(t).f - std::sin(t)));
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.3);
}

TEST(History, does_not_smooth_a_jump) {
  History history;
  for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) history.add(t, 1);
  for (const double t : {1.0, 1.25, 1.5, 1.75}) history.add(t, 3 + t);
  EXPECT_EQ(history.evaluate(0.9).f, 1);
  EXPECT_EQ(history.evaluate(0.999).f, 1);
  EXPECT_NEAR(history.evaluate(1.001).f, 4.001, 1e-12);
  history.add(1.75, 4.75 + 1e-12);  // the same again but for round-off
  EXPECT_NEAR(history.evaluate(1.6).f, 4.6, 1e-9);
}

TEST(History, forgets_what_is_done_again) {
  History history;
  EXPECT_TRUE(history.empty());
  EXPECT_EQ(history.evaluate(1).f, 0);
  for (const double t : {0.0, 1.0, 2.0}) history.add(t, 5);
  history.forget_after(1);
  history.add(2, 7);
  EXPECT_EQ(history.evaluate(2).f, 7);
  history.forget_after(-1);
  EXPECT_TRUE(history.empty());
}

}  // namespace
}  // namespace trammel::expression
