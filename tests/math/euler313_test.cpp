// SPDX-License-Identifier: BSD-3-Clause
#include "math/euler313.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/random_values.h"
#include "math/rotation.h"

namespace trammel {
namespace {

constexpr double pi = std::numbers::pi;

Mat3 about_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mat3 R;
  R << c, -s, 0, s, c, 0, 0, 0, 1;
  return R;
}

Mat3 about_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mat3 R;
  R << 1, 0, 0, 0, c, -s, 0, s, c;
  return R;
}

Mat3 composed(const Euler313& a) {
  return about_z(a.psi) * about_x(a.theta) * about_z(a.phi);
}

TEST(Euler313, matrix_is_the_product_of_three_turns) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Euler313 angles{random.between(-7, 7), random.between(-7, 7), random.between(-7, 7)};
    EXPECT_LT((rotation_matrix(angles) - composed(angles)).norm(), 3e-15);
  }
}

TEST(Euler313, round_trip_of_angles_inside_the_range) {
  Random random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const Euler313 angles{random.between(-pi, pi), random.between(0.01, pi - 0.01),
                          random.between(-pi, pi)};
    for (const Euler313& found : {euler313_from_quaternion(quaternion_from_euler313(angles)),
                                  euler313_from_matrix(composed(angles))}) {
      EXPECT_NEAR(found.psi, angles.psi, 2e-13);
      EXPECT_NEAR(found.theta, angles.theta, 1e-15);
      EXPECT_NEAR(found.phi, angles.phi, 2e-13);
    }
  }
}

TEST(Euler313, agrees_with_the_direction_cosine_formulas) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Mat3 A = rotation_matrix(random.unit_quaternion());  // columns: axes of i in j
    const Vec3 x = A.col(0), y = A.col(1), z = A.col(2);
    const Euler313 found = euler313_from_matrix(A);
    EXPECT_NEAR(found.theta, std::acos(z.z()), 1e-12);
    EXPECT_NEAR(std::remainder(found.psi - std::atan2(z.x(), -z.y()), 2 * pi), 0, 1e-12);
    EXPECT_NEAR(std::remainder(found.phi - std::atan2(x.z(), y.z()), 2 * pi), 0, 1e-12);
  }
}

TEST(Euler313, rotation_survives_at_and_near_both_singularities) {
  Random random(4);
  for (const double distance : {0.0, 1e-300, 1e-17, 1e-15, 1e-13, 1e-10, 1e-8, 1e-5, 1e-3})
    for (const double pole : {0.0, pi})
      for (int trial = 0; trial < 20; ++trial) {
        const Euler313 angles{random.between(-pi, pi), std::abs(pole - distance),
                              random.between(-pi, pi)};
        const Euler313 by_quaternion = euler313_from_quaternion(quaternion_from_euler313(angles));
        const Euler313 by_matrix = euler313_from_matrix(composed(angles));
        // The three angles together keep the rotation even where each is ill-determined.
        EXPECT_LT((composed(by_quaternion) - composed(angles)).norm(), 5e-14) << distance;
        EXPECT_LT((composed(by_matrix) - composed(angles)).norm(), 5e-14) << distance;
        EXPECT_NEAR(by_quaternion.theta, angles.theta, 1e-15);
        EXPECT_NEAR(by_matrix.theta, angles.theta, 1e-15);  // acos would lose half the digits
      }
}

TEST(Euler313, at_the_singularities_psi_carries_the_turn) {
  for (const double turn : {-3.0, -0.4, 0.0, 1.2, 3.1}) {
    const Euler313 upright = euler313_from_matrix(about_z(turn));
    EXPECT_EQ(upright.phi, 0);
    EXPECT_EQ(upright.theta, 0);
    EXPECT_NEAR(upright.psi, turn, 1e-15);

    const Mat3 flip = Vec3(1, -1, -1).asDiagonal();
    const Euler313 inverted = euler313_from_matrix(about_z(turn) * flip);
    EXPECT_EQ(inverted.phi, 0);
    EXPECT_DOUBLE_EQ(inverted.theta, pi);
    EXPECT_NEAR(inverted.psi, turn, 1e-15);
  }
}

TEST(Euler313, angles_are_in_their_ranges_and_blind_to_the_sign_of_the_quaternion) {
  Random random(5);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec4 e = random.unit_quaternion();
    const Euler313 a = euler313_from_quaternion(e), b = euler313_from_quaternion(-2 * e);
    for (const double angle : {a.psi, a.phi}) {
      EXPECT_GT(angle, -pi);
      EXPECT_LE(angle, pi);
    }
    EXPECT_GE(a.theta, 0);
    EXPECT_LE(a.theta, pi);
    EXPECT_NEAR(a.psi, b.psi, 1e-14);
    EXPECT_NEAR(a.theta, b.theta, 1e-14);
    EXPECT_NEAR(a.phi, b.phi, 1e-14);
  }
}

TEST(Euler313, half_turn_about_z_is_plus_pi) {
  EXPECT_DOUBLE_EQ(euler313_from_matrix(Vec3(-1, -1, 1).asDiagonal()).psi, pi);
  EXPECT_DOUBLE_EQ(euler313_from_quaternion({0, 0, 0, -1}).psi, pi);
}

TEST(Euler313, rate_matrix_gives_the_body_angular_velocity) {
  Random random(6);
  const double h = 1e-5;
  for (int trial = 0; trial < 50; ++trial) {
    const Euler313 a{random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)};
    const Vec3 rates = random.vec3(1);
    const auto moved = [&](double t) {
      return quaternion_from_euler313(
          {a.psi + t * rates[0], a.theta + t * rates[1], a.phi + t * rates[2]});
    };
    const Vec4 e_dot = (moved(h) - moved(-h)) / (2 * h);
    EXPECT_LT((euler313_rate_matrix(a) * rates - angular_velocity(moved(0), e_dot)).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace trammel
