// Dense factorisations by LAPACK, for what is small.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "math/vec.h"

namespace trammel {

struct EigenPairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  // columns of length 1
};
// Of a square matrix; empty where the iteration fails or an entry is not finite.
std::optional<EigenPairs> eigen_pairs(Matrix a);

// A P = Q R, the diagonal of R falling in modulus.
class PivotedQr {
 public:
  explicit PivotedQr(Matrix a);

  const Matrix& q() const { return q_; }  // square
  int rank(double least_pivot) const;
  double largest_pivot() const { return r_.size() == 0 ? 0 : std::abs(r_(0, 0)); }

  // The shortest x with Aᵀ x = b, or where there is none, of those that come nearest. Pivots up to
  // `least_pivot` count as zero.
  Matrix shortest(const Matrix& b, double least_pivot) const;

 private:
  // The x with the least |A x − b|, for independent columns of A.
  Matrix nearest(const Matrix& b) const;

  Matrix q_, r_;
  std::vector<int> order_;
};

}  // namespace trammel
