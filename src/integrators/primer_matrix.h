// The Newton matrix of the primer's discretised equations of motion, neither scaled nor eliminated:
// every relation has its own rows, every quantity its own columns, and c = l_1/h stands in it as it
// is. Condition numbers grow like h⁻³ in index 3 and h⁻² in index 2. For comparisons only.
//
//   kinetic      Kg δ + c M δu + Γᵀδλ − δf            translations                       (PRIM.1)
//                Kg δ + c δL   + Γᵀδλ − δf            rotations
//   force        δf + K δ + (C + c A) δv + Ql δλ + Qx δx + Qy δy                         (PRIM.2)
//   momentum     δL − M δv                            rotations                          (PRIM.3)
//   kinematic    c T δ − δv                           index 3                            (PRIM.4)
//                M (c T δ − δv) + Γ0ᵀδμ               index 2
//   constraints  Γ0 δ,  Γ1 δv + Gq δ,  (c Γ2 + Gv) δv + Gq δ                             (PRIM.5)
//   rates        Γ0 δv + Gq δ                         index 2
//   aux          Sq δ + (Sv + c Sa) δv + Sl δλ + (Sx + c Sxd) δx + Sy δy                 (PRIM.6)
// Columns: δ, δλ, δx, δy as in numerics/newton_matrix.h, then δv, δf, δL and δμ; rows likewise:
// kinematic, force, momentum and rates beside them.
// Theory: docs/theory/bdf.md#the-primers-formulation
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "numerics/dae.h"
#include "numerics/klu_solver.h"

namespace trammel {

class PrimerMatrix {
 public:
  enum class Index : unsigned char { three, stabilised_two };
  PrimerMatrix(const Dae&, Index);

  // `turns`: c T of each rotation.
  void combine(const Blocks&, double c, std::span<const Mat3> turns);
  FactorReport factor() { return solver_.factor(matrix_); }
  void solve(Vector& rhs) const { solver_.solve(rhs); }  // in place

  int size() const { return mu() + n_mu_; }
  int velocity() const { return layout_.n + layout_.m() + layout_.n_aux(); }  // first of δv
  int force() const { return velocity() + layout_.n; }
  int momentum() const { return force() + layout_.n; }
  int mu() const { return momentum() + 3 * int(layout_.rotations.size()); }
  const SparseMatrix& matrix() const { return matrix_; }

  std::string row_name(const Dae&, int row) const;
  std::string column_name(const Dae&, int column) const;
  std::string describe_singularity(const Dae&) const;

  static int size_of(const Layout&, Index);

 private:
  enum Factor : unsigned char { one, minus_one, c, minus_c, turn, n_factors };
  static constexpr Block unit = Block::count;  // 1 in place of an entry of a block
  struct Entry {
    Block block;
    int source;  // of the entry in the block
    Factor factor;
    int rotation = -1, r = 0, column = 0;  // of the element that `turn` stands for
    int target = -1;
  };
  using Visit = std::function<void(int row, int column, const Entry&)>;

  void visit_dynamics(const Dae&, const Visit&) const;
  void visit_kinematics(const Dae&, const Visit&) const;
  void visit_constraints(const Dae&, const Visit&) const;
  int momentum_of(int tangent) const;  // its place among the momenta, −1: a translation

  const Layout& layout_;
  Index index_;
  int n_mu_;
  std::vector<int> momentum_of_, rotation_of_;
  std::vector<Entry> entries_;
  SparseMatrix matrix_;
  KluSolver solver_;
};

}  // namespace trammel
