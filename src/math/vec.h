// Small fixed-size vectors and matrices, the dense vector, and the cross-product matrix.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace trammel {

using Vec3 = Eigen::Vector3d;
using Vec4 = Eigen::Vector4d;
using Mat3 = Eigen::Matrix3d;
using Mat34 = Eigen::Matrix<double, 3, 4>;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat36 = Eigen::Matrix<double, 3, 6>;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;  // column-major, dense

// [s×]: skew(s) * u == s × u.
inline Mat3 skew(const Vec3& s) {
  Mat3 m;
  m << 0, -s.z(), s.y(), s.z(), 0, -s.x(), -s.y(), s.x(), 0;
  return m;
}

}  // namespace trammel
