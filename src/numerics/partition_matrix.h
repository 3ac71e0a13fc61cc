// Dependent coordinates for given changes of none of the independent ones, by one matrix whose
// pattern is the same for every partition.
//
//   [E Γᵀ; Γ 0] [δ; μ] = [0; −c],   E_jj = 1 for independent j, 0 for dependent j         (PART.2)
//
// Its dependent rows say Γ_dᵀ μ = 0, hence μ = 0; the independent ones δ_i = 0; what is left is
// Γ_d δ_d = −c. How near the constraints are to depending on each other, by inverse iteration from the vector z of
// the time before, one round while ε changes little:
//   ε = |z|/|A⁻¹z|,  z ← A⁻¹z/|A⁻¹z|,  A the matrix of (PART.2)                             (PART.7)
// Theory: docs/theory/partitioning.md#one-pattern
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "numerics/dae.h"
#include "numerics/klu_solver.h"

namespace trammel {

class PartitionMatrix {
 public:
  // For the first `rows` constraints.
  PartitionMatrix(const Dae&, int rows);

  void set_independent(const std::vector<bool>& is_independent);
  FactorReport factor(const SparseMatrix& gamma);

  // δ, zero in all independent entries, with Γ δ = −c.
  void solve(const Eigen::Ref<const Vector>& c, Vector& delta);

  // (PART.7), of the last factors.
  double closeness();

  const FactorCounters& counters() const { return solver_.counters(); }

 private:
  int n_, rows_;
  std::vector<bool> is_independent_;
  SparseMatrix matrix_;
  std::vector<int> diagonal_;                // addresses of E
  std::vector<int> source_, lower_, upper_;  // addresses in Γ, of Γ and of Γᵀ
  KluSolver solver_;
  Vector rhs_, z_;
  double growth_ = 0;  // 1/ε
};

}  // namespace trammel
