// The Newton matrix of every method on a Dae, combined from its blocks with the method's scalars.
//
//   δ = s ξ,  δv = V ξ,  δa = W ξ,  δx = sx η,  δẋ = sd η                                    (NM.1)
//
// with V = v I, W = a I except, in index 3, for one 3×3 per rotation (the tangent operator). The unknown ξ is a
// scaled tangent displacement: Γ and Γᵀ enter unmodified and the matrix stays bounded as h → 0.
// Columns: ξ (n), δλ (m), η (n_x), δy (n_y). Rows: dynamics (n), constraints (m), aux (n_x+n_y):
//
//   dynamics   (K+Kg)s + C V + (i M + A) W     Γᵀ+Ql     Qx sx        Qy                     (NM.2)
//   level 0    σ0 Γ s            (index 3)  |  a Γ            (index 1)                      (NM.3)
//   level 1    σ1 (Gq s + Γ V)   (index 3)  |  a Γ            (index 1)                      (NM.4)
//   level 2    σ2 (Gq s + Gv V + Γ W)       |  a Γ            (index 1)                      (NM.5)
//   aux        Sq s + Sv V + Sa W              Sl        Sx sx+Sxd sd Sy                     (NM.6)
//
// The pattern and all scatter addresses are computed once per layout revision; a change of h or of
// the method's parameters recombines without asking the Dae again.
// Theory: docs/theory/equations.md#newton-matrix
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "numerics/block_scatter.h"
#include "numerics/dae.h"
#include "numerics/grouped_solver.h"

namespace trammel {

struct StepMap {
  double s = 0, v = 0, a = 1, sx = 0, sd = 1;  // HHT: s = (1+α)βh², W = T⁻¹(Δθ), V = γ(1+α)h T⁻¹
  std::vector<Mat3> V, W;                      // one per rotation; empty: v I and a I
  std::array<double, 3> constraint_scale = {1, 1, 1};  // σ of levels 0, 1, 2
  double inertia = 1;                                  // i: weight of M, 1 but for printed HHT
};

enum class ConstraintForm { index3, index1 };

// The equations that the index-3 matrix belongs to: i M a + Γᵀλ − Q, σ times the constraints of each
// level, d, y − f.
Outcome evaluate_index_three(const Dae&, const State&, const StepMap&, Values&, Vector& r);

class NewtonMatrix {
 public:
  NewtonMatrix(const Dae&, ConstraintForm);

  void combine(const Blocks&, const StepMap&);
  FactorReport factor() { return solver_.factor(matrix_); }
  void solve(Vector& rhs) const { solver_.solve(rhs); }  // in place

  int size() const { return matrix_.n_rows(); }
  const SparseMatrix& matrix() const { return matrix_; }
  const GroupedSolver& solver() const { return solver_; }

  // "singular matrix: equation …, variable …", in the Dae's names.
  std::string describe_singularity(const Dae&) const;

  static BlockMask blocks_needed(const Layout&, ConstraintForm);

 private:
  enum Scalar : int {  // what a block is multiplied by
    one,
    times_s,
    times_v,
    times_a,
    times_sx,
    times_sd,
    inertia,  // i
    inertia_a,
    level0_s,  // σ of the level, and times s, v, a
    level1,
    level1_s,
    level1_v,
    level2,
    level2_s,
    level2_v,
    level2_a,
    n_scalars
  };
  enum Turns : int { none = -1, V, W };

  void plan(const Dae&, ConstraintForm);

  BlockScatter scatter_;
  std::size_t n_rotations_;
  std::vector<Mat3> V_, W_;  // v I and a I, where the map has none of its own
  SparseMatrix matrix_;
  GroupedSolver solver_;
};

}  // namespace trammel
