// SPDX-License-Identifier: BSD-3-Clause
#include "math/polynomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <vector>

#include "math/differences.h"
#include "math/random_values.h"

namespace trammel {
namespace {

using Series = Derivatives (*)(std::span<const double>, double);

std::vector<double> random_coefficients(Random& random, int count) {
  std::vector<double> a;
  for (int j = 0; j < count; ++j) a.push_back(random.between(-1, 1));
  return a;
}

struct NamedSeries {
  const char* name;
  Series evaluate;
  double (*term)(int j, double x);  // the plain definition of term j ≥ 1
};

void PrintTo(const NamedSeries& tested, std::ostream* out) {
  *out << tested.name;
}

class EverySeries : public testing::TestWithParam<NamedSeries> {};

TEST_P(EverySeries, value_is_the_sum_of_its_terms) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const auto a = random_coefficients(random, 31);
    const double x = random.between(-1, 1);
    double sum = a[0];
    for (int j = 1; j < 31; ++j) sum += a[std::size_t(j)] * GetParam().term(j, x);
    EXPECT_NEAR(GetParam().evaluate(a, x).value, sum, 1e-13);
  }
}

TEST_P(EverySeries, derivatives_match_differences) {
  Random random(2);
  const double h = 4e-3;
  for (int count = 0; count <= 9; ++count) {
    const auto a = random_coefficients(random, count);
    const double x = random.between(-1.2, 1.2);
    const auto value = [&](double s) { return GetParam().evaluate(a, s).value; };
    const auto first = [&](double s) { return GetParam().evaluate(a, s).first; };
    const auto second = [&](double s) { return GetParam().evaluate(a, s).second; };
    const Derivatives at = GetParam().evaluate(a, x);
    const double scale = 1 + std::abs(at.value) + std::abs(at.third);
    EXPECT_NEAR(at.first, difference(value, x, h), 1e-9 * scale);
    EXPECT_NEAR(at.second, difference(first, x, h), 1e-9 * scale);
    EXPECT_NEAR(at.third, difference(second, x, h), 1e-8 * scale);
  }
}

TEST_P(EverySeries, is_zero_without_coefficients_and_constant_with_one) {
  EXPECT_EQ(GetParam().evaluate({}, 0.3).value, 0);
  const std::vector<double> constant = {2.5};
  const Derivatives at = GetParam().evaluate(constant, 0.3);
  EXPECT_EQ(at.value, 2.5);
  EXPECT_EQ(at.first, 0);
  EXPECT_EQ(at.second, 0);
  EXPECT_EQ(at.third, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Series, EverySeries,
    testing::Values(
        NamedSeries{"power", polynomial, [](int j, double x) { return std::pow(x, j); }},
        NamedSeries{"chebyshev", chebyshev_series,
                    [](int j, double x) { return std::cos(j * std::acos(x)); }},
        NamedSeries{"sine", sine_series, [](int j, double x) { return std::sin(j * x); }},
        NamedSeries{"cosine", cosine_series, [](int j, double x) { return std::cos(j * x); }}),
    [](const auto& test) { return test.param.name; });

TEST(Polynomial, kth_derivative_agrees_with_the_first_three_and_ends_at_zero) {
  Random random(3);
  const auto a = random_coefficients(random, 7);
  const double x = 0.83;
  const Derivatives p = polynomial(a, x);
  EXPECT_NEAR(polynomial_derivative(a, x, 0), p.value, 1e-14);
  EXPECT_NEAR(polynomial_derivative(a, x, 1), p.first, 1e-13);
  EXPECT_NEAR(polynomial_derivative(a, x, 2), p.second, 1e-12);
  EXPECT_NEAR(polynomial_derivative(a, x, 3), p.third, 1e-12);
  EXPECT_DOUBLE_EQ(polynomial_derivative(a, x, 6), 720 * a[6]);
  EXPECT_EQ(polynomial_derivative(a, x, 7), 0);
  EXPECT_EQ(polynomial_derivative(a, x, 100), 0);
}

TEST(Chebyshev, known_polynomials_inside_and_outside_the_unit_interval) {
  const std::vector<double> T3 = {0, 0, 0, 1}, T4 = {0, 0, 0, 0, 1};
  for (const double x : {-3.0, -1.0, -0.2, 0.0, 0.7, 1.0, 2.5}) {
    EXPECT_NEAR(chebyshev_series(T3, x).value, 4 * x * x * x - 3 * x, 1e-12);
    EXPECT_NEAR(chebyshev_series(T3, x).first, 12 * x * x - 3, 1e-12);
    EXPECT_NEAR(chebyshev_series(T3, x).second, 24 * x, 1e-12);
    EXPECT_NEAR(chebyshev_series(T3, x).third, 24, 1e-12);
    EXPECT_NEAR(chebyshev_series(T4, x).third, 192 * x, 1e-11);
  }
}

}  // namespace
}  // namespace trammel
