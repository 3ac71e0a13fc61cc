// The Newton matrix of every method on a Dae, combined from its blocks with the method's scalars.
//
//   δ = s ξ,  δv = V ξ,  δa = W ξ,  δx = sx η,  δẋ = sd η                                    (NM.1)
//
// with V = v I, W = a I except for one 3×3 per rotation (the tangent operator). The unknown ξ is a
// scaled tangent displacement: Γ and Γᵀ enter unmodified and the matrix stays bounded as h → 0.
// Columns: ξ (n), δλ (m), η (n_x), δy (n_y). Rows: dynamics (n), constraints (m), aux (n_x+n_y):
//
//   dynamics   (K+Kg)s + C V + (i M + A) W     Γᵀ+Ql     Qx sx        Qy                     (NM.2)
//   level 0    σ0 Γ s            (index 3)  |  Γ W            (index 1)                      (NM.3)
//   level 1    σ1 (Gq s + Γ V)   (index 3)  |  Γ W            (index 1)                      (NM.4)
//   level 2    σ2 (Gq s + Gv V + Γ W)       |  Γ W            (index 1)                      (NM.5)
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

#include "numerics/dae.h"
#include "numerics/klu_solver.h"

namespace trammel {

struct StepMap {
  double s = 0, v = 0, a = 1, sx = 0, sd = 1;  // HHT: s = (1+α)βh², W = T⁻¹(Δθ), V = γ(1+α)h T⁻¹
  std::vector<Mat3> V, W;                      // one per rotation; empty: v I and a I
  std::array<double, 3> constraint_scale = {1, 1, 1};  // σ of levels 0, 1, 2
  double inertia = 1;                                  // i: weight of M, 1 but for printed HHT
};

enum class ConstraintForm { index3, index1 };

class NewtonMatrix {
 public:
  NewtonMatrix(const Dae&, ConstraintForm);

  void combine(const Blocks&, const StepMap&);
  FactorReport factor() { return solver_.factor(matrix_); }
  void solve(Vector& rhs) const { solver_.solve(rhs); }  // in place

  int size() const { return matrix_.n_rows(); }
  const SparseMatrix& matrix() const { return matrix_; }
  const KluSolver& solver() const { return solver_; }

  // "singular matrix: equation …, variable …", in the Dae's names.
  std::string describe_singularity(const Dae&) const;

  static BlockMask blocks_needed(const Layout&, ConstraintForm);

 private:
  enum class Weight : unsigned char {
    one,
    s,
    v,
    a,
    sx,
    sd
  };  // what a block's columns are multiplied by

  struct RotatedEntry {  // source entry in a column r of a rotation: spreads over its three columns
    int source, rotation, r;
    std::array<int, 3> target;
  };
  struct Term {  // one block (a row range of it) at one place of the matrix
    Block block;
    bool transposed;
    Weight weight;
    int level;                        // constraint level whose σ multiplies the term, −1: none
    std::vector<int> source, target;  // entries whose weight is a scalar
    std::vector<RotatedEntry> rotated;
  };
  struct Place {
    int row, column;          // of the block's corner in the matrix
    int first_row, last_row;  // source rows taken
  };
  using Entries = std::vector<std::pair<int, int>>;

  void plan(const Dae&, ConstraintForm);
  void add_term(const Dae&, Block, const Place&, Weight, int level, bool transposed = false);
  void collect_pattern(const Dae&, Entries&) const;
  void address(const Dae&);
  double scalar(Weight, const StepMap&) const;

  std::vector<int> rotation_of_column_;  // tangent column → rotation index, −1: none
  std::vector<Rotation> rotations_;
  std::vector<Term> terms_;
  std::vector<Place> places_;  // parallel to terms_
  SparseMatrix matrix_;
  KluSolver solver_;
};

}  // namespace trammel
