// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/dense.h"

#include <algorithm>
#include <cmath>
#include <limits>

extern "C" {
void dgeev_(const char* left, const char* right, const int* n, double* a, const int* lda,
            double* real, double* imaginary, double* vl, const int* ldvl, double* vr,
            const int* ldvr, double* work, const int* lwork, int* info);
void dsyev_(const char* vectors, const char* half, const int* n, double* a, const int* lda,
            double* values, double* work, const int* lwork, int* info);
void dgesvd_(const char* left, const char* right, const int* m, const int* n, double* a,
             const int* lda, double* values, double* u, const int* ldu, double* vt, const int* ldvt,
             double* work, const int* lwork, int* info);
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* swaps, int* info);
void dgetrs_(const char* transposed, const int* n, const int* columns, const double* a,
             const int* lda, const int* swaps, double* b, const int* ldb, int* info);
void dgecon_(const char* norm, const int* n, const double* a, const int* lda, const double* size,
             double* rcond, double* work, int* iwork, int* info);
void dgeqp3_(const int* m, const int* n, double* a, const int* lda, int* order, double* tau,
             double* work, const int* lwork, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* lwork, int* info);
void dtrtrs_(const char* triangle, const char* transposed, const char* unit, const int* n,
             const int* columns, const double* a, const int* lda, double* b, const int* ldb,
             int* info);
}

