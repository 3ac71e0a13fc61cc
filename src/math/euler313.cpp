// SPDX-License-Identifier: BSD-3-Clause
#include "math/euler313.h"

#include <cmath>
#include <numbers>

#include "math/rotation.h"

namespace trammel {
namespace {

// Below this sine or cosine of θ/2, the direction it multiplies is round-off.
constexpr double singular = 1e-14;

// A sum or difference of two angles of atan2, to (−π, π]; the subtractions are exact.
double wrapped(double angle) {
  constexpr double pi = std::numbers::pi;
  const double result = angle > pi ? angle - 2 * pi : angle < -pi ? angle + 2 * pi : angle;
  return result <= -pi ? pi : result;
}

// Of components of a unit quaternion: neither overflows.
double length_of(double a, double b) {
  return std::sqrt(a * a + b * b);
}

}  // namespace

Vec4 quaternion_from_euler313(const Euler313& angles) {
  const double c = std::cos(angles.theta / 2), s = std::sin(angles.theta / 2);
  const double sigma = (angles.psi + angles.phi) / 2, delta = (angles.psi - angles.phi) / 2;
  return {c * std::cos(sigma), s * std::cos(delta), s * std::sin(delta),  // (EUL.2)
          c * std::sin(sigma)};
}

Mat3 rotation_matrix(const Euler313& angles) {
  return rotation_matrix(quaternion_from_euler313(angles));  // (EUL.1)
}

Euler313 euler313_from_quaternion(const Vec4& quaternion) {
  const Vec4 e = normalized_quaternion(quaternion);
  const double s = length_of(e[1], e[2]), c = length_of(e[0], e[3]);
  double sigma = std::atan2(e[3], e[0]), delta = std::atan2(e[2], e[1]);
  if (s < singular) delta = sigma;  // (EUL.4)
  if (c < singular) sigma = delta;
  return {wrapped(sigma + delta), 2 * std::atan2(s, c), wrapped(sigma - delta)};  // (EUL.3)
}

Euler313 euler313_from_matrix(const Mat3& A) {
  return euler313_from_quaternion(quaternion_from_matrix(A));
}

Mat3 euler313_rate_matrix(const Euler313& angles) {
  const double s_theta = std::sin(angles.theta), c_theta = std::cos(angles.theta);
  const double s_phi = std::sin(angles.phi), c_phi = std::cos(angles.phi);
  Mat3 B;                          // (EUL.5)
  B << s_theta * s_phi, c_phi, 0,  //
      s_theta * c_phi, -s_phi, 0,  //
      c_theta, 0, 1;
  return B;
}

}  // namespace trammel
