// Lengths, nearest points and planes of curves.
// SPDX-License-Identifier: BSD-3-Clause
#include "math/curve_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace trammel {
namespace {

using std::numbers::pi;

ParametricCurve circle(double radius, const Vec3& centre, const Mat3& A = Mat3::Identity()) {
  std::vector<Vec3> points;
  for (int k = 0; k <= 32; ++k) {
    const double phi = 2 * pi * (k % 32) / 32;
    points.push_back(centre + A * Vec3(radius * std::cos(phi), radius * std::sin(phi), 0));
  }
  return {points, {.order = 8, .closed = true}, CurveFit::through_points};
}

ParametricCurve parabola() {
  std::vector<Vec3> points;
  for (int k = 0; k <= 40; ++k) points.emplace_back(-1 + 0.05 * k, std::pow(-1 + 0.05 * k, 2), 0);
  return {points, {.order = 5}, CurveFit::through_points};
}

TEST(CurveSearch, length_of_a_circle_and_of_a_parabola) {
  EXPECT_NEAR(length(circle(2, Vec3(1, 0, 3))), 4 * pi, 1e-7);
  EXPECT_NEAR(length(parabola()), std::sqrt(5) + std::asinh(2) / 2, 1e-6);
}

TEST(CurveSearch, nearest_point_of_a_circle_is_on_the_ray_from_its_centre) {
  const Vec3 centre(1, -1, 0);
  const ParametricCurve curve = circle(2, centre);
  for (int k = 0; k < 100; ++k) {
    const double phi = 0.37 * k, distance = 0.1 + 0.05 * k;
    const Vec3 ray(std::cos(phi), std::sin(phi), 0);
    const double u = nearest_parameter(curve, centre + distance * ray + Vec3(0, 0, 0.3));
    EXPECT_LT((curve.evaluate(u).d[0] - centre - 2 * ray).norm(), 1e-7) << k;
  }
}

TEST(CurveSearch, nearest_point_of_an_open_curve_may_be_its_end) {
  const ParametricCurve curve = parabola();
  EXPECT_EQ(nearest_parameter(curve, Vec3(3, 3, 0)), 1);
  EXPECT_EQ(nearest_parameter(curve, Vec3(-3, 2, 0)), -1);
  // Of (0, 2) both branches are equally near, at x² = 3/2 − … beyond the ends; (0, 1) at x² = 1/2.
  const double u = nearest_parameter(curve, Vec3(0.01, 1, 0));
  const Vec3 r = curve.evaluate(u).d[0], t = curve.evaluate(u).d[1];
  EXPECT_NEAR((r - Vec3(0.01, 1, 0)).dot(t) / t.norm(), 0, 1e-12);
  EXPECT_NEAR(r.x(), std::sqrt(0.5), 0.01);
}

TEST(CurveSearch, circles_that_touch_are_found_where_they_touch) {
  const ParametricCurve wheel = circle(1, Vec3::Zero()), road = circle(3, Vec3::Zero());
  const ContactGuess guess = nearest_contact(wheel, Vec3(0, 4, 0), Mat3::Identity(), road);
  EXPECT_LT((wheel.evaluate(guess.u).d[0] - Vec3(0, -1, 0)).norm(), 0.1);
  EXPECT_LT((road.evaluate(guess.w).d[0] - Vec3(0, 3, 0)).norm(), 0.1);
}

TEST(CurveSearch, planes) {
  Mat3 A;
  A = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized());
  const CurvePlane plane = plane_of(circle(2, Vec3(5, 5, 5), A));
  EXPECT_TRUE(plane.is_plane);
  ASSERT_TRUE(plane.normal.has_value());
  EXPECT_NEAR(std::abs(plane.normal->dot(A.col(2))), 1, 1e-12);
  std::vector<Vec3> line, helix;
  for (int k = 0; k < 6; ++k) {
    line.emplace_back(k, 2 * k, 3 * k);
    helix.emplace_back(std::cos(k), std::sin(k), k);
  }
  const CurvePlane straight = plane_of({line, {}, CurveFit::through_points});
  EXPECT_TRUE(straight.is_plane);
  EXPECT_FALSE(straight.normal.has_value());
  EXPECT_FALSE(plane_of({helix, {}, CurveFit::through_points}).is_plane);
}

}  // namespace
}  // namespace trammel