namespace trammel {

std::optional<EigenPairs> eigen_pairs(Matrix a) {
  const int n = int(a.rows()), one = 1, length = std::max(1, 34 * n);
  EigenPairs pairs{Eigen::VectorXcd(n), Eigen::MatrixXcd(n, n)};
  if (n == 0) return pairs;
  if (!a.allFinite()) return {};
  Vector real(n), imaginary(n), work(length);
  Matrix vectors(n, n);
  double unused = 0;
  int info = 0;
  dgeev_("N", "V", &n, a.data(), &n, real.data(), imaginary.data(), &unused, &one, vectors.data(),
         &n, work.data(), &length, &info);
  if (info != 0) return {};
  for (int k = 0; k < n; ++k) {
    pairs.values[k] = {real[k], imaginary[k]};
    // Of a conjugate pair LAPACK stores the real part, then the imaginary one.
    const int first = imaginary[k] < 0 ? k - 1 : k;
    for (int i = 0; i < n; ++i)
      pairs.vectors(i, k) = {vectors(i, first), imaginary[k] == 0  ? 0
                                                : imaginary[k] > 0 ? vectors(i, first + 1)
                                                                   : -vectors(i, first + 1)};
  }
  return pairs;
}

double spectral_radius(Matrix a) {
  const auto pairs = eigen_pairs(std::move(a));
  if (!pairs || pairs->values.size() == 0) return std::numeric_limits<double>::quiet_NaN();
  return pairs->values.cwiseAbs().maxCoeff();
}

std::optional<SymmetricPairs> symmetric_pairs(Matrix a) {
  const int n = int(a.rows()), length = std::max(1, 34 * n);
  SymmetricPairs pairs{Vector(n), std::move(a)};
  if (n == 0) return pairs;
  if (!pairs.vectors.allFinite()) return {};
  Vector work(length);
  int info = 0;
  dsyev_("V", "L", &n, pairs.vectors.data(), &n, pairs.values.data(), work.data(), &length, &info);
  if (info != 0) return {};
  return pairs;
}

Vector singular_values(Matrix a) {
  const int m = int(a.rows()), n = int(a.cols()), k = std::min(m, n), one = 1;
  const int length = std::max(1, 34 * (m + n + k));
  Vector values = Vector::Constant(k, std::numeric_limits<double>::quiet_NaN());
  if (k == 0 || !a.allFinite()) return values;
  Vector work(length);
  double unused = 0;
  int info = 0;
  dgesvd_("N", "N", &m, &n, a.data(), &m, values.data(), &unused, &one, &unused, &one, work.data(),
          &length, &info);
  if (info != 0) values.setConstant(std::numeric_limits<double>::quiet_NaN());
  return values;
}

DenseLu::DenseLu(Matrix a) : lu_(std::move(a)), swaps_(std::size_t(lu_.rows()), 0) {
  const int n = int(lu_.rows());
  int info = 0;
  if (n == 0) return;
  norm_ = lu_.cwiseAbs().colwise().sum().maxCoeff();
  dgetrf_(&n, &n, lu_.data(), &n, swaps_.data(), &info);
}

Matrix DenseLu::solve(Matrix b) const {
  const int n = int(lu_.rows()), columns = int(b.cols());
  int info = 0;
  if (n > 0 && columns > 0)
    dgetrs_("N", &n, &columns, lu_.data(), &n, swaps_.data(), b.data(), &n, &info);
  return b;
}

double DenseLu::determinant() const {
  double product = 1;
  for (int k = 0; k < int(swaps_.size()); ++k)
    product *= swaps_[std::size_t(k)] == k + 1 ? lu_(k, k) : -lu_(k, k);
  return product;
}

double DenseLu::rcond() const {
  const int n = int(lu_.rows());
  if (n == 0) return 1;
  if (!std::isfinite(norm_)) return 0;
  Vector work(4 * n);
  std::vector<int> signs(std::size_t(n), 0);
  double rcond = 0;
  int info = 0;
  dgecon_("1", &n, lu_.data(), &n, &norm_, &rcond, work.data(), signs.data(), &info);
  return info == 0 ? rcond : 0;
}

PivotedQr::PivotedQr(Matrix a) : order_(std::size_t(a.cols()), 0) {
  const int m = int(a.rows()), n = int(a.cols()), k = std::min(m, n);
  const int length = std::max(1, 34 * (m + n + 1)), lda = std::max(1, m);
  Vector tau = Vector::Zero(k), work(length);
  int info = 0;
  if (k > 0)
    dgeqp3_(&m, &n, a.data(), &lda, order_.data(), tau.data(), work.data(), &length, &info);
  r_ = Matrix::Zero(k, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j && i < k; ++i) r_(i, j) = a(i, j);
  q_ = Matrix::Identity(m, m);
  if (k == 0) return;
  q_.leftCols(k) = a.leftCols(k);
  dorgqr_(&m, &m, &k, q_.data(), &lda, tau.data(), work.data(), &length, &info);
}

int PivotedQr::rank(double least_pivot) const {
  int rank = 0;
  while (rank < r_.rows() && std::abs(r_(rank, rank)) > least_pivot) ++rank;
  return rank;
}

Matrix PivotedQr::nearest(const Matrix& b) const {
  const int n = int(r_.cols()), columns = int(b.cols()), lda = std::max(1, n);
  Matrix y = q_.leftCols(n).transpose() * b, x(n, columns);
  int info = 0;
  if (n > 0 && columns > 0)
    dtrtrs_("U", "N", "N", &n, &columns, r_.data(), &lda, y.data(), &n, &info);
  for (int j = 0; j < n; ++j) x.row(order_[std::size_t(j)] - 1) = y.row(j);
  return x;
}

// Of x = Q y all rows of R count that have pivots: Rᵀ y = Pᵀ b.
Matrix PivotedQr::shortest(const Matrix& b, double least_pivot) const {
  const int n = int(r_.cols()), columns = int(b.cols()), known = rank(least_pivot);
  Matrix y(n, columns);
  for (int j = 0; j < n; ++j) y.row(j) = b.row(order_[std::size_t(j)] - 1);
  int info = 0;
  if (known < n)
    y = PivotedQr(r_.topRows(known).transpose()).nearest(y);
  else if (n > 0 && columns > 0)
    dtrtrs_("U", "T", "N", &n, &columns, r_.data(), &n, y.data(), &n, &info);
  return q_.leftCols(known) * y;
}

Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
  return a * b;
}

Matrix transposed_product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
  return a.transpose() * b;
}

}  // namespace trammel
