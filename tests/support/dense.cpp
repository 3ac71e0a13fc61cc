// SPDX-License-Identifier: BSD-3-Clause
#include "support/dense.h"

#include <Eigen/LU>

#include "numerics/dense.h"

namespace trammel::testing {

double condition_number(const Matrix& a) {
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
  return singular_values(a)[0] * singular_values(inverse)[0];
}

Vector least_squares(const Matrix& A, const Vector& b) {
  const PivotedQr qr(A.transpose());
  return qr.shortest(b, 1e-14 * double(A.rows() + A.cols()) * qr.largest_pivot());
}

Matrix kernel(const Matrix& A) {
  return A.fullPivLu().kernel();
}

}  // namespace trammel::testing
