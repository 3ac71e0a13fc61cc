// Why a square matrix cannot be solved: the equations (rows) and unknowns (columns) involved.
// Runs only after a failed factorisation, so it may allocate. Theory: docs/theory/linear_algebra.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "numerics/sparse_matrix.h"

namespace trammel {

struct SingularReport {
  enum class Cause {
    none,        // solvable in working precision
    not_finite,  // an entry is NaN or infinite: `row`, `column`
    structural,  // no choice of values could make it solvable: `unmatched_rows`,
                 // `unmatched_columns`
    numerical    // the values are dependent: `rows`, `columns`
  };
  struct Share {
    int index;
    double weight;  // 0…1: length of this coordinate's projection onto the null space
  };

  Cause cause = Cause::none;
  int row = -1, column = -1;                           // of the first entry that is not finite
  int structural_rank = 0;                             // n when a perfect matching exists
  std::vector<int> unmatched_rows, unmatched_columns;  // equations / unknowns without a partner
  int nullity = 0;               // dimension of the null space found, at most `max_nullity`
  double smallest_singular = 0;  // of the matrix with rows and columns scaled to unit maximum
  std::vector<Share> rows;       // dependent equations, largest share first (left null vectors)
  std::vector<Share> columns;    // undetermined unknowns, largest share first (right null vectors)

  static constexpr int max_nullity = 8;
};

SingularReport diagnose_singular(const SparseMatrix&);

// Equations and unknowns left over by a maximum matching of the pattern (square or not).
struct StructuralMatch {
  int rank = 0;
  std::vector<int> column_of_row;  // −1: unmatched
  std::vector<int> unmatched_rows, unmatched_columns;
};
StructuralMatch match_structurally(const Pattern&);

}  // namespace trammel
