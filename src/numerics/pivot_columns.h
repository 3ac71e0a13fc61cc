// Columns of a constraint Jacobian that are to depend on the others: Gaussian elimination of sparse
// rows with full pivoting.
//
//   pivot (i, j):  |a_ij| ≥ u max over all rows left and all columns,  u = 1/4             (PART.1)
//
// Of rows with entries that large the shortest is taken, which keeps fill low. Rows of level 0 come
// first, so that columns dependent at position level are dependent at velocity level too.
// Theory: docs/theory/partitioning.md#choice
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "math/vec.h"
#include "numerics/sparse_matrix.h"

namespace trammel {

struct PivotColumns {
  enum : signed char { independent = -1 };
  std::vector<signed char> level;  // per column: of the rows it depends on by, 0 or 1
  double smallest = 1;             // pivot, rows scaled to unit length
  bool is_complete = true;         // every row has a pivot
};

// The first m0 rows are of level 0, the next m1 of level 1; `weights` make columns comparable.
PivotColumns choose_pivot_columns(const SparseMatrix&, int m0, int m1, const Vector& weights);

}  // namespace trammel
