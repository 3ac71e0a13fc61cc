// The Newton matrix of the stabilised index-2 equations (Gear, Gupta, Leimkuhler) in mass form,
//
//   M (u − v) + Γ0ᵀ μ = 0,  M v̇ + Γᵀλ = Q,  Φ = 0,  Γ0 v + Φ_t = 0,  Ψ = 0,  Θ = 0,  aux      (STAB.1)
//
// u the velocity that belongs to the change of q, Γ0 the rows of level 0. Unknowns and rows are
// scaled so that nothing grows as h → 0: with δu = T ξ/c, T one 3×3 per rotation and else 1,
//   δq = ξ/c²,  δv = η/c,  δv̇ = η,  δμ = ν/c,  δx = ζ/c,  δẋ = ζ,   c ~ 1/h                  (STAB.2)
//   dynamics   (K+Kg)/c² ξ + (C/c + M + A) η + (Γᵀ+Ql) δλ + Qx/c ζ + Qy δy                     (STAB.3)
//   c² Φ       Γ0 ξ                                                                            (STAB.4)
//   c Ψ        Γ1 η + Gq/c ξ                                                                   (STAB.5)
//   Θ          (Γ2 + Gv/c) η + Gq/c² ξ                                                         (STAB.6)
//   aux        Sq/c² ξ + (Sv/c + Sa) η + Sl δλ + (Sx/c + Sxd) ζ + Sy δy                         (STAB.7)
//   c kinematics          M (T ξ − η) + Γ0ᵀ ν                                                  (STAB.8)
//   c (Γ0 v + Φ_t)        Γ0 η + Gq/c ξ                                                        (STAB.9)
// The derivatives of M and Γ0ᵀ in the kinematic rows are left out: they are multiplied by u − v and
// μ, which vanish with the local error. Columns: ξ, δλ, ζ, δy as in numerics/newton_matrix.h, then
// η and ν; rows likewise, the kinematic rows beside η.
// Theory: docs/theory/bdf.md#stabilised-index-2
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "numerics/block_scatter.h"
#include "numerics/grouped_solver.h"

namespace trammel {

class StabilisedMatrix {
 public:
  explicit StabilisedMatrix(const Dae&);

  // `turns`: T of each rotation.
  void combine(const Blocks&, double c, const std::vector<Mat3>& turns);
  FactorReport factor() { return solver_.factor(matrix_); }
  void solve(Vector& rhs) const { solver_.solve(rhs); }  // in place

  int size() const { return size_of(layout_); }
  int velocity() const {
    return layout_.n + layout_.m() + layout_.n_aux();
  }                                                  // first η, kinematic row
  int mu() const { return velocity() + layout_.n; }  // first ν, velocity constraint
  const SparseMatrix& matrix() const { return matrix_; }

  std::string row_name(const Dae&, int row) const;
  std::string column_name(const Dae&, int column) const;
  std::string describe_singularity(const Dae&) const;

  static int size_of(const Layout& l) { return 2 * l.n + l.m() + l.m0 + l.n_aux(); }
  static BlockMask blocks_needed(const Layout&);

 private:
  void plan(const Dae&);

  const Layout& layout_;
  BlockScatter scatter_;
  SparseMatrix matrix_;
  GroupedSolver solver_;
};

}  // namespace trammel
