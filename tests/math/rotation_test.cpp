// SPDX-License-Identifier: BSD-3-Clause
#include "math/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "math/random_values.h"

namespace trammel {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Rodrigues' formula with plain trigonometry: independent of quaternions and Stumpff functions.
Mat3 rodrigues(const Vec3& theta) {
  const double angle = theta.norm();
  const Mat3 K = skew(theta / angle);
  return Mat3::Identity() + std::sin(angle) * K + (1 - std::cos(angle)) * K * K;
}

Vec3 axial(const Mat3& m) {
  return {m(2, 1), m(0, 2), m(1, 0)};
}

// Distance of two quaternions as rotations: e and −e are the same.
double rotation_distance(const Vec4& p, const Vec4& q) {
  return std::min((p - q).norm(), (p + q).norm());
}

// Angles that matter: tiny, around the switches of series at 0.1 and 2, around π, around 2π, beyond.
std::vector<double> interesting_angles() {
  return {1e-300,
          1e-160,
          1e-20,
          1e-12,
          1e-9,
          1e-8,
          1.0001e-8,
          2e-8,
          1e-7,
          1e-5,
          1e-3,
          0.0999999,
          0.1,
          0.1000001,
          0.5,
          1,
          1.999999999,
          2,
          2.000000001,
          3,
          pi - 1e-3,
          pi - 1e-8,
          pi - 1e-14,
          pi,
          pi + 1e-8,
          4,
          6,
          2 * pi - 1e-3,
          2 * pi - 1e-9,
          2 * pi,
          2 * pi + 1e-9,
          7,
          10,
          4 * pi - 1e-4,
          20};
}

TEST(Quaternion, product_composes_rotations) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec4 p = random.unit_quaternion(), q = random.unit_quaternion();
    const Vec4 r = random.unit_quaternion();
    const Vec4 pq = quaternion_product(p, q);
    EXPECT_LT((rotation_matrix(pq) - rotation_matrix(p) * rotation_matrix(q)).norm(), 1e-14);
    EXPECT_LT((quaternion_product(pq, r) - quaternion_product(p, quaternion_product(q, r))).norm(),
              1e-15);
    EXPECT_LT((quaternion_product(p, conjugate(p)) - identity_quaternion()).norm(), 1e-15);
    EXPECT_LT((conjugate(pq) - quaternion_product(conjugate(q), conjugate(p))).norm(), 1e-15);
    EXPECT_EQ(quaternion_product(identity_quaternion(), p), p);
    EXPECT_EQ(quaternion_product(p, identity_quaternion()), p);
  }
}

TEST(Quaternion, rotates_like_the_sandwich_product) {
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec4 e = random.unit_quaternion();
    const Vec3 s = random.vec3(3);
    const Vec4 rotated =
        quaternion_product(quaternion_product(e, {0, s.x(), s.y(), s.z()}), conjugate(e));
    EXPECT_NEAR(rotated[0], 0, 1e-14);
    EXPECT_LT((rotation_matrix(e) * s - rotated.tail<3>()).norm(), 1e-14);
  }
}

TEST(Quaternion, rotation_matrix_is_proper_orthogonal_and_blind_to_sign) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec4 e = random.unit_quaternion();
    const Mat3 A = rotation_matrix(e);
    EXPECT_LT((A.transpose() * A - Mat3::Identity()).norm(), 2e-15);
    EXPECT_NEAR(A.determinant(), 1, 3e-15);  // |e|⁶, each |e| rounded
    EXPECT_EQ(A, rotation_matrix(-e));
    EXPECT_LT((rotation_matrix(conjugate(e)) - A.transpose()).norm(), 1e-15);
    EXPECT_LT((rotation_matrix(3 * e) - 9 * A).norm(), 2e-14);
  }
}

