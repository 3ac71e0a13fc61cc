// SPDX-License-Identifier: BSD-3-Clause
#include "math/spline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include "math/differences.h"
#include "math/polynomial.h"
#include "math/random_values.h"

namespace trammel {
namespace {

struct Data {
  std::vector<double> x, y;
};

Data random_data(Random& random, int n) {
  Data data;
  double x = random.between(-3, 3);
  for (int i = 0; i < n; ++i) {
    data.x.push_back(x);
    data.y.push_back(random.between(-2, 2));
    x += random.between(0.2, 1.5);
  }
  return data;
}

template <class Function>
Data sampled(Random& random, int n, const Function& f) {
  Data data = random_data(random, n);
  for (std::size_t i = 0; i < data.x.size(); ++i) data.y[i] = f(data.x[i]);
  return data;
}

PiecewiseCubic natural(const std::vector<double>& x, const std::vector<double>& y) {
  return cubic_spline(x, y);
}
PiecewiseCubic not_a_knot(const std::vector<double>& x, const std::vector<double>& y) {
  return cubic_spline(x, y, EndCondition::not_a_knot);
}
PiecewiseCubic akima(const std::vector<double>& x, const std::vector<double>& y) {
  return akima_spline(x, y);
}
PiecewiseCubic broken(const std::vector<double>& x, const std::vector<double>& y) {
  return broken_line(x, y);
}

struct NamedSpline {
  const char* name;
  PiecewiseCubic (*build)(const std::vector<double>&, const std::vector<double>&);
  int smoothness;  // highest derivative that is continuous
  int degree;      // of the polynomials reproduced
  double order;    // of the error for smooth data, on the whole interval
};

void PrintTo(const NamedSpline& tested, std::ostream* out) {
  *out << tested.name;
}

class EverySpline : public testing::TestWithParam<NamedSpline> {};

TEST_P(EverySpline, passes_through_its_points) {
  Random random(1);
  for (const int n : {4, 5, 6, 30}) {
    const Data data = random_data(random, n);
    const PiecewiseCubic spline = GetParam().build(data.x, data.y);
    for (std::size_t i = 0; i < data.x.size(); ++i) {
      EXPECT_NEAR(spline.evaluate(data.x[i]).value, data.y[i], 1e-14);
      EXPECT_FALSE(spline.evaluate(data.x[i]).out_of_range);
    }
  }
}

TEST_P(EverySpline, is_as_smooth_at_the_knots_as_stated) {
  Random random(2);
  const Data data = random_data(random, 12);
  const PiecewiseCubic spline = GetParam().build(data.x, data.y);
  double jump[3] = {0, 0, 0}, scale = 1;
  for (std::size_t i = 1; i + 1 < data.x.size(); ++i) {
    const double x = data.x[i];
    const SplinePoint left = spline.evaluate(std::nextafter(x, -1e9)), right = spline.evaluate(x);
    jump[0] = std::max(jump[0], std::abs(right.value - left.value));
    jump[1] = std::max(jump[1], std::abs(right.first - left.first));
    jump[2] = std::max(jump[2], std::abs(right.second - left.second));
    scale = std::max(scale, std::abs(right.third));
  }
  const int smoothness = GetParam().smoothness;
  for (int k = 0; k <= smoothness; ++k) EXPECT_LT(jump[k], 1e-14 * scale) << "derivative " << k;
  if (smoothness < 2) {
    EXPECT_GT(jump[smoothness + 1], 0.1);
  }
}

TEST_P(EverySpline, derivatives_match_differences_inside_every_piece) {
  Random random(3);
  const Data data = random_data(random, 15);
  const PiecewiseCubic spline = GetParam().build(data.x, data.y);
  const auto value = [&](double s) { return spline.evaluate(s).value; };
  const auto first = [&](double s) { return spline.evaluate(s).first; };
  const auto second = [&](double s) { return spline.evaluate(s).second; };
  const auto check = [&](double x, double h) {
    const SplinePoint at = spline.evaluate(x);
    EXPECT_NEAR(at.first, difference(value, x, h), 1e-11);
    EXPECT_NEAR(at.second, difference(first, x, h), 1e-10);
    EXPECT_NEAR(at.third, difference(second, x, h), 1e-10);
  };
  for (std::size_t i = 0; i + 1 < data.x.size(); ++i) {
    const double length = data.x[i + 1] - data.x[i];
    check(data.x[i] + random.between(0.2, 0.8) * length, 0.05 * length);
  }
  check(data.x.front() - 1, 0.1);
  check(data.x.back() + 1, 0.1);
}

TEST_P(EverySpline, reproduces_polynomials_of_its_degree) {
  Random random(4);
  const std::vector<double> a = {0.7, -1.1, 0.4, 0.3};
  const std::span<const double> coefficients(a.data(), std::size_t(GetParam().degree) + 1);
  for (const int n : {4, 5, 9}) {
    const Data data =
        sampled(random, n, [&](double x) { return polynomial(coefficients, x).value; });
    const PiecewiseCubic spline = GetParam().build(data.x, data.y);
    for (int trial = 0; trial < 50; ++trial) {
      const double x = random.between(data.x.front(), data.x.back());
      const SplinePoint at = spline.evaluate(x);
      const Derivatives exact = polynomial(coefficients, x);
      EXPECT_NEAR(at.value, exact.value, 1e-12);
      EXPECT_NEAR(at.first, exact.first, 1e-11);
      EXPECT_NEAR(at.second, exact.second, 1e-10);
      EXPECT_NEAR(at.third, exact.third, 1e-9);
    }
  }
}

TEST_P(EverySpline, converges_with_its_order) {
  const auto f = [](double x) { return std::sin(2 * x + 0.3); };
  std::vector<double> errors;
  for (const int n : {100, 200}) {
    Data data;
    for (int i = 0; i <= n; ++i) {
      data.x.push_back(double(i) / n);
      data.y.push_back(f(data.x.back()));
    }
    const PiecewiseCubic spline = GetParam().build(data.x, data.y);
    double error = 0;
    for (double x = 0; x <= 1; x += 1.0 / 4096)
      error = std::max(error, std::abs(spline.evaluate(x).value - f(x)));
    errors.push_back(error);
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), GetParam().order, 0.15);
}

TEST_P(EverySpline, hint_changes_nothing_but_the_search) {
  Random random(5);
  const Data data = random_data(random, 40);
  const PiecewiseCubic spline = GetParam().build(data.x, data.y);
  int hint = 0;
  const auto check = [&](double x) {
    const SplinePoint with = spline.evaluate(x, hint), without = spline.evaluate(x);
    EXPECT_EQ(with.value, without.value);
    EXPECT_EQ(with.first, without.first);
    EXPECT_EQ(with.out_of_range, without.out_of_range);
  };
  for (double x = data.x.front() - 1; x < data.x.back() + 1; x += 0.07) check(x);
  for (double x = data.x.back() + 1; x > data.x.front() - 1; x -= 0.07) check(x);
  for (const double x : data.x) check(x);
  for (int trial = 0; trial < 200; ++trial)
    check(random.between(data.x.front() - 2, data.x.back() + 2));
  for (const int wild : {-5, 1000000, std::numeric_limits<int>::max() - 1}) {
    hint = wild;
    check(data.x[3]);
  }
}

TEST_P(EverySpline, argument_that_is_no_number_is_out_of_range) {
  Random random(6);
  const Data data = random_data(random, 5);
  const PiecewiseCubic spline = GetParam().build(data.x, data.y);
  EXPECT_TRUE(spline.evaluate(std::numeric_limits<double>::quiet_NaN()).out_of_range);
  EXPECT_TRUE(spline.evaluate(std::nextafter(data.x.back(), 1e9)).out_of_range);
  EXPECT_TRUE(spline.evaluate(std::nextafter(data.x.front(), -1e9)).out_of_range);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySpline,
                         testing::Values(NamedSpline{"natural", natural, 2, 1, 2},
                                         NamedSpline{"not_a_knot", not_a_knot, 2, 3, 4},
                                         NamedSpline{"akima", akima, 1, 1, 3},
                                         NamedSpline{"broken_line", broken, 0, 1, 2}),
                         [](const auto& test) { return test.param.name; });

TEST(CubicSpline, natural_ends_have_no_curvature) {
  Random random(7);
  const Data data = random_data(random, 9);
  const PiecewiseCubic spline = natural(data.x, data.y);
  EXPECT_NEAR(spline.evaluate(data.x.front()).second, 0, 1e-14);
  EXPECT_NEAR(spline.evaluate(data.x.back()).second, 0, 1e-13);
}

TEST(CubicSpline, not_a_knot_ends_have_no_jump_in_the_third_derivative) {
  Random random(8);
  const Data data = random_data(random, 9);
  const PiecewiseCubic spline = not_a_knot(data.x, data.y);
  const auto third = [&](std::size_t i) {
    return spline.evaluate((data.x[i] + data.x[i + 1]) / 2).third;
  };
  EXPECT_NEAR(third(0), third(1), 1e-11);
  EXPECT_NEAR(third(7), third(6), 1e-11);
  EXPECT_GT(std::abs(third(1) - third(2)), 1e-3);
}

TEST(CubicSpline, natural_order_is_four_away_from_the_ends) {
  const auto f = [](double x) { return std::sin(2 * x + 0.3); };
  std::vector<double> errors;
  for (const int n : {50, 100}) {
    Data data;
    for (int i = 0; i <= n; ++i) {
      data.x.push_back(double(i) / n);
      data.y.push_back(f(data.x.back()));
    }
    double error = 0;
    const PiecewiseCubic spline = natural(data.x, data.y);
    for (double x = 0.4; x <= 0.6; x += 1.0 / 4096)
      error = std::max(error, std::abs(spline.evaluate(x).value - f(x)));
    errors.push_back(error);
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.15);
}

// The natural spline is the smoothest interpolant: least ∫ y''² among all of them.
TEST(CubicSpline, natural_bends_less_than_any_other) {
  Random random(9);
  const Data data = random_data(random, 10);
  const auto bending = [&](const PiecewiseCubic& spline) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < data.x.size(); ++i) {
      const double l = data.x[i + 1] - data.x[i], mid = (data.x[i] + data.x[i + 1]) / 2;
      const SplinePoint at = spline.evaluate(mid);  // y'' is linear in each piece
      sum += l * (at.second * at.second + at.third * at.third * l * l / 12);
    }
    return sum;
  };
  EXPECT_LT(bending(natural(data.x, data.y)), bending(not_a_knot(data.x, data.y)));
  EXPECT_LT(bending(natural(data.x, data.y)), bending(akima(data.x, data.y)));
}

