// The Nordsieck array as a polynomial: what it predicts, interpolates and keeps when step and order
// change.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/nordsieck.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::testing {
namespace {

using Spacing = Nordsieck::Spacing;

Vector of(double value) {
  return Vector::Constant(1, value);
}

double smooth(double t) {
  return std::exp(-t) + std::sin(2 * t);
}

Nordsieck from_function(double (*f)(double), int order, double t, double h, Spacing spacing) {
  Nordsieck array(1, spacing);
  Matrix changes(1, order);
  for (int j = 1; j <= order; ++j) changes(0, j - 1) = f(t - j * h) - f(t);
  array.start(of(f(t)), changes, h);
  return array;
}

// The step to y that was predicted.
void accept(Nordsieck& array, double y) {
  const Vector correction = of(y) - array.predicted();
  array.accept(of(y), correction);
}

double value_at(const Nordsieck& array, double x) {
  Vector y(1), y_dot(1);
  array.evaluate(x, y, y_dot);
  return y[0];
}

double rate_at(const Nordsieck& array, double x) {
  Vector y(1), y_dot(1);
  array.evaluate(x, y, y_dot);
  return y_dot[0];
}

TEST(Nordsieck, has_the_leading_coefficients_of_the_formulas) {  // (BDF.3)
  const double leading[] = {1, 3.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60, 49.0 / 20};
  for (const Spacing spacing : {Spacing::equal, Spacing::actual})
    for (int k = 1; k <= 6; ++k) {
      Nordsieck array = from_function(smooth, k, 0, 0.1, spacing);
      array.predict(0.1);
      EXPECT_NEAR(array.leading(), leading[k - 1], 1e-14);
    }
}

TEST(Nordsieck, predicts_polynomials_of_its_degree_exactly_at_any_step) {  // (BDF.2), (BDF.5)
  const auto quintic = [](double t) { return ((((t - 2) * t + 1) * t - 3) * t + 0.5) * t + 4; };
  for (const Spacing spacing : {Spacing::equal, Spacing::actual}) {
    Nordsieck array = from_function(quintic, 5, 0.7, 0.1, spacing);
    for (const double h : {0.1, 0.03, 0.2}) {
      array.predict(h);
      EXPECT_NEAR(array.predicted()[0], quintic(0.7 + h), 1e-12);
    }
  }
}

TEST(Nordsieck, interpolates_the_accepted_values_at_their_actual_times) {  // (BDF.4)
  constexpr int k = 4;
  Nordsieck array = from_function(smooth, k, 0, 0.1, Spacing::actual);
  double t = 0;
  std::vector<double> times = {0};
  for (const double h : {0.1, 0.13, 0.07, 0.2, 0.11, 0.05}) {
    array.predict(h);
    times.insert(times.begin(), t += h);
    accept(array, smooth(t));
    for (int i = 0; i <= std::min(k, int(times.size()) - 1); ++i)
      EXPECT_NEAR(value_at(array, (times[std::size_t(i)] - t) / h), smooth(times[std::size_t(i)]),
                  1e-12);
  }
}

TEST(Nordsieck, raising_the_order_adds_the_next_past_value) {  // (BDF.6)
  constexpr int k = 3;
  Nordsieck array = from_function(smooth, k, 0, 0.1, Spacing::actual);
  const double steps[] = {0.1, 0.13, 0.07, 0.2, 0.11};
  double times[6] = {0}, t = 0;
  for (int n = 0; n < 5; ++n) {
    array.predict(steps[n]);
    times[n + 1] = t += steps[n];
    accept(array, smooth(t));
  }
  array.raise_order();
  ASSERT_EQ(array.order(), k + 1);
  for (int i = 0; i <= k + 1; ++i)
    EXPECT_NEAR(value_at(array, (times[5 - i] - t) / array.h()), smooth(times[5 - i]), 1e-12);
}

TEST(Nordsieck, lowering_the_order_forgets_the_oldest_value_only) {  // (BDF.7)
  for (const Spacing spacing : {Spacing::equal, Spacing::actual})
    for (int k = 2; k <= 6; ++k) {
      Nordsieck array = from_function(smooth, k, 1, 0.1, spacing);
      array.lower_order();
      ASSERT_EQ(array.order(), k - 1);
      for (int i = 0; i <= k - 1; ++i) EXPECT_NEAR(value_at(array, -i), smooth(1 - 0.1 * i), 1e-12);
    }
}

TEST(Nordsieck, moves_along_its_polynomial) {
  Nordsieck array = from_function(smooth, 5, 1, 0.1, Spacing::equal);
  const double ahead = value_at(array, 0.4), rate = rate_at(array, 0.4);
  array.move(0.2, of(value_at(array, 0.2)));
  EXPECT_NEAR(value_at(array, 0.2), ahead, 1e-14);
  EXPECT_NEAR(rate_at(array, 0.2), rate, 1e-12);
}

// Terms of the local error on exact data: h^{k+1} y^(k+1)/(k+1) and its neighbours, for y = exp(t).
TEST(Nordsieck, estimates_errors_of_its_own_and_of_the_neighbouring_orders) {
  const auto exponential = [](double t) { return std::exp(t); };
  constexpr double h = 0.01;
  for (const Spacing spacing : {Spacing::equal, Spacing::actual})
    for (int k = 1; k <= 4; ++k) {
      Nordsieck array = from_function(exponential, k, 0, h, spacing);
      Vector at(1), below(1), above(1);
      for (int n = 1; n <= 2; ++n) {
        array.predict(h);
        const Vector change = of(exponential(n * h)) - array.predicted();
        array.error(change, at);                      // (BDF.8)
        if (k > 1) array.error_below(change, below);  // (BDF.9)
        EXPECT_EQ(array.knows_error_above(), n == 2);
        if (n == 2) array.error_above(change, above);  // (BDF.10)
        accept(array, exponential(n * h));
      }
      EXPECT_NEAR(at[0] / (std::pow(h, k + 1) / (k + 1)), 1, 0.05);
      if (k > 1) {
        EXPECT_NEAR(below[0] / (std::pow(h, k) / k), 1, 0.05);
      }
      EXPECT_NEAR(above[0] / (std::pow(h, k + 2) / (k + 2)), 1, 0.05);
    }
}

// Increments far below the resolution of y would be rounded the same way in every step.
TEST(Nordsieck, loses_nothing_of_small_increments) {  // (BDF.22)
  constexpr double y = 150, increment = 1.1e-15;
  Nordsieck array(1, Spacing::equal);
  array.start(of(y), of(increment), 1);
  constexpr int steps = 100000;
  for (int n = 1; n <= steps; ++n) {
    array.predict(1);
    const Vector next = array.predicted();
    array.accept(next, of(0));
  }
  EXPECT_NEAR(value_at(array, 0), y + steps * increment, 3e-14);  // one unit in its last place
}

// y = t^{k+1}: E_k = h^{k+1} Π_{i≤k} ξ_i, also in the first step, which knows the rate of y and no
// other value.
TEST(Nordsieck, knows_its_error_after_a_start_and_after_a_lower_order) {  // (BDF.21)
  constexpr double h = 0.1;
  Vector term(1);
  const auto error = [&](Nordsieck& array, double y) {
    array.predict(h);
    array.error(of(y) - array.predicted(), term);
    return term[0];
  };
  for (const Spacing spacing : {Spacing::equal, Spacing::actual}) {
    const auto quartic = [](double t) { return t * t * t * t; };
    Nordsieck array = from_function(quartic, 4, 0.5, h, spacing);
    array.lower_order();
    EXPECT_NEAR(error(array, quartic(0.5 + h)) / (6 * std::pow(h, 4)), 1, 1e-9);
    accept(array, quartic(0.5 + h));
    EXPECT_NEAR(error(array, quartic(0.5 + 2 * h)) / (6 * std::pow(h, 4)), 1, 1e-9);
    array.error_above(of(quartic(0.5 + 2 * h)) - array.predicted(), term);
    EXPECT_NEAR(term[0], 0, 1e-12);  // order 4 is exact

    Nordsieck first(1, spacing);
    first.start(of(0.25), of(1.0), h);
    EXPECT_NEAR(error(first, (0.5 + h) * (0.5 + h)) / (h * h), 1, 1e-9);
  }
}

}  // namespace
}  // namespace trammel::testing
