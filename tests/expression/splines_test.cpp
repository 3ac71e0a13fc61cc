// CUBSPL and AKISPL: the data of the SPLINE statement through the tape.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
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
