// The solver of Newton matrices: dense fronts where the model is a tree of groups and they are cheaper, else
// KLU. Which of the two is decided by counts at the first factorisation,
//   work = a · flops + 20 b · entries   (one factorisation, twenty solutions; a, b in ns)     (BLU.4)
// Factors of fronts are trusted after a solution with them has left a small residual,
//   |b − A x| ≤ δ (|A| |x| + |b|)   row by row                                                (BLU.5)
// and checked again when a pivot has shrunk since. Otherwise KLU factors, reports and solves.
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
  // `labels`: unknowns of one label are eliminated together, as position and velocity of one body.
  AnalysisReport analyse(const Pattern&, const std::vector<int>& labels);

  // δ of (BLU.5): round-off where one solution is all, much more where an iteration corrects it.
  static constexpr double for_iterations = 1e-6;
  void accept(double residual) { largest_residual_ = residual; }
  FactorReport factor(const SparseMatrix&);
  void solve(Vector& x) const;  // in place; without factors the result is not a number

  SingularReport diagnose(const SparseMatrix& a) const { return klu_.diagnose(a); }
  FactorCounters counters() const;
  bool uses_fronts() const { return has_fronts_; }
  long factor_entries() const;
  double flops() const;

 private:
  bool factor_by_fronts(const SparseMatrix&);
  bool is_accurate(const SparseMatrix&);
  bool fronts_are_cheaper() const;

  KluSolver klu_;
  std::optional<BlockLu> fronts_;
  bool has_chosen_ = false;
  bool has_fronts_ = false;   // they hold the factors in use
  double largest_residual_ = 1e-11;
  double checked_pivot_ = 0;  // smallest, when last checked; 0: never
  long by_fronts_ = 0;        // factorisations
  mutable long solutions_ = 0;
  Vector probe_, residual_, bound_;
};

}  // namespace trammel
