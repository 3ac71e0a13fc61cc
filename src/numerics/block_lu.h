// Sparse LU by dense fronts (multifrontal), for matrices whose unknowns come in groups.
//
// Each front gathers the entries of its pivots and what its children left, eliminates its pivots, with row
// exchanges among themselves, and hands on the rest:
//   F = [P U; L S],   S ← S − L P⁻¹ U                                                       (BLU.2)
// No row leaves its front, so that all memory and all addresses are fixed; if that costs accuracy,
//   p_k = |U_kk| / max_i |A_ik|   of the row-scaled matrix                                  (BLU.3)
// tells: factors with a p_k near round-off are refused, and the caller takes a solver that chooses pivots freely.
// Theory: docs/theory/linear_algebra.md#fronts
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "math/vec.h"
#include "numerics/block_order.h"
#include "numerics/sparse_matrix.h"

namespace trammel {

class BlockLu {
 public:
  BlockLu(const Pattern&, BlockOrder);

  // The matrix must have the pattern. False: not accurate enough. Allocates nothing.
  bool factor(const SparseMatrix&);
  void solve(Vector& x) const;  // x ← A⁻¹ x

  double smallest_pivot() const { return smallest_pivot_; }  // p_k of the last factorisation
  int weakest_unknown() const { return weakest_; }           // where it is
  double row_scale(int row) const {
    return row_scale_[std::size_t(row)];
  }  // rows are multiplied by it
  const BlockOrder& order() const { return order_; }

 private:
  struct Front {
    int first, n_pivots, size;
    bool exchanges;                      // rows, in the last factorisation
    std::size_t values;                  // of F, columns after each other
    std::size_t rest;                    // into rest_: places of the other rows
    std::size_t first_entry, n_entries;  // into source_ and target_
    int parent;
    std::size_t into_parent;  // into into_parent_: rest → row of the parent's front
  };

  void plan(const Pattern&);
  void scale_rows(const SparseMatrix&);
  bool eliminate(Front&);
  void hand_on(const Front&);
  void gather(const Front&) const;  // its unknowns in work_, to front_
  // L and then U of a front, on work_.
  void solve_forward(const Front&) const;
  void solve_backward(const Front&) const;

  BlockOrder order_;
  std::vector<Front> fronts_;
  std::vector<double> values_;
  std::vector<double> reciprocals_;  // of pivots, by place
  std::vector<int> rest_, into_parent_;
  std::vector<int> source_, target_;             // entry of the matrix → entry of F
  std::vector<int> exchanges_;                   // by place: row of the front taken in its place
  std::vector<double> row_scale_, column_size_;  // by unknown
  std::vector<int> row_of_entry_;
  mutable Vector work_;
  mutable std::vector<double> front_;  // unknowns of one front
  double smallest_pivot_ = 0;
  int weakest_ = -1;
};

}  // namespace trammel
