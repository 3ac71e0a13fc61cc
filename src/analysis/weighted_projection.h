// The least move onto linear constraints, whatever their rank.
//
//   minimise ½ δᵀWδ + (1/2ε) |R(Γδ + c)|²                                               (IC.1)
//   [W  (RΓ)ᵀ; RΓ  −ε] [δ; μ] = [0; −R c]                                               (IC.2)
//
// W is positive definite, R scales rows to unit length in units of the tangent space, and ε > 0
// makes the matrix regular when rows repeat each other: they are all met if they agree, and the
// difference is shared among them if not. Repeating the solve removes the trace of ε.
// Theory: docs/theory/initial_conditions.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/klu_solver.h"

namespace trammel::analysis {

class WeightedProjection {
 public:
  // Fixed patterns; W has full blocks on its diagonal.
  WeightedProjection(const SparseMatrix& weights, const Pattern& gamma);

  // `scales` are R, e.g. system::row_scales().
  bool factor(const SparseMatrix& gamma, const Vector& scales, double epsilon);

  // δ for the residual c.
  void solve(const Vector& c, Vector& delta);

  void set_weights(const SparseMatrix& weights);

 private:
  int n_, m_;
  std::vector<int> weight_places_, gamma_places_, transposed_places_, diagonal_places_;
  SparseMatrix matrix_;
  KluSolver solver_;
  Vector scales_, rhs_;
};

}  // namespace trammel::analysis
