// Condition numbers beyond 1/ε: rows and columns are balanced before the inverse is made, and the
// scales put back, so that a badly scaled matrix shows its true number.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/LU>
#include <Eigen/SVD>

#include "math/vec.h"

namespace trammel::testing {

inline double condition_number(const Matrix& a) {  // of the 2-norm
  Matrix balanced = a;
  Vector rows = Vector::Ones(a.rows()), columns = Vector::Ones(a.cols());
  for (int sweep = 0; sweep < 30; ++sweep) {
    const Vector r = balanced.cwiseAbs().rowwise().maxCoeff().cwiseSqrt().cwiseInverse();
    const Vector c =
        balanced.cwiseAbs().colwise().maxCoeff().transpose().cwiseSqrt().cwiseInverse();
    balanced = r.asDiagonal() * balanced * c.asDiagonal();
    rows = rows.cwiseProduct(r), columns = columns.cwiseProduct(c);
  }
  const Matrix inverse = columns.asDiagonal() * balanced.fullPivLu().inverse() * rows.asDiagonal();
  return a.jacobiSvd().singularValues()[0] * inverse.jacobiSvd().singularValues()[0];
}

}  // namespace trammel::testing
