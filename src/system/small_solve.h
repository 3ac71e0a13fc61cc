// Three equations with a symmetric positive matrix. For the files of this folder only.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "math/vec.h"

namespace trammel::system {

inline constexpr double too_small = 1e-14;  // of an inertia beside those it is the difference of

// X ← D⁻¹ X for a symmetric positive matrix, by its Cholesky factors; false: it is not.
//
// In axes of the body a thin rod has one inertia that is smaller by many orders than the others; a factorisation
// keeps the digits that belong to it, an explicit inverse would not.
template <int columns>
inline bool solve(const Mat3& D, Eigen::Matrix<double, 3, columns>& X) {
  const double size = too_small * D.diagonal().maxCoeff();
  const double l10 = D(1, 0) / D(0, 0), l20 = D(2, 0) / D(0, 0);
  const double d1 = D(1, 1) - l10 * D(1, 0), c21 = D(2, 1) - l20 * D(1, 0), l21 = c21 / d1;
  const double d2 = D(2, 2) - l20 * D(2, 0) - l21 * c21;
  if (!(D(0, 0) > size) || !(d1 > size) || !(d2 > size)) return false;
  X.row(1) -= l10 * X.row(0);
  X.row(2) -= l20 * X.row(0) + l21 * X.row(1);
  X.row(2) /= d2;
  X.row(1) = X.row(1) / d1 - l21 * X.row(2);
  X.row(0) = X.row(0) / D(0, 0) - l10 * X.row(1) - l20 * X.row(2);
  return true;
}

}  // namespace trammel::system
