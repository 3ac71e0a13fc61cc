// SPDX-License-Identifier: BSD-3-Clause
#include "math/rotation.h"

#include <cmath>

#include "math/stumpff.h"

namespace trammel {
namespace {

// Below this the next term of atan x/x is under round-off, and |x|² may underflow.
constexpr double tiny = 1e-8;

// sin x/x and (1 − cos x)/x² of s = x² below `series_limit`: steps of integrators turn bodies by little,
// and the next terms are a tenth of round-off at most.
constexpr double series_limit = 0.0025;
double short_sinc(double s) {
  return 1 - s * (1.0 / 6) * (1 - s * (1.0 / 20) * (1 - s * (1.0 / 42) * (1 - s * (1.0 / 72))));
}
double short_versine(double s) {
  return 0.5 * (1 - s * (1.0 / 12) * (1 - s * (1.0 / 30) * (1 - s * (1.0 / 56))));
}

}  // namespace

Vec4 normalized_far_quaternion(const Vec4& e) {
  const double scale = e.cwiseAbs().maxCoeff();
  if (scale == 0) return identity_quaternion();
  const Vec4 scaled = e / scale;
  return scaled / scaled.norm();
}

Vec4 same_hemisphere(const Vec4& e, const Vec4& reference) {
  return e.dot(reference) < 0 ? Vec4(-e) : e;
}

Mat3 rotation_matrix(const Vec4& e) {
  const double e00 = e[0] * e[0], e11 = e[1] * e[1], e22 = e[2] * e[2], e33 = e[3] * e[3];
  const double e01 = e[0] * e[1], e02 = e[0] * e[2], e03 = e[0] * e[3];
  const double e12 = e[1] * e[2], e13 = e[1] * e[3], e23 = e[2] * e[3];
  Mat3 A;                                                        // (ROT.5)
  A << e00 + e11 - e22 - e33, 2 * (e12 - e03), 2 * (e13 + e02),  //
      2 * (e12 + e03), e00 - e11 + e22 - e33, 2 * (e23 - e01),   //
      2 * (e13 - e02), 2 * (e23 + e01), e00 - e11 - e22 + e33;
  return A;
}

Vec4 quaternion_from_matrix(const Mat3& A) {
  // Row i of 4 e eᵀ, read off (ROT.5); i is the row of the largest component.
  const double trace = A.trace();
  int largest = 0;
  const double diagonal = A.diagonal().maxCoeff(&largest);
  Vec4 e;
  if (trace >= diagonal) {
    e << 1 + trace, A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1);
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    e[0] = A(k, j) - A(j, k);
    e[1 + i] = 1 + 2 * A(i, i) - trace;
    e[1 + j] = A(j, i) + A(i, j);
    e[1 + k] = A(k, i) + A(i, k);
  }
  e = normalized_quaternion(e);
  return e[0] < 0 ? Vec4(-e) : e;
}

Vec4 quaternion_exp(const Vec3& theta) {
  const double square = theta.squaredNorm() / 4;
  if (square < series_limit) {
    const double half_sinc = 0.5 * short_sinc(square);
    return {1 - square * short_versine(square), half_sinc * theta.x(), half_sinc * theta.y(),
            half_sinc * theta.z()};
  }
  const double half = theta.norm() / 2, half_sinc = 0.5 * std::sin(half) / half;
  return {std::cos(half), half_sinc * theta.x(), half_sinc * theta.y(),  // (ROT.6)
          half_sinc * theta.z()};
}

Vec4 quaternion_exp_minus_one(const Vec3& theta) {
  const double square = theta.squaredNorm() / 4;
  if (square < series_limit) {
    const double half_sinc = 0.5 * short_sinc(square);
    return {-square * short_versine(square), half_sinc * theta.x(), half_sinc * theta.y(),
            half_sinc * theta.z()};
  }
  const double angle = theta.norm(), sine = std::sin(angle / 4);
  const double share = std::sin(angle / 2) / angle;
  return {-2 * sine * sine, share * theta[0], share * theta[1], share * theta[2]};
}

Vec3 quaternion_log(const Vec4& e) {
  const double sign = e[0] < 0 ? -1 : 1;
  const double cosine = sign * e[0], sine = e.tail<3>().norm();
  const double factor = sine < tiny * cosine ? 2 / cosine : 2 * std::atan2(sine, cosine) / sine;
  return sign * factor * e.tail<3>();  // (ROT.7)
}

Mat3 tangent_operator(const Vec3& theta) {
  const auto c = stumpff(theta.squaredNorm());
  return c[1] * Mat3::Identity() - c[2] * skew(theta) +  // (ROT.8)
         c[3] * theta * theta.transpose();
}

Mat3 tangent_operator_inverse(const Vec3& theta) {
  const double s = theta.squaredNorm();
  double b;  // (ROT.10)
  if (s < 4) {
    const auto c = stumpff(s);
    b = (c[3] - 2 * c[4]) / (2 * c[2]);  // the same b, free of 0/0 at θ = 0 (but not at 2π)
  } else {
    const double half = std::sqrt(s) / 2;
    b = (1 - half * std::cos(half) / std::sin(half)) / s;
  }
  return (1 - b * s) * Mat3::Identity() + 0.5 * skew(theta) + b * theta * theta.transpose();
}

Mat3 tangent_operator_rate(const Vec3& theta, const Vec3& theta_dot) {
  const auto c = stumpff(theta.squaredNorm());
  const double half_s_dot = theta.dot(theta_dot);
  const double c2_dot = (2 * c[4] - c[3]) * half_s_dot;  // (ROT.3)
  const double c3_dot = (3 * c[5] - c[4]) * half_s_dot;
  const Mat3 S = skew(theta), S_dot = skew(theta_dot);
  return c3_dot * S * S - c2_dot * S + c[3] * (S_dot * S + S * S_dot) - c[2] * S_dot;  // (ROT.11)
}

Mat3 tangent_operator_derivative(const Vec3& theta, const Vec3& u) {
  const auto c = stumpff(theta.squaredNorm());
  const double c2_s = (2 * c[4] - c[3]) / 2;  // (ROT.3)
  const double c3_s = (3 * c[5] - c[4]) / 2;
  const Vec3 w = theta.cross(u);
  return c[2] * skew(u) - c[3] * (skew(w) + skew(theta) * skew(u)) +  // (ROT.12)
         2 * (c3_s * theta.cross(w) - c2_s * w) * theta.transpose();
}

Mat34 quaternion_rate_matrix(const Vec4& e) {
  Mat34 E;                        // (ROT.13)
  E << -e[1], e[0], e[3], -e[2],  //
      -e[2], -e[3], e[0], e[1],   //
      -e[3], e[2], -e[1], e[0];
  return E;
}

Vec3 angular_velocity(const Vec4& e, const Vec4& e_dot) {
  return 2 * quaternion_product(conjugate(e), e_dot).tail<3>();  // (ROT.13)
}

Vec4 quaternion_rate(const Vec4& e, const Vec3& omega) {
  return 0.5 * quaternion_product(e, {0, omega.x(), omega.y(), omega.z()});  // (ROT.13)
}

Vec4 quaternion_acceleration(const Vec4& e, const Vec3& omega, const Vec3& omega_dot) {
  return quaternion_rate(e, omega_dot) - 0.25 * omega.squaredNorm() * e;  // (ROT.14)
}

}  // namespace trammel
