// Which rows of a sparse matrix depend on the rows before them: redundant constraints, and whom they
// repeat.
//
// Columns are weighted and rows scaled to unit length. The rows then join a basis in the order of
// the model (RowBasis). With a = Σ c_j a_j + r, a row is redundant when
//   ‖r‖ / √(1 + Σ c_j²) < tolerance                                                     (RANK.2)
// which is the size of the relation (−c, 1) applied to the rows, an upper bound of the smallest
// singular value of basis and row together. Of the rows in a relation the last is the redundant one:
// a model keeps its first joints.
// Theory: docs/theory/linear_algebra.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "numerics/row_basis.h"
#include "numerics/sparse_matrix.h"

namespace trammel {

struct RankOptions {
  double tolerance = 1e-9;
  double near_tolerance = 1e-3;  // kept, but reported as nearly redundant
};

// row ≈ Σ coefficient · (earlier independent rows), in the units of the matrix as given.
struct Dependency {
  int row;
  double remainder;            // (RANK.2)
  std::vector<RowTerm> terms;  // ascending in row; empty for a row of zeros
};

class RankAnalysis {
 public:
  // `column_weights` make columns comparable (lengths against angles); empty: all 1.
  explicit RankAnalysis(const SparseMatrix& a, const Vector& column_weights = {},
                        const RankOptions& = {});

  // First entry that is not finite; then every row counts as independent.
  bool is_finite() const { return bad_row_ < 0; }
  int bad_row() const { return bad_row_; }
  int bad_column() const { return bad_column_; }

  int rank() const { return int(independent_.size()); }
  const std::vector<int>& independent() const { return independent_; }  // ascending
  const std::vector<int>& redundant() const { return redundant_; }      // ascending
  const std::vector<Dependency>& nearly_redundant() const { return nearly_redundant_; }

  // Of one redundant row. Computed when asked: in a lattice relations are long.
  Dependency dependency(int redundant_row);

  long fill() const { return basis_.entries(); }  // entries of the echelon rows

 private:
  struct Rows {  // compressed, scaled
    std::vector<int> start, columns;
    std::vector<double> values;
    std::vector<double> length;  // before scaling

    Rows(const SparseMatrix&, const Vector& column_weights);
    int count() const { return int(start.size()) - 1; }
    std::span<const int> columns_of(int row) const;
    std::span<const double> values_of(int row) const;
  };

  Dependency current_dependency(int row, double remainder);

  Rows rows_;
  RowBasis basis_;
  std::vector<int> independent_, redundant_;
  std::vector<Dependency> nearly_redundant_;
  int bad_row_ = -1, bad_column_ = -1;
};

}  // namespace trammel