TEST(Quaternion, quarter_turn_about_z_carries_x_to_y) {
  const Vec4 e = quaternion_exp({0, 0, pi / 2});
  EXPECT_LT((rotation_matrix(e) * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
}

TEST(Quaternion, from_matrix_round_trip_in_all_four_branches) {
  // One quaternion with each component dominant, then pure half turns and the identity.
  std::vector<Vec4> cases;
  for (int i = 0; i < 4; ++i)
    for (const double sign : {1.0, -1.0}) {
      Vec4 e(0.1, -0.2, 0.15, 0.12);
      e[i] = 0.9 * sign;
      cases.push_back(e.normalized());
      cases.push_back(sign * Vec4::Unit(i));
    }
  cases.push_back(Vec4(1, 1, 1, 1) / 2);
  cases.push_back(Vec4(0, 1, 1, 1).normalized());
  cases.push_back(Vec4(1e-9, -1, 1, 1).normalized());
  Random random(4);
  for (int trial = 0; trial < 1000; ++trial) cases.push_back(random.unit_quaternion());

  for (const Vec4& e : cases) {
    const Vec4 found = quaternion_from_matrix(rotation_matrix(e));
    EXPECT_GE(found[0], 0);
    EXPECT_NEAR(found.norm(), 1, 2 * epsilon);
    EXPECT_LT(rotation_distance(found, e), 5e-16) << e.transpose();
  }
}

TEST(Quaternion, from_matrix_of_a_half_turn_has_a_positive_largest_component) {
  EXPECT_EQ(quaternion_from_matrix(Vec3(1, -1, -1).asDiagonal()), Vec4(0, 1, 0, 0));
  EXPECT_EQ(quaternion_from_matrix(Vec3(-1, 1, -1).asDiagonal()), Vec4(0, 0, 1, 0));
  EXPECT_EQ(quaternion_from_matrix(Vec3(-1, -1, 1).asDiagonal()), Vec4(0, 0, 0, 1));
  const Vec4 half_turn = quaternion_from_matrix(rotation_matrix(Vec4(0, 0.6, -0.8, 0)));
  EXPECT_LT((half_turn - Vec4(0, -0.6, 0.8, 0)).norm(), 1e-15);
}

TEST(Quaternion, from_matrix_tolerates_rounded_direction_cosines) {
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec4 e = random.unit_quaternion();
    const Mat3 rounded = (rotation_matrix(e) * 1e6).array().round() / 1e6;
    EXPECT_LT(rotation_distance(quaternion_from_matrix(rounded), e), 2e-6);
  }
}

TEST(Quaternion, normalisation_survives_extreme_lengths) {
  const Vec4 e = Vec4(1, -2, 3, 4).normalized();
  for (const double scale : {1e-300, 1e-160, 1.0, 1e160, 1e300})
    EXPECT_LT((normalized_quaternion(scale * e) - e).norm(), 1e-15);
  EXPECT_EQ(normalized_quaternion(Vec4::Zero()), identity_quaternion());
}

TEST(Quaternion, same_hemisphere_chooses_the_nearer_sign) {
  const Vec4 e = Vec4(1, 2, 3, 4).normalized(), reference = Vec4(-1, -2, -3, -3.9).normalized();
  EXPECT_EQ(same_hemisphere(e, reference), -e);
  EXPECT_EQ(same_hemisphere(e, -reference), e);
}

TEST(ExponentialMap, equals_rodrigues_formula) {
  Random random(6);
  for (const double angle : interesting_angles()) {
    if (angle < 1e-100) continue;  // the reference divides by the angle
    const Vec3 theta = angle * random.unit_vec3();
    const Vec4 e = quaternion_exp(theta);
    EXPECT_NEAR(e.norm(), 1, 2 * epsilon);
    EXPECT_LT((rotation_matrix(e) - rodrigues(theta)).norm(), 1e-14 * (1 + angle)) << angle;
  }
}

// What exp θ adds to the identity keeps all its digits, however small θ is.
TEST(ExponentialMap, without_the_identity_keeps_its_digits) {
  Random random(8);
  for (const double angle : interesting_angles()) {
    if (angle < 1e-150) continue;  // squares underflow
    const Vec3 theta = angle * random.unit_vec3();
    const Vec4 change = quaternion_exp_minus_one(theta);
    const long double half = (long double)(theta.norm()) / 2, quarter = std::sin(half / 2);
    const long double scalar = -2 * quarter * quarter, share = std::sin(half) / (2 * half);
    EXPECT_NEAR(change[0], double(scalar), 4 * epsilon * std::abs(double(scalar))) << angle;
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(change[k + 1], double(share * theta[k]), 4 * epsilon * std::abs(theta[k]))
          << angle;
  }
}

// 1/|e| by its first terms next to 1, by a root elsewhere.
TEST(Quaternion, is_normalised_from_any_length) {
  Random random(9);
  for (const double length :
       {1e-200, 0.5, 1 - 6e-9, 1 - 4e-9, 1 - 1e-16, 1 + 4e-9, 1 + 6e-9, 3.0, 1e200}) {
    const Vec4 unit = random.unit_quaternion();
    EXPECT_LT((normalized_quaternion(length * unit) - unit).norm(), 3 * epsilon) << length;
  }
}

TEST(ExponentialMap, is_a_one_parameter_group) {
  Random random(7);
  const Vec3 theta = random.vec3(2);
  const Vec4 sum = quaternion_exp(0.7 * theta + 1.9 * theta);
  const Vec4 product = quaternion_product(quaternion_exp(0.7 * theta), quaternion_exp(1.9 * theta));
  EXPECT_LT((sum - product).norm(), 1e-15);
  EXPECT_LT((quaternion_exp(-theta) - conjugate(quaternion_exp(theta))).norm(), 1e-16);
  EXPECT_EQ(quaternion_exp(Vec3::Zero()), identity_quaternion());
}

TEST(Logarithm, inverts_the_exponential_up_to_pi) {
  Random random(8);
  for (const double angle : interesting_angles()) {
    if (angle >= pi) continue;
    const Vec3 theta = angle * random.unit_vec3();
    EXPECT_LT((quaternion_log(quaternion_exp(theta)) - theta).norm(),
              3e-16 * (1 + angle) * angle + 1e-315)
        << angle;
    EXPECT_LT((quaternion_log(-quaternion_exp(theta)) - theta).norm(), 1e-15 * angle + 1e-315);
    EXPECT_LT((quaternion_log(7 * quaternion_exp(theta)) - theta).norm(), 1e-15 * angle + 1e-315);
  }
}

TEST(Logarithm, returns_the_shortest_rotation_beyond_pi) {
  Random random(9);
  for (const double angle :
       {pi + 1e-8, 4.0, 6.0, 2 * pi - 1e-3, 2 * pi - 1e-9, 2 * pi + 1e-9, 7.0}) {
    const Vec3 axis = random.unit_vec3();
    const Vec3 shortest = std::remainder(angle, 2 * pi) * axis;
    EXPECT_LT((quaternion_log(quaternion_exp(angle * axis)) - shortest).norm(), 3e-15) << angle;
  }
}

TEST(Logarithm, of_exact_special_quaternions) {
  EXPECT_EQ(quaternion_log(identity_quaternion()), Vec3::Zero());
  EXPECT_EQ(quaternion_log(-identity_quaternion()), Vec3::Zero());
  EXPECT_LT((quaternion_log({0, 0, 1, 0}) - Vec3(0, pi, 0)).norm(), 1e-15);
  EXPECT_LT((quaternion_log({-0.0, 0, 1, 0}) - Vec3(0, pi, 0)).norm(), 1e-15);
}

// A(θ + hd) = A(θ) exp(h T d): the axial vector of Aᵀ dA/dh is T d.
TEST(TangentOperator, is_the_right_jacobian_of_the_exponential) {
  Random random(10);
  const double h = 1e-5;
  for (const double angle : interesting_angles()) {
    const Vec3 theta = angle * random.unit_vec3(), d = random.unit_vec3();
    const Mat3 A = rotation_matrix(quaternion_exp(theta));
    const Mat3 dA = (rotation_matrix(quaternion_exp(theta + h * d)) -
                     rotation_matrix(quaternion_exp(theta - h * d))) /
                    (2 * h);
    EXPECT_LT((axial(A.transpose() * dA) - tangent_operator(theta) * d).norm(), 3e-10) << angle;
  }
}

TEST(TangentOperator, group_identities) {
  Random random(11);
  for (const double angle : interesting_angles()) {
    const Vec3 theta = angle * random.unit_vec3();
    const Mat3 T = tangent_operator(theta), A = rotation_matrix(quaternion_exp(theta));
    EXPECT_LT((T * theta - theta).norm(), 1e-15 * angle + 1e-315) << angle;
    EXPECT_LT((tangent_operator(-theta) - T.transpose()).norm(), 1e-15);
    EXPECT_LT((A * T - T.transpose()).norm(), 5e-15 * (1 + angle)) << angle;  // left = A · right
    EXPECT_LT((A - Mat3::Identity() - T.transpose() * skew(theta)).norm(), 5e-15 * (1 + angle));
  }
}

TEST(TangentOperator, inverse_is_the_inverse) {
  Random random(12);
  for (const double angle : interesting_angles()) {
    const Vec3 theta = angle * random.unit_vec3();
    const Mat3 inverse = tangent_operator_inverse(theta);
    ASSERT_TRUE(inverse.allFinite()) << angle;
    const double growth = inverse.norm();
    EXPECT_LT((tangent_operator(theta) * inverse - Mat3::Identity()).norm(),
              4 * epsilon * growth * (1 + angle))
        << angle;
  }
}

TEST(TangentOperator, inverse_stays_finite_at_full_turns) {
  for (const double turns : {1.0, 2.0, 3.0})
    for (const double offset : {-1e-15, 0.0, 1e-15})
      EXPECT_TRUE(tangent_operator_inverse({0, 2 * pi * turns + offset, 0}).allFinite());
}

TEST(TangentOperator, near_a_full_turn_projects_on_the_axis) {
  const Vec3 axis = Vec3(1, -2, 2) / 3;
  EXPECT_LT((tangent_operator(2 * pi * axis) - axis * axis.transpose()).norm(), 1e-15);
}

TEST(TangentOperator, is_continuous_where_the_series_takes_over) {
  const Vec3 axis = Vec3(2, -1, 2) / 3, u(0.3, -1.1, 0.7);
  const double below = std::nextafter(2.0, 0.0) - 4e-16, above = 2.0 + 4e-16;
  const auto jump = [&](auto f) { return (f(below * axis) - f(above * axis)).norm(); };
  EXPECT_LT(jump([](const Vec3& t) { return tangent_operator(t); }), 2e-15);
  EXPECT_LT(jump([](const Vec3& t) { return tangent_operator_inverse(t); }), 2e-15);
  EXPECT_LT(jump([&](const Vec3& t) { return tangent_operator_rate(t, u); }), 4e-15);
  EXPECT_LT(jump([&](const Vec3& t) { return tangent_operator_derivative(t, u); }), 4e-15);
}

TEST(TangentOperator, rate_matches_central_differences) {
  Random random(13);
  const double h = 1e-5;
  for (const double angle : interesting_angles()) {
    const Vec3 theta = angle * random.unit_vec3(), theta_dot = random.unit_vec3();
    const Mat3 numeric =
        (tangent_operator(theta + h * theta_dot) - tangent_operator(theta - h * theta_dot)) /
        (2 * h);
    EXPECT_LT((tangent_operator_rate(theta, theta_dot) - numeric).norm(), 3e-10) << angle;
  }
}

TEST(TangentOperator, derivative_matches_central_differences) {
  Random random(14);
  const double h = 1e-5;
  for (const double angle : interesting_angles()) {
    const Vec3 theta = angle * random.unit_vec3(), u = random.unit_vec3();
    Mat3 numeric;
    for (int i = 0; i < 3; ++i)
      numeric.col(i) = (tangent_operator(theta + h * Vec3::Unit(i)) -
                        tangent_operator(theta - h * Vec3::Unit(i))) *
                       u / (2 * h);
    EXPECT_LT((tangent_operator_derivative(theta, u) - numeric).norm(), 3e-10) << angle;
  }
}

TEST(TangentOperator, rate_and_derivative_agree) {
  Random random(15);
  for (const double angle : interesting_angles()) {
    const Vec3 theta = angle * random.unit_vec3(), theta_dot = random.vec3(2), u = random.vec3(2);
    const Vec3 by_rate = tangent_operator_rate(theta, theta_dot) * u;
    const Vec3 by_derivative = tangent_operator_derivative(theta, u) * theta_dot;
    EXPECT_LT((by_rate - by_derivative).norm(), 2e-14) << angle;
  }
}

TEST(TangentOperator, leading_terms_at_zero) {
  const Vec3 u(1, 2, 3), w(-2, 0.5, 1);
  EXPECT_EQ(tangent_operator(Vec3::Zero()), Mat3::Identity());
  EXPECT_EQ(tangent_operator_inverse(Vec3::Zero()), Mat3::Identity());
  EXPECT_LT((tangent_operator_rate(Vec3::Zero(), w) + 0.5 * skew(w)).norm(), 1e-16);
  EXPECT_LT((tangent_operator_derivative(Vec3::Zero(), u) - 0.5 * skew(u)).norm(), 1e-16);
}

TEST(RateMaps, angular_velocity_matches_the_turning_matrix) {
  Random random(16);
  const double h = 1e-5;
  for (int trial = 0; trial < 50; ++trial) {
    const Vec4 e = random.unit_quaternion();
    const Vec3 omega = random.vec3(2), omega_dot = random.vec3(2);
    const auto motion = [&](double t) {  // ω̄(0) = omega, ω̄̇(0) = omega_dot
      return quaternion_product(e, quaternion_exp(t * omega + t * t / 2 * omega_dot));
    };
    const Vec4 e_dot = (motion(h) - motion(-h)) / (2 * h);
    EXPECT_LT((angular_velocity(e, e_dot) - omega).norm(), 1e-9);
    EXPECT_LT((quaternion_rate(e, omega) - e_dot).norm(), 1e-9);
    const Mat3 A_dot = (rotation_matrix(motion(h)) - rotation_matrix(motion(-h))) / (2 * h);
    EXPECT_LT((rotation_matrix(e).transpose() * A_dot - skew(omega)).norm(), 1e-8);

    const double k = 1e-3;
    const Vec4 e_ddot = (motion(k) - 2 * e + motion(-k)) / (k * k);
    EXPECT_LT((quaternion_acceleration(e, omega, omega_dot) - e_ddot).norm(), 1e-5);
  }
}

TEST(RateMaps, are_inverse_to_each_other_and_to_the_matrix_form) {
  Random random(17);
  for (int trial = 0; trial < 50; ++trial) {
    const Vec4 e = random.unit_quaternion();
    const Vec3 omega = random.vec3(5);
    const Mat34 E = quaternion_rate_matrix(e);
    EXPECT_LT((angular_velocity(e, quaternion_rate(e, omega)) - omega).norm(), 5e-15);
    EXPECT_LT((0.5 * E.transpose() * omega - quaternion_rate(e, omega)).norm(), 1e-15);
    EXPECT_LT((E * E.transpose() - Mat3::Identity()).norm(), 1e-15);
    EXPECT_LT((E * e).norm(), 1e-15);
    EXPECT_NEAR(e.dot(quaternion_rate(e, omega)), 0, 1e-15);
  }
}

TEST(RateMaps, angular_velocity_along_a_rotation_vector_is_T_theta_dot) {
  Random random(18);
  const double h = 1e-5;
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3 theta = random.vec3(3), theta_dot = random.vec3(1);
    const Vec4 e = quaternion_exp(theta);
    const Vec4 e_dot =
        (quaternion_exp(theta + h * theta_dot) - quaternion_exp(theta - h * theta_dot)) / (2 * h);
    EXPECT_LT((angular_velocity(e, e_dot) - tangent_operator(theta) * theta_dot).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace trammel
