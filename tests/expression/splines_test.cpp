// CUBSPL and AKISPL: the data of the SPLINE statement through the tape.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "expression/sample.h"
#include "math/differences.h"
#include "math/spline.h"
#include "math/spline_surface.h"

namespace trammel::expression {

namespace {

const std::vector<double> knots = {0, 0.5, 1.1, 1.6, 2.4, 3};

std::vector<double> wave() {
  std::vector<double> y;
  for (const double x : knots) y.push_back(std::sin(2 * x) + 0.3 * x);
  return y;
}

SplineData surface() {
  const std::vector<double> z = {-1, 0, 0.8, 2};
  std::vector<double> y;
  for (const double zk : z)
    for (const double x : knots) y.push_back(std::sin(2 * x) * std::cos(zk) + x * zk);
  return SplineData(SplineSurface::cubic(knots, z, y));
}

void expect_derivatives(const Sample& sample, const std::vector<double>& u) {
  const std::vector<double> g = sample.gradient(u), h = sample.hessian(u);
  for (std::size_t i = 0; i < u.size(); ++i) {
    const auto moved = [&](double value) {
      std::vector<double> to = u;
      to[i] = value;
      return to;
    };
    const auto f = [&](double value) { return sample.value(moved(value)); };
    EXPECT_NEAR(g[i], trammel::difference(f, u[i], 1e-3), 1e-8 * (1 + std::abs(g[i])));
    for (std::size_t j = 0; j < u.size(); ++j) {
      const auto slope = [&](double value) { return sample.gradient(moved(value))[j]; };
      EXPECT_NEAR(h[j + i * u.size()], trammel::difference(slope, u[i], 1e-3),
                  1e-8 * (1 + std::abs(h[j + i * u.size()])));
    }
  }
}

TEST(Splines, give_value_and_derivatives_of_each_order) {
  const SplineData data(cubic_spline(knots, wave()));
  const PiecewiseCubic curve = cubic_spline(knots, wave());
  for (int order = 0; order <= 2; ++order) {
    Sample sample("CUBSPL(VARVAL(1), 0, 7, " + std::to_string(order) + ")");
    sample.add_spline(data);
    for (const double x : {0.2, 0.9, 1.3, 2.9, -0.4, 3.7}) {
      const SplinePoint p = curve.evaluate(x);
      EXPECT_EQ(sample.value({x}), order == 0 ? p.value : order == 1 ? p.first : p.second);
      expect_derivatives(sample, {x});
    }
  }
}

TEST(Splines, of_akima_are_read_by_their_own_function) {
  const SplineData data(akima_spline(knots, wave()));
  Sample sample("2*AKISPL(VARVAL(1)**2, 0, 7) + AKISPL(VARVAL(1)**2, 0, 7, 1)");
  sample.add_spline(data);
  EXPECT_EQ(sample.tape().splines.size(), 1u);
  EXPECT_EQ(sample.tape().splines[0], (SplineReference{7, Interpolation::akima}));
  expect_derivatives(sample, {1.15});
}

TEST(Splines, of_two_variables_have_mixed_derivatives) {
  const SplineData data = surface();
  for (int order = 0; order <= 2; ++order) {
    Sample sample("CUBSPL(VARVAL(1), VARVAL(2), 7, " + std::to_string(order) + ")");
    sample.add_spline(data);
    expect_derivatives(sample, {0.83, 0.37});
    expect_derivatives(sample, {2.7, 1.4});
  }
}

TEST(Splines, of_time_series_are_straight_or_cubic) {
  const SplineData lines(broken_line(knots, wave())), smooth(cubic_spline(knots, wave()));
  for (const int order : {0, 1, 2}) {
    const std::string rest = ", 7, " + std::to_string(order) + ")";
    Sample straight("INTERP(VARVAL(1), 1" + rest), cubic("INTERP(VARVAL(1), 3" + rest);
    straight.add_spline(lines);
    cubic.add_spline(smooth);
    for (const double x : {0.2, 1.3, 2.9, -0.4, 3.7}) {
      expect_derivatives(straight, {x});
      expect_derivatives(cubic, {x});
    }
  }
  Sample straight("INTERP(VARVAL(1), 1, 7)");
  straight.add_spline(lines);
  const std::vector<double> y = wave();
  EXPECT_NEAR(straight.value({0.8}), (y[1] + y[2]) / 2, 1e-15);
  EXPECT_EQ(straight.value({1.1}), y[2]);
  EXPECT_NEAR(straight.gradient({1.1})[0], (y[3] - y[2]) / 0.5, 1e-13) << "to the right of a knot";
  EXPECT_FALSE(parse("INTERP(TIME, 2, 7)").ok());
}

TEST(Splines, of_curves_give_coordinates_and_derivatives) {
  const std::vector<Vec3> points = {{0, 0, 1}, {1, 0.5, 2}, {1.5, 2, 1}, {3, 2.5, 0}, {0, 0, 1}};
  for (const bool closed : {false, true}) {
    const auto curve = std::make_shared<const ParametricCurve>(points, CurveShape{5, closed},
                                                               CurveFit::through_points);
    for (int axis = 0; axis < 3; ++axis) {
      const SplineData data(CurveCoordinate{curve, axis});
      for (int order = 0; order <= 2; ++order) {
        Sample sample("CURVE(VARVAL(1), " + std::to_string(order) + ", " +
                      std::to_string(axis + 1) + ", 3)");
        sample.add_spline(data);
        for (const double u : {-0.83, 0.1, 0.9, 1.4, -1.3}) {
          EXPECT_EQ(sample.value({u}), curve->evaluate(u).d[static_cast<std::size_t>(order)][axis]);
          expect_derivatives(sample, {u});
          EXPECT_EQ(data.covers(u, 0), closed || std::abs(u) <= 1);
        }
      }
    }
  }
}

TEST(Splines, of_spectra_become_signals_with_their_mean_square) {
  const std::vector<double> f = {1, 2, 4, 8}, density = {3, 1, 2, 0.5};
  const SplineData data(broken_line(f, density));
  Sample sample("INVPSD(VARVAL(1), 7, 1, 8, 35, 0, 12)"),
      other("INVPSD(VARVAL(1), 7, 1, 8, 35, 0, 13)");
  sample.add_spline(data);
  other.add_spline(data);
  // With frequencies at odd tenths of a hertz, ten seconds are whole periods of all of them.
  constexpr int samples = 400;
  double mean_square = 0, mean = 0, product = 0;
  for (int k = 0; k < samples; ++k) {
    const double t = 10.0 * k / samples, x = sample.value({t});
    mean += x / samples;
    mean_square += x * x / samples;
    product += x * other.value({t}) / samples;
  }
  const double integral = 2 + 3 + 5;  // of the density, which its lines bound
  EXPECT_NEAR(mean, 0, 1e-12);
  EXPECT_NEAR(mean_square, integral, 1e-10) << "the midpoint rule is exact on lines";
  EXPECT_LT(std::abs(product), 0.6 * integral) << "another seed gives another signal";
  for (const double t : {0.0, 0.37, -2.1}) expect_derivatives(sample, {t});
}

TEST(Splines, tell_when_they_are_extrapolated) {
  const SplineData curve(cubic_spline(knots, wave())), family = surface();
  Sample sample("CUBSPL(VARVAL(1), 0, 7) + CUBSPL(VARVAL(1), VARVAL(2), 8)");
  sample.add_spline(curve);
  sample.add_spline(family);
  const auto extrapolated = [&](double x, double z) {
    return extrapolated_splines(sample.tape(), sample.at({x, z}), sample.workspace());
  };
  EXPECT_EQ(extrapolated(1, 1), std::vector<int>{});
  EXPECT_EQ(extrapolated(1, 2.5), std::vector<int>{1});
  EXPECT_EQ(extrapolated(3.1, 1), (std::vector<int>{0, 1}));
}

TEST(Splines, are_told_apart_by_id_and_method) {
  const Sample sample(
      "CUBSPL(TIME, 0, 7) + AKISPL(TIME, 0, 7) + CUBSPL(TIME, 0, 8, 1) + "
      "CUBSPL(2*TIME, 0, 7, 0)");
  ASSERT_EQ(sample.tape().splines.size(), 3u);
  EXPECT_EQ(sample.tape().splines[2].id, 8);
}

TEST(Splines, at_constant_arguments_are_still_read_at_evaluation) {
  const SplineData data(cubic_spline(knots, wave()));
  Sample sample("CUBSPL(0.5, 0, 7)");
  sample.add_spline(data);
  EXPECT_NEAR(sample.value({}), std::sin(1.0) + 0.15, 1e-15);
}

}  // namespace

}  // namespace trammel::expression
