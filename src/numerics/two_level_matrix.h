// The Newton matrix of HHT-SI2: positions and velocities are both unknowns, position and velocity
// constraints both hold at the end of the step.
//
//   δq = h² ξ,  δv = h η,  δx = sx ζ,  δẋ = ζ                                           (TLM.1)
//
// Forces at the end enter the position balance with the weight p and the velocity balance with the
// weight w, reactions at the start and at the end with (1−b)/2, b/2 and 1/2, 1/2. With Γ0 the
// constraint matrix at the start of the step and D the terms of the force,
//   D = h² K ξ + h C η + A δa + Ql δλ + Γ2ᵀ δλ2 + sx Qx ζ + Qy δy                        (TLM.2)
//   position balance   M T⁻¹ ξ + p D + (b h²/2) Kg ξ + ½ ((1−b) Γ0ᵀ δΛ0 + b Γᵀ δΛ1)      (TLM.3)
//   velocity balance   M η     + w D + (h²/2) Kg ξ   + ½ (Γ0ᵀ δΛ0 + Γᵀ δΛ1)              (TLM.4)
//   Φ/h²               Γ ξ                                                               (TLM.5)
//   (Γv+Φ_t)/h, Ψ/h    Γ η + h Gq ξ                                                      (TLM.6)
//   accelerations      h² (K+Kg) ξ + h C η + (M+A) δa + (Γᵀ+Ql) δλ + sx Qx ζ + Qy δy     (TLM.7)
//                      Γ δa + 2h Gq η | Γ δa + h Gq η | Γ δa + h Gv η + h² Gq ξ          (TLM.8)
//   aux                h² Sq ξ + h Sv η + Sa δa + Sl δλ + (sx Sx + Sxd) ζ + Sy δy        (TLM.9)
// A level-1 constraint has one multiplier, Λ0 = Λ1. The rows and columns of the accelerations exist
// only where forces use accelerations or multipliers. No entry grows as h → 0.
// Theory: docs/theory/hht_si2.md#newton-matrix
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "numerics/block_scatter.h"
#include "numerics/dae.h"
#include "numerics/grouped_solver.h"

namespace trammel {

struct TwoLevelMap {
  double h = 0, p = 0, w = 0, b = 0, sx = 0;
  std::vector<Mat3> T_inverse;  // one per rotation
};

// Where rows and columns of one kind begin; both have the same numbers.
struct TwoLevelPlaces {
  int position, velocity;         // balances | ξ, η
  int level0, level0_rate;        // Φ, Γv+Φ_t | Λ0, Λ1
  int level1;                     // Ψ | Λ
  int acceleration, constraints;  // (TLM.7), (TLM.8) | a, λ
  int states, unknowns, size;     // aux | ẋ, y
};

class TwoLevelMatrix {
 public:
  TwoLevelMatrix(const Dae&, bool with_accelerations);

  void combine(const Blocks& end, const SparseMatrix& gamma_at_start, const TwoLevelMap&);
  FactorReport factor() { return solver_.factor(matrix_); }
  void solve(Vector& rhs) const { solver_.solve(rhs); }  // in place

  const TwoLevelPlaces& places() const { return places_; }
  int size() const { return places_.size; }
  const SparseMatrix& matrix() const { return matrix_; }
  std::string describe_singularity() const;

  // Names of equations and unknowns, from the Dae's.
  std::string row_name(int row) const { return name(row, true); }
  std::string column_name(int column) const { return name(column, false); }

  static BlockMask blocks_needed(const Layout&, bool with_accelerations);

 private:
  enum Scalar : unsigned char {  // what a block is multiplied by
    one,
    half,
    at_start,   // (1−b)/2
    at_end,     // b/2
    at_end_h2,  // b h²/2
    half_h2,
    h1,
    twice_h,
    h2,
    of_states,  // sx
    p0,
    p_h,
    p_h2,
    p_states,
    w0,
    w_h,
    w_h2,
    w_states,
    n_scalars
  };
  struct OfForce {  // scalars of the terms of D in one of the balances
    Scalar once, with_h, with_h2, with_sx;
  };

  std::vector<int> labels() const;
  void plan_balance(int row, const OfForce&);
  void plan_constraints();
  void plan_accelerations();
  void plan_auxiliary();
  void add(Block, int row, int column, Scalar);  // the whole block
  // Rows first to last of a block, or columns of Γᵀ; they begin at (row, column).
  void add_rows(Block, int row, int column, Scalar, int first, int last);
  void add_reaction(int row, int column, Scalar, int first, int last, bool at_start_of_step);
  std::string name(int index, bool is_row) const;

  const Dae& dae_;
  const Layout& layout_;
  bool with_accelerations_;
  TwoLevelPlaces places_;
  BlockScatter scatter_;
  SparseMatrix matrix_;
  GroupedSolver solver_;
};

}  // namespace trammel
