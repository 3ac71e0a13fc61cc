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

// |λ| of the largest eigenvalue; NaN where there is none.
double spectral_radius(Matrix a);

struct SymmetricPairs {
  Vector values;   // rising
  Matrix vectors;  // orthonormal columns
};
// Of a symmetric matrix, of which the lower half is read; empty as above.
std::optional<SymmetricPairs> symmetric_pairs(Matrix a);

// Falling; NaN where the iteration fails or an entry is not finite.
Vector singular_values(Matrix a);

// A B and Aᵀ B, compiled once: the templates of a dense product cost seconds in every source that has one.
Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b);
Matrix transposed_product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b);

// P A = L U of a square matrix. That of a singular matrix solves nothing: infinities and NaN.
class DenseLu {
 public:
  DenseLu() = default;
  explicit DenseLu(Matrix a);

  Matrix solve(Matrix b) const;
  Matrix inverse() const { return solve(Matrix::Identity(lu_.rows(), lu_.rows())); }
  double determinant() const;
  double rcond() const;  // about 1/(‖A‖ ‖A⁻¹‖) in the 1-norm; 0: singular

 private:
  Matrix lu_;
  std::vector<int> swaps_;  // row k with row swaps_[k] − 1
  double norm_ = 0;
};

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
