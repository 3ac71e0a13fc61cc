// SPDX-License-Identifier: BSD-3-Clause
#include "math/stumpff.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel {
namespace {

// (ROT.1) summed in extended precision: the reference for every angle below 10.
double reference(int n, double s) {
  long double term = 1;
  for (int m = 2; m <= n; ++m) term /= m;
  long double sum = 0;
  for (int k = 0; k < 60; ++k) {
    sum += term;
    term *= -static_cast<long double>(s) / ((2 * k + n + 1) * (2 * k + n + 2));
  }
  return double(sum);
}

TEST(Stumpff, agrees_with_the_defining_series_on_both_sides_of_the_switch) {
  for (double theta = 0; theta < 8; theta += 0.0137) {
    const auto c = stumpff(theta * theta);
    for (int n = 0; n < 6; ++n)
      EXPECT_NEAR(c[std::size_t(n)], reference(n, theta * theta), 4e-16) << n << " at " << theta;
  }
}

TEST(Stumpff, keeps_relative_accuracy_for_small_rotations) {
  for (double theta = 1e-12; theta < 2; theta *= 1.7) {
    const auto c = stumpff(theta * theta);
    for (int n = 2; n < 6; ++n)
      EXPECT_NEAR(c[std::size_t(n)] / reference(n, theta * theta), 1, 6e-16)
          << n << " at " << theta;
  }
}

TEST(Stumpff, has_no_jump_at_the_switch) {
  const auto below = stumpff(std::nextafter(4.0, 0.0)), above = stumpff(4.0);
  for (std::size_t n = 0; n < 6; ++n) EXPECT_NEAR(below[n], above[n], 4e-16) << n;
}

TEST(Stumpff, derivatives_follow_from_the_next_two) {
  const double step = 1e-5;
  for (double s = 0.01; s < 40; s += 0.317) {
    const auto c = stumpff(s), after = stumpff(s + step), before = stumpff(s - step);
    for (std::size_t n = 0; n < 4; ++n) {
      const double exact = (double(n) * c[n + 2] - c[n + 1]) / 2;
      EXPECT_NEAR((after[n] - before[n]) / (2 * step), exact, 1e-10) << n << " at " << s;
    }
  }
}

}  // namespace
}  // namespace trammel
