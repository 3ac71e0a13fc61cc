// Why a square matrix cannot be solved: the equations (rows) and unknowns (columns) involved.
// Runs only after a failed factorisation, so it may allocate. Theory: docs/theory/linear_algebra.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
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
    double weight;  // 0…1: coefficient relative to the largest of its relation
  };

  Cause cause = Cause::none;
  int row = -1, column = -1;                           // of the first entry that is not finite
  int structural_rank = 0;                             // n when a perfect matching exists
  std::vector<int> unmatched_rows, unmatched_columns;  // equations / unknowns without a partner
  int nullity = 0;                                     // number of dependent equations
  double remainder = 1;        // of the weakest relation, rows and columns scaled (RANK.2)
  std::vector<Share> rows;     // equations that depend on each other, largest share first
  std::vector<Share> columns;  // unknowns they leave undetermined, largest share first
};

// Without a relation, cause is `none` and rows and columns show the nearest thing to one.
SingularReport diagnose_singular(const SparseMatrix&);

// The same in words, with the names of the equations and unknowns.
using NameOf = std::function<std::string(int)>;
std::string describe(const SingularReport&, const NameOf& row, const NameOf& column);

// Equations and unknowns left over by a maximum matching of the pattern (square or not).
struct StructuralMatch {
  int rank = 0;
  std::vector<int> column_of_row;  // −1: unmatched
  std::vector<int> unmatched_rows, unmatched_columns;
};
StructuralMatch match_structurally(const Pattern&);

}  // namespace trammel
