// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/sparse_matrix.h"

#include <cassert>
#include <cmath>

namespace trammel {

void SparseMatrix::add(int row, int column, double value) {
  const int k = pattern_->find(row, column);
  assert(k >= 0 && "entry outside the pattern");
  values_[std::size_t(k)] += value;
}

void SparseMatrix::add(const SparseMatrix& a, double factor) {
  for (int j = 0; j < a.n_columns(); ++j)
    for (int k = a.pattern().start()[std::size_t(j)]; k < a.pattern().start()[std::size_t(j) + 1];
         ++k)
      add(a.pattern().rows()[std::size_t(k)], j, factor * a.values_[std::size_t(k)]);
}

double SparseMatrix::value(int row, int column) const {
  const int k = pattern_->find(row, column);
  return k < 0 ? 0 : values_[std::size_t(k)];
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

bool SparseMatrix::is_finite() const {
  const Eigen::Map<const Eigen::ArrayXd> x(values_.data(), Eigen::Index(values_.size()));
  return (x * 0.0).sum() == 0.0;  // 0·NaN and 0·∞ are NaN; vectorises, unlike a test per entry
}

std::optional<SparseMatrix::Place> SparseMatrix::first_not_finite() const {
  if (is_finite()) return {};
  const auto start = pattern_->start();
  for (int j = 0; j < n_columns(); ++j)
    for (int k = start[std::size_t(j)]; k < start[std::size_t(j) + 1]; ++k)
      if (!std::isfinite(values_[std::size_t(k)]))
        return Place{pattern_->rows()[std::size_t(k)], j};
  return {};
}

SparseMatrix SparseMatrix::transposed() const {
  std::vector<std::pair<int, int>> entries;
  entries.reserve(values_.size());
  for (int j = 0; j < n_columns(); ++j)
    for (const int i : pattern_->column(j)) entries.emplace_back(j, i);
  SparseMatrix out(Pattern::from_entries(n_columns(), n_rows(), entries));
  for (std::size_t k = 0; k < entries.size(); ++k)
    out.add(entries[k].first, entries[k].second, values_[k]);
  return out;
}

Matrix SparseMatrix::dense() const {
  Matrix m = Matrix::Zero(n_rows(), n_columns());
  for (int j = 0; j < n_columns(); ++j)
    for (int k = pattern_->start()[std::size_t(j)]; k < pattern_->start()[std::size_t(j) + 1]; ++k)
      m(pattern_->rows()[std::size_t(k)], j) += values_[std::size_t(k)];
  return m;
}

}  // namespace trammel