TEST(AkimaSpline, a_point_moves_only_its_neighbourhood) {
  Random random(10);
  Data data = random_data(random, 20);
  const PiecewiseCubic before = akima(data.x, data.y);
  data.y[10] += 0.8;
  const PiecewiseCubic after = akima(data.x, data.y);
  for (std::size_t i = 0; i + 1 < data.x.size(); ++i) {
    const double mid = (data.x[i] + data.x[i + 1]) / 2;
    const double change = std::abs(after.evaluate(mid).value - before.evaluate(mid).value);
    if (i < 7 || i > 12) {
      EXPECT_EQ(change, 0) << "piece " << i;
    }
    if (i == 9 || i == 10) {
      EXPECT_GT(change, 0.1) << "piece " << i;
    }
  }
}

TEST(AkimaSpline, keeps_straight_parts_straight_beside_a_kink) {
  // Decimal fractions: the chord slopes differ by round-off, which must not decide anything.
  const std::vector<double> x = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  const std::vector<double> y = {0.3, 0.3, 0.3, 0.3, 0.3, 0.5, 0.7, 0.9, 1.1};
  const PiecewiseCubic spline = akima(x, y);
  EXPECT_NEAR(spline.evaluate(0.25).value, 0.3, 1e-15);
  EXPECT_NEAR(spline.evaluate(0.38).value, 0.3, 1e-15);
  EXPECT_NEAR(spline.evaluate(0.65).value, 0.6, 1e-15);
  EXPECT_NEAR(spline.evaluate(0.5).first, 1, 1e-12);  // mean of 0 and 2 at the kink
}

