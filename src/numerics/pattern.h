// Sparsity pattern in compressed columns: rows of column j are rows[start[j] .. start[j+1]), ascending.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace trammel {

class Pattern {
 public:
  Pattern() = default;
  Pattern(int n_rows, int n_columns) : n_rows_(n_rows), start_(std::size_t(n_columns) + 1, 0) {}

  // Entries in any order; duplicates are merged.
  static Pattern from_entries(int n_rows, int n_columns,
                              const std::vector<std::pair<int, int>>& entries);

  int n_rows() const { return n_rows_; }
  int n_columns() const { return int(start_.size()) - 1; }
  int n_entries() const { return start_.empty() ? 0 : start_.back(); }

  std::span<const int> start() const { return start_; }
  std::span<const int> rows() const { return rows_; }
  std::span<const int> column(int j) const {
    return {rows_.data() + start_[std::size_t(j)],
            std::size_t(start_[std::size_t(j) + 1] - start_[std::size_t(j)])};
  }

  // Index of entry (row, column) in the value array, or -1.
  int find(int row, int column) const;

  bool operator==(const Pattern&) const = default;

 private:
  int n_rows_ = 0;
  std::vector<int> start_ = {0};
  std::vector<int> rows_;
};

}  // namespace trammel
