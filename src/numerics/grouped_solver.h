// The solver of Newton matrices: dense fronts where the model is a tree of groups and they are cheaper, else
// KLU. Which of the two is decided by counts at the first factorisation,
//   work = a · flops + 20 b · entries   (one factorisation, twenty solutions; a, b in ns)     (BLU.4)
// Factors of fronts are trusted after a solution with them has left a small residual,
//   |b − A x| ≤ δ (|A| |x| + |b|)   row by row                                                (BLU.5)
// or, where an iteration corrects solutions, after at most three corrections x ← x + A⁻¹(b − A x); and checked
// again when a pivot has shrunk since. Otherwise KLU factors, reports and solves.
// Theory: docs/theory/linear_algebra.md#fronts
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "numerics/block_lu.h"
#include "numerics/klu_solver.h"

namespace trammel {

class GroupedSolver {
 public:
  // `labels`: unknowns of one label are eliminated together, as position and velocity of one body. Whether a large
  // matrix with cheap fronts is singular by its pattern is left to its factorisation.
  AnalysisReport analyse(const Pattern&, const std::vector<int>& labels);

  // What one solution leaves is corrected by the next.
  void serve_iteration() { is_iterated_ = true; }
  FactorReport factor(const SparseMatrix&);
  void solve(Vector& x) const;  // in place; without factors the result is not a number

  SingularReport diagnose(const SparseMatrix&) const;
  // Where fronts fail a matrix with more unknowns is singular: KLU's factors would not fit, its analysis not end.
  void set_largest_for_klu(int unknowns) { largest_for_klu_ = unknowns; }
  FactorCounters counters() const;
  bool uses_fronts() const { return has_fronts_; }
  long factor_entries() const;
  double flops() const;

 private:
  bool factor_by_fronts(const SparseMatrix&);
  bool is_accurate(const SparseMatrix&);
  double residual_of_probe(const SparseMatrix&);  // the largest of (BLU.5), over its bound
  bool fronts_are_cheaper() const;
  bool is_left_to_fronts(const SparseMatrix&) const;

  KluSolver klu_;
  std::optional<BlockLu> fronts_;
  bool has_chosen_ = false;
  bool is_analysed_ = false;  // by KLU
  bool has_fronts_ = false;   // they hold the factors in use
  bool is_iterated_ = false;
  int largest_for_klu_ = 300'000;
  double checked_pivot_ = 0;  // smallest, when last checked; 0: never
  long by_fronts_ = 0;        // factorisations
  mutable long solutions_ = 0;
  Vector right_side_, probe_, residual_, bound_;
};

}  // namespace trammel