TEST(AkimaSpline, of_a_parabola_on_equal_steps_is_the_parabola) {
  Data data;
  for (int i = 0; i < 8; ++i) {
    data.x.push_back(0.5 * i);
    data.y.push_back(data.x.back() * data.x.back());
  }
  const PiecewiseCubic spline = akima(data.x, data.y);
  for (double x = 0; x <= 3.5; x += 0.03) EXPECT_NEAR(spline.evaluate(x).value, x * x, 1e-14);
}

TEST(Extrapolation, continues_the_outermost_points) {
  Random random(11);
  const Data data = random_data(random, 6);
  const auto line = [](double x, double x0, double y0, double x1, double y1) {
    return y0 + (x - x0) / (x1 - x0) * (y1 - y0);
  };
  const auto parabola = [&](double x, std::size_t i, std::size_t j, std::size_t k) {  // Neville
    const auto& X = data.x;
    const double ij = line(x, X[i], data.y[i], X[j], data.y[j]);
    const double jk = line(x, X[j], data.y[j], X[k], data.y[k]);
    return line(x, X[i], ij, X[k], jk);
  };
  for (const bool cubic : {true, false}) {
    const auto build = [&](Extrapolation e) {
      return cubic ? cubic_spline(data.x, data.y, EndCondition::natural, e)
                   : akima_spline(data.x, data.y, e);
    };
    const PiecewiseCubic curved = build(Extrapolation::parabolic);
    const PiecewiseCubic straight = build(Extrapolation::linear);
    for (const double distance : {1e-9, 0.3, 2.0}) {
      const double left = data.x.front() - distance, right = data.x.back() + distance;
      EXPECT_NEAR(curved.evaluate(left).value, parabola(left, 0, 1, 2), 1e-12);
      EXPECT_NEAR(curved.evaluate(right).value, parabola(right, 5, 4, 3), 1e-12);
      EXPECT_NEAR(straight.evaluate(left).value,
                  line(left, data.x[0], data.y[0], data.x[1], data.y[1]), 1e-12);
      EXPECT_NEAR(straight.evaluate(right).value,
                  line(right, data.x[4], data.y[4], data.x[5], data.y[5]), 1e-12);
      EXPECT_TRUE(straight.evaluate(left).out_of_range);
      EXPECT_TRUE(curved.evaluate(right).out_of_range);
    }
  }
}

