// The Newton matrix of a time element: the equations at its k Gauss points, coupled by the trial
// functions, and the constraints at its end.
//
// Unknowns of point j: A_j, λ_j, ẋ_j, y_j. At point i (i = k: the end), with T_i = T(ξ_i),
// N_i = ∂(T(ξ) ξ̇)/∂ξ, and X_ij, D_ij of (STE.3),
//   δq_i = h² T_i Σ X_ij δA_j                                                              (STM.1)
//   δv_i = h Σ V_ij δA_j,  V_ij = D_ij T_i + h X_ij N_i                                    (STM.2)
//   δa_i = T_i δA_i,  δx_i = h Σ D_ij δẋ_j                                                 (STM.3)
//   motion   (K+Kg) δq_i + C δv_i + (M+A) δa_i + (Γᵀ+Ql) δλ_i + Qx δx_i + Qy δy_i          (STM.4)
//   aux      Sq δq_i + Sv δv_i + Sa δa_i + Sl δλ_i + Sx δx_i + Sxd δẋ_i + Sy δy_i          (STM.5)
//   level 2  Gq δq_i + Gv δv_i + Γ δa_i                                                    (STM.6)
//   level 0  Γ δq/h²,  level 1 (and the rate of level 0)  (Γ δv + Gq δq)/h                 (STM.7)
//   the latter two at the end and as moments over the points (STE.5); or, on the level of
//   accelerations (ST.6), at every point  Γ δa_i + 2 Gq δv_i,  Γ δa_i + Gq δv_i           (STM.8)
// Small terms of δa_i, of the size of the square of a step's rotation, are left out. No entry grows
// as h → 0. Theory: docs/theory/state_time.md#newton-matrix
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "integrators/time_element.h"
#include "numerics/block_scatter.h"
#include "numerics/klu_solver.h"

namespace trammel {

class StateTimeMatrix {
 public:
  enum class Level : unsigned char { own, acceleration };  // of constraints: (STM.7) or (STM.8)

  StateTimeMatrix(const Dae&, const TimeElement&, Level);

  // Of point i: its T and N, one per rotation.
  void set_turns(int i, int rotation, double h, const Mat3& T, const Mat3& N);
  // `sets`: derivatives at the points, then at the end (Γ and Gq only).
  void combine(std::span<const Blocks* const> sets, double h);
  FactorReport factor() { return solver_.factor(matrix_); }
  void solve(Vector& rhs) const { solver_.solve(rhs); }

  static int size(const Layout&, const TimeElement&);
  static BlockMask blocks_needed(const Layout&);  // at a point
  static BlockMask blocks_needed_at_end();

  // First rows of point i, and columns of its unknowns: motion | A, constraints | λ, aux | ẋ, y.
  int motion(int i) const { return i * width_; }
  int constraints(int i) const { return i * width_ + layout_.n; }
  int states(int i) const { return constraints(i) + layout_.m(); }

  const SparseMatrix& matrix() const { return matrix_; }
  const KluSolver& solver() const { return solver_; }
  std::string describe_singularity() const;
  std::string row_name(int row) const { return name(row, true); }
  std::string column_name(int column) const { return name(column, false); }

 private:
  struct Scalar {  // c h^power
    double c;
    int power;
  };
  struct Place {  // of a block: rows first to last of it, from `row` on
    int row, column, first, last;
  };

  int scalar(double c, int power);
  int turns_of_velocity(int i, int j) const {
    return element_.points() + 1 + i * element_.points() + j;
  }
  void plan_point(int i);
  void plan_level0();
  void plan_level1();
  void plan_accelerations(int i);
  // Terms of the rows that are `c` h^power times a block on δq_i, δv_i, δa_i.
  void on_position(Block, int i, const Place&, Scalar);
  void on_velocity(Block, int i, const Place&, Scalar);
  void on_acceleration(Block, int i, const Place&);
  void add(Block, int i, const Place&, Scalar);  // on the unknowns at a column themselves
  void on_states(Block, int i, const Place&);
  Place whole(Block, int row) const;
  std::string name(int index, bool is_row) const;

  const Dae& dae_;
  const Layout& layout_;
  const TimeElement element_;
  int width_;  // unknowns of a point
  BlockScatter scatter_;
  std::vector<Scalar> scalars_;
  std::vector<double> values_;            // of the scalars
  std::vector<std::vector<Mat3>> turns_;  // T of each point, then V of each pair
  std::vector<BlockScatter::Turns> views_;
  SparseMatrix matrix_;
  KluSolver solver_;
};

}  // namespace trammel
