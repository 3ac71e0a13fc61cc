// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/sparse_matrix.h"

#include <cassert>

namespace trammel {

void SparseMatrix::add(int row, int column, double value) {
  const int k = pattern_->find(row, column);
  assert(k >= 0 && "entry outside the pattern");
  values_[std::size_t(k)] += value;
}

void SparseMatrix::multiply_add(const Vector& x, double factor, Vector& y) const {
  const auto start = pattern_->start();
  const auto rows = pattern_->rows();
  for (int j = 0; j < n_columns(); ++j) {
    const double xj = factor * x[j];
    for (int k = start[std::size_t(j)]; k < start[std::size_t(j) + 1]; ++k)
      y[rows[std::size_t(k)]] += values_[std::size_t(k)] * xj;
  }
}

void SparseMatrix::multiply_transposed_add(const Vector& x, double factor, Vector& y) const {
  const auto start = pattern_->start();
  const auto rows = pattern_->rows();
  for (int j = 0; j < n_columns(); ++j) {
    double sum = 0;
    for (int k = start[std::size_t(j)]; k < start[std::size_t(j) + 1]; ++k)
      sum += values_[std::size_t(k)] * x[rows[std::size_t(k)]];
    y[j] += factor * sum;
  }
}

Matrix SparseMatrix::dense() const {
  Matrix m = Matrix::Zero(n_rows(), n_columns());
  for (int j = 0; j < n_columns(); ++j)
    for (int k = pattern_->start()[std::size_t(j)]; k < pattern_->start()[std::size_t(j) + 1]; ++k)
      m(pattern_->rows()[std::size_t(k)], j) += values_[std::size_t(k)];
  return m;
}

}  // namespace trammel