TEST(SplineData, good_data_have_no_error) {
  const std::vector<double> x = {0, 1, 2, 3}, y = {1, 2, 0, 5};
  EXPECT_EQ(spline_data_error(x, y), std::nullopt);
}

TEST(SplineData, every_fault_is_named) {
  using V = std::vector<double>;
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](const V& x, const V& y) {
    return spline_data_error(x, y).value_or("accepted");
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const V y = {1, 2, 3, 4};
  EXPECT_TRUE(has(message({}, {}), "at least 4"));
  EXPECT_TRUE(has(message({0, 1, 2}, {0, 1, 2}), "there are 3"));
  EXPECT_TRUE(has(message({0, 1, 2, 3, 4}, y), "5 values of x but 4 of y"));
  EXPECT_TRUE(has(message({0, 1, 1, 2}, y), "point 3"));
  EXPECT_TRUE(has(message({0, 2, 1, 3}, y), "must increase"));
  EXPECT_TRUE(has(message({0, 1, nan, 3}, y), "point 3 is not finite"));
  EXPECT_TRUE(has(message({0, 1, 2, inf}, y), "point 4 is not finite"));
  EXPECT_TRUE(has(message({0, 1, 2, 3}, {1, -inf, 3, 4}), "point 2 is not finite"));
  EXPECT_TRUE(has(message({0, 1, 1 + 1e-15, 2}, {0, 0, 1e300, 0}), "point 3 is too close"));
  EXPECT_TRUE(has(message({-1.7e308, 1.7e308, 1.75e308, 1.79e308}, y), "too large"));
}

TEST(SplineData, accepted_extremes_give_finite_curves) {
  const std::vector<double> x = {0, 1e-90, 1e-3, 1e90, 1e100}, y = {0, 1e20, -1e20, 1e100, 0};
  ASSERT_EQ(spline_data_error(x, y), std::nullopt);
  for (const PiecewiseCubic& spline : {natural(x, y), not_a_knot(x, y), akima(x, y)})
    for (const double at : {0.0, 5e-91, 1e-3, 1.0, 1e95}) {
      const SplinePoint point = spline.evaluate(at);
      EXPECT_TRUE(std::isfinite(point.value + point.first + point.second + point.third)) << at;
    }
}

}  // namespace
}  // namespace trammel
