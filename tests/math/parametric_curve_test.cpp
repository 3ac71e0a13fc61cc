// Curves in space: through points, by control points, open and closed, of every order.
// SPDX-License-Identifier: BSD-3-Clause
#include "math/parametric_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "math/differences.h"

namespace trammel {
namespace {

using Points = std::vector<Vec3>;

const Points open_points = {{0, 0, 0}, {1, 0.5, 0.2}, {1.5, 2, -0.3}, {3, 2.5, 0.4},
                            {4, 1, 1}, {4.5, 0, 0.8}, {6, 0.3, 0}};

Points closed_points() {
  Points points = open_points;
  points.push_back(points.front());
  return points;
}

// As the definition says: parameters that grow with the chords.
std::vector<double> chord_parameters(const Points& points) {
  std::vector<double> tau = {0};
  for (std::size_t i = 1; i < points.size(); ++i)
    tau.push_back(tau.back() + (points[i] - points[i - 1]).norm());
  for (double& u : tau) u = 2 * u / tau.back() - 1;
  return tau;
}

Vec3 derivative(const ParametricCurve& curve, double u, std::size_t order) {
  Vec3 result;
  for (int axis = 0; axis < 3; ++axis)
    result[axis] =
        difference([&](double at) { return curve.evaluate(at).d[order - 1][axis]; }, u, 1e-4);
  return result;
}

void expect_derivatives(const ParametricCurve& curve, double u) {
  for (std::size_t k = 1; k < 5; ++k) {
    const Vec3 expected = derivative(curve, u, k);
    EXPECT_LT((curve.evaluate(u).d[k] - expected).norm(), 1e-7 * (1 + expected.norm()))
        << "derivative " << k << " at " << u;
  }
}

class EveryOrder : public testing::TestWithParam<int> {};

TEST_P(EveryOrder, passes_the_points_of_an_open_curve) {
  const ParametricCurve curve(open_points, {GetParam(), false}, CurveFit::through_points);
  const std::vector<double> tau = chord_parameters(open_points);
  for (std::size_t j = 0; j < tau.size(); ++j)
    EXPECT_LT((curve.evaluate(tau[j]).d[0] - open_points[j]).norm(), 1e-12) << j;
  for (const double u : {-0.93, -0.31, 0.17, 0.77, -1.5, 1.25}) expect_derivatives(curve, u);
}

TEST_P(EveryOrder, passes_the_points_of_a_closed_curve_and_closes_smoothly) {
  const Points points = closed_points();
  const ParametricCurve curve(points, {GetParam(), true}, CurveFit::through_points);
  const std::vector<double> tau = chord_parameters(points);
  for (std::size_t j = 0; j < tau.size(); ++j)
    EXPECT_LT((curve.evaluate(tau[j]).d[0] - points[j]).norm(), 1e-11) << j;
  const CurvePoint before = curve.evaluate(1 - 1e-12), after = curve.evaluate(-1 + 1e-12);
  for (std::size_t k = 0; k < 5 && static_cast<int>(k) <= GetParam() - 2; ++k)
    EXPECT_LT((before.d[k] - after.d[k]).norm(), 1e-7 * (1 + after.d[k].norm())) << k;
  for (const double u : {-0.93, 0.17, 1.3, -4.6}) {
    EXPECT_LT((curve.evaluate(u).d[0] - curve.evaluate(u + 2).d[0]).norm(), 1e-12);
    EXPECT_FALSE(curve.evaluate(u).out_of_range);
    expect_derivatives(curve, u);
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryOrder, testing::Values(2, 3, 4, 5, 6, 7));

TEST(ParametricCurve, of_order_two_is_a_polygon) {
  const ParametricCurve curve(open_points, {2, false}, CurveFit::through_points);
  const std::vector<double> tau = chord_parameters(open_points);
  const double w = 0.3, u = (1 - w) * tau[3] + w * tau[4];
  EXPECT_LT((curve.evaluate(u).d[0] - ((1 - w) * open_points[3] + w * open_points[4])).norm(),
            1e-14);
}

TEST(ParametricCurve, through_four_points_is_their_cubic) {
  const Points points(open_points.begin(), open_points.begin() + 4);
  const ParametricCurve curve(points, {4, false}, CurveFit::through_points);
  const std::vector<double> tau = chord_parameters(points);
  const double u = 0.123;
  Vec3 lagrange = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    double weight = 1;
    for (std::size_t j = 0; j < 4; ++j)
      if (j != i) weight *= (u - tau[j]) / (tau[i] - tau[j]);
    lagrange += weight * points[i];
  }
  EXPECT_LT((curve.evaluate(u).d[0] - lagrange).norm(), 1e-13);
}

TEST(ParametricCurve, goes_on_along_its_tangents) {
  const ParametricCurve curve(open_points, {4, false}, CurveFit::through_points);
  for (const double end : {-1.0, 1.0}) {
    const CurvePoint at = curve.evaluate(end), beyond = curve.evaluate(1.5 * end);
    EXPECT_FALSE(at.out_of_range);
    EXPECT_TRUE(beyond.out_of_range);
    EXPECT_LT((beyond.d[0] - at.d[0] - 0.5 * end * at.d[1]).norm(), 1e-13);
    EXPECT_EQ(beyond.d[1], at.d[1]);
    EXPECT_EQ(beyond.d[2], Vec3(0, 0, 0));
  }
}

TEST(ParametricCurve, by_control_points_has_the_values_of_the_textbook) {
  const Points closed = closed_points();
  const std::size_t n = closed.size() - 1;
  const ParametricCurve cubic(closed, {4, true}, CurveFit::by_control_points);
  const ParametricCurve quadratic(closed, {3, true}, CurveFit::by_control_points);
  for (std::size_t j = 0; j < n; ++j) {
    const Vec3 &p = closed[(j + n - 1) % n], &q = closed[j], &r = closed[j + 1];
    const double u = 2.0 * static_cast<double>(j) / static_cast<double>(n) - 1;
    EXPECT_LT((cubic.evaluate(u).d[0] - (p + 4 * q + r) / 6).norm(), 1e-13) << j;
    EXPECT_LT((quadratic.evaluate(u).d[0] - (p + 6 * q + r) / 8).norm(), 1e-13) << j;
  }
  const Points bezier(open_points.begin(), open_points.begin() + 4);
  const ParametricCurve one(bezier, {4, false}, CurveFit::by_control_points);
  const Vec3 middle = (bezier[0] + 3 * bezier[1] + 3 * bezier[2] + bezier[3]) / 8;
  EXPECT_LT((one.evaluate(0).d[0] - middle).norm(), 1e-14);
  const ParametricCurve many(open_points, {4, false}, CurveFit::by_control_points);
  EXPECT_LT((many.evaluate(-1).d[0] - open_points.front()).norm(), 1e-14);
  EXPECT_LT((many.evaluate(1).d[0] - open_points.back()).norm(), 1e-14);
  for (const double u : {-0.9, 0.05, 0.8}) expect_derivatives(many, u);
}

double error_of_circle(int points) {
  Points circle;
  for (int k = 0; k <= points; ++k) {
    const double angle = 2 * std::numbers::pi * (k % points) / points;
    circle.emplace_back(std::cos(angle), std::sin(angle), 1);
  }
  const ParametricCurve curve(circle, {4, true}, CurveFit::through_points);
  double worst = 0;
  for (int k = 0; k < 300; ++k) {
    const double u = -1 + 2 * (k + 0.37) / 300, angle = std::numbers::pi * (u + 1);
    worst = std::max(worst,
                     (curve.evaluate(u).d[0] - Vec3(std::cos(angle), std::sin(angle), 1)).norm());
  }
  return worst;
}

TEST(ParametricCurve, of_cubics_has_fourth_order) {
  const double coarse = error_of_circle(20), fine = error_of_circle(40);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.2);
}

TEST(ParametricCurve, says_why_points_make_no_curve) {
  const auto error = [](const Points& points, CurveShape shape) {
    return curve_data_error(points, shape, CurveFit::through_points).value_or("");
  };
  EXPECT_EQ(error(open_points, {4, false}), "");
  EXPECT_EQ(error({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {2, false}),
            "a curve needs 4 points, found 3");
  EXPECT_EQ(error(open_points, {8, false}), "a curve of order 8 needs 8 points, found 7");
  EXPECT_EQ(error(open_points, {4, true}),
            "the first and the last point of a closed curve must be the same");
  Points doubled = open_points;
  doubled[3] = doubled[2];
  EXPECT_EQ(error(doubled, {4, false}), "points 3 and 4 are the same");
  EXPECT_EQ(curve_data_error(doubled, {4, false}, CurveFit::by_control_points), std::nullopt);
  doubled[3][1] = std::nan("");
  EXPECT_EQ(error(doubled, {4, false}), "point 4 is not finite");
  EXPECT_EQ(error(Points(5, Vec3(1, 2, 3)), {4, true}), "all points are the same");
}

}  // namespace
}  // namespace trammel
