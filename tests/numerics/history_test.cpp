// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/history.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/allocations.h"

namespace trammel {
namespace {

Vector polynomial(double t, int degree) {
  Vector v(2);
  v << 1, -2;
  for (int k = 1; k <= degree; ++k)
    v += std::pow(t, k) * Vector::Constant(2, 0.5 + k) * (k % 2 ? 1 : -1);
  return v;
}

TEST(History, extrapolates_polynomials_exactly_at_any_spacing) {
  const double times[] = {0, 0.1, 0.35, 0.4, 0.9, 1.0};
  for (int degree = 0; degree <= 3; ++degree) {
    History history(4, 2);
    Vector out(2);
    for (double t : times) {
      history.push(t, polynomial(t, degree));
      if (history.size() <= degree) continue;
      history.predict(t + 0.3, degree, out);
      EXPECT_LT((out - polynomial(t + 0.3, degree)).norm(), 1e-11)
          << "degree " << degree << " at " << t;
    }
    EXPECT_EQ(history.size(), 4);
    EXPECT_EQ(history.time(0), 1.0);
    EXPECT_EQ(history.time(3), 0.35);
  }
}

TEST(History, takes_a_lower_degree_while_it_is_short) {
  History history(4, 2);
  Vector out(2);
  history.push(0, Vector::Constant(2, 3));
  history.predict(5, 3, out);
  EXPECT_EQ(out, Vector::Constant(2, 3));
  history.push(1, Vector::Constant(2, 4));
  history.predict(5, 3, out);
  EXPECT_EQ(out, Vector::Constant(2, 8));
  history.clear();
  EXPECT_EQ(history.size(), 0);
}

TEST(History, keeps_constant_values_exactly) {
  History history(4, 2);
  Vector out(2);
  for (double t : {0.0, 0.1, 0.3, 0.7}) {
    history.push(t, Vector::Constant(2, 9.81));
    history.predict(t + 0.123, 3, out);
    EXPECT_EQ(out, Vector::Constant(2, 9.81));
  }
}

TEST(History, allocates_nothing_once_it_exists) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  History history(4, 50);
  Vector value = Vector::Ones(50), out(50);
  const long before = testing::allocations();
  for (int k = 0; k < 20; ++k) {
    history.push(k, value);
    history.predict(k + 0.5, 3, out);
  }
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace trammel
