// Sparse LU with a fixed pattern (KLU): order once, then refactor and solve without allocation.
//
// A refactorisation keeps the old pivots. It is trusted while no pivot of the row-scaled matrix S
// (upper factor U) has shrunk much relative to its column,
//   p_k = |U_kk| / max_i |S_ik|                     (LIN.1)  small: (nearly) singular
// and otherwise judged by the pivot growth,
//   min_k max_i |S_ik| / max_i |U_ik|               (LIN.2)  backward error = round-off / growth
// and replaced by a full factorisation with new pivots when that has become worse.
// Theory: docs/theory/linear_algebra.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "math/vec.h"
#include "numerics/singular_report.h"
#include "numerics/sparse_matrix.h"

namespace trammel {

enum class Ordering : unsigned char {
  automatic,  // AMD or COLAMD, whichever needs fewer operations at the first factorisation
  amd,
  colamd,
  natural
};

struct AnalysisReport {
  int n = 0;
  int structural_rank = 0;
  std::vector<int> unmatched_rows = {}, unmatched_columns = {};
  bool is_singular() const { return structural_rank < n; }
};

struct FactorReport {
  enum class Result : unsigned char { refactored, factored, singular, not_finite, out_of_memory };
  Result result = Result::singular;
  double rcond = 0;   // smallest p_k (LIN.1), or (LIN.3) in doubt; 1 is perfect, NaN unknown
  double growth = 0;  // (LIN.2) as last computed, 1 is perfect
  int column = -1;    // unknown with the smallest pivot, or of the first entry that is not finite
  int row = -1;       // equation of the first entry that is not finite

  bool ok() const { return result == Result::refactored || result == Result::factored; }
  bool is_singular() const { return result == Result::singular; }
};

struct FactorCounters {
  long factorisations = 0;    // with new pivots
  long refactorisations = 0;  // with the old ones, including those that were then rejected
  long solves = 0;
};

// One thread at a time: solving uses workspace inside, although it is const.
class KluSolver {
 public:
  KluSolver();
  ~KluSolver();
  KluSolver(KluSolver&&) noexcept;
  KluSolver& operator=(KluSolver&&) noexcept;

  // Once per pattern; throws std::invalid_argument when it is not square.
  AnalysisReport analyse(const Pattern&, Ordering = Ordering::automatic);

  // The matrix must have the analysed pattern. After the first success nothing is allocated unless
  // the pivots have to be chosen anew.
  FactorReport factor(const SparseMatrix&);

  // x ← A⁻¹x and x ← A⁻ᵀx. Without a successful factorisation the result is NaN.
  void solve(Vector& x) const;
  void solve_transposed(Vector& x) const;

  // As solve(), then one correction with the residual of `a` (the factored matrix). Recovers the
  // digits lost by pivot growth; `b` and `x` must differ.
  void solve_refined(const SparseMatrix& a, const Vector& b, Vector& x) const;

  SingularReport diagnose(const SparseMatrix& a) const { return diagnose_singular(a); }

  // +1 or −1; 0: there are no factors.
  int determinant_sign() const;

  bool is_factored() const;
  int n() const;
  Ordering ordering() const;  // the one chosen, when automatic
  const FactorCounters& counters() const;
  long factor_entries() const;  // entries of L and U, diagonals counted twice
  double flops() const;         // of one factorisation

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
};

}  // namespace trammel
