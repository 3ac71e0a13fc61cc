// Cholesky's factors of a sparse symmetric positive matrix with a fixed pattern: order once (AMD), then factor and
// solve without allocation.
//
// The diagonal is scaled to ones first, so that pivots tell how far rows are from depending on each other:
//   P W S W Pᵀ = L D Lᵀ,  W_ii = 1/√S_ii,  singular where a pivot D_k is below 1e-13             (CHOL.1)
// Rows of L are found one after the other, each by the columns that begin before it.
// Theory: docs/theory/linear_algebra.md#positive-matrices
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "math/vec.h"

namespace trammel {

class SparseCholesky {
 public:
  struct Entry {
    int row, column;  // row ≥ column
  };

  SparseCholesky() = default;
  // Of the lower triangle, each entry once, the whole diagonal among them.
  SparseCholesky(int size, const std::vector<Entry>&);

  // Values in the order of the entries. False: singular, or not positive.
  bool factor(std::span<const double> values);
  void solve(Vector& b);  // b ← S⁻¹ b, after factor()

  int size() const { return int(pivot_.size()); }
  long entries() const { return long(rows_.size()); }  // of L below its diagonal
  long operations() const { return operations_; }      // multiplications of one factorisation

 private:
  struct Given {
    int column, entry;  // in the order of pivots; in the order of the caller
  };
  void find_rows(const std::vector<int>& start);

  std::vector<int> order_;                // by pivot: row of S
  std::vector<int> diagonal_;             // by pivot: entry
  std::vector<Given> given_;              // off the diagonal, by pivot
  std::vector<int> first_given_;          // by pivot, one beyond the last
  std::vector<int> columns_, slots_;      // of L by row: column, place in values_
  std::vector<int> first_of_row_;         // one beyond the last
  std::vector<int> rows_, first_of_col_;  // of L by column
  std::vector<double> values_;            // of L by column
  std::vector<double> pivot_, scale_, work_;
  long operations_ = 0;
};

}  // namespace trammel
