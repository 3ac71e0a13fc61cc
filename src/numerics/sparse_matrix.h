// Values on a fixed sparsity pattern (compressed columns). The pattern is shared, never copied.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "math/vec.h"
#include "numerics/pattern.h"

namespace trammel {

class SparseMatrix {
 public:
  SparseMatrix() : SparseMatrix(std::make_shared<const Pattern>()) {}
  explicit SparseMatrix(std::shared_ptr<const Pattern> pattern)
      : pattern_(std::move(pattern)), values_(std::size_t(pattern_->n_entries()), 0.0) {}
  explicit SparseMatrix(const Pattern& pattern)
      : SparseMatrix(std::make_shared<const Pattern>(pattern)) {}

  const Pattern& pattern() const { return *pattern_; }
  const std::shared_ptr<const Pattern>& shared_pattern() const { return pattern_; }
  int n_rows() const { return pattern_->n_rows(); }
  int n_columns() const { return pattern_->n_columns(); }

  std::span<double> values() { return values_; }
  std::span<const double> values() const { return values_; }
  void set_zero() { std::fill(values_.begin(), values_.end(), 0.0); }

  // For assembly outside hot loops: the entry must exist in the pattern.
  void add(int row, int column, double value);
  void add(const SparseMatrix&, double factor);
  // An entry that the pattern may not have.
  double value(int row, int column) const;

  // y += factor * A x   and   y += factor * Aᵀ x
  void multiply_add(const Vector& x, double factor, Vector& y) const;
  void multiply_transposed_add(const Vector& x, double factor, Vector& y) const;

  // Whether every entry is, and the place of the first in column order that is not.
  struct Place {
    int row, column;
  };
  bool is_finite() const;
  std::optional<Place> first_not_finite() const;

  SparseMatrix transposed() const;
  Matrix dense() const;

 private:
  std::shared_ptr<const Pattern> pattern_;
  std::vector<double> values_;
};

}  // namespace trammel
