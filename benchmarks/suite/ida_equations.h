// The stabilised index-2 equations of a Dae (Gear, Gupta, Leimkuhler) in the form of IDA, F(t, y, ẏ) = 0:
//
//   y = (q, v, λ, μ, x, y),  q raw coordinates with unit quaternions e                            (GGL.1)
//   M (B⁺(q) q̇ − v) + Γ0ᵀ μ = 0,   M v̇ + Γᵀλ − Q = 0,   Φ = 0,   Γ0 v + Φ_t = 0,   Ψ, Θ, aux      (GGL.2)
//   eᵀe − 1 = 0 for each rotation                                                               (GGL.3)
//
// Why raw coordinates: a chart of three angles would have to be changed on the way, and each change restarts
// IDA at order one; a quaternion costs one unknown more a body (23 in place of 22 for a link of a chain) and
// no restart. Rows (GGL.2) see e/|e|: their derivative along e is zero, that of (GGL.3) is not, so the
// matrix is as exact as Trammel's blocks. With B⁺ = 2Ē(e), δθ̄ = 2Ē(e) δe:
//   ∂F/∂q = (∂F/∂δ) B⁺,    ∂(B⁺q̇)/∂e = −2Ē(ė)                                                   (GGL.4)
// The derivatives of M and Γ0ᵀ in the kinematic rows are left out, as in numerics/stabilised_matrix.h: they
// are multiplied by what vanishes with the local error.
// Theory: docs/theory/validation.md#the-suite-of-benchmarks
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "numerics/dae.h"

namespace trammel::suite {

class IdaEquations {
 public:
  IdaEquations(const Dae&, const State& start);

  int size() const { return size_; }
  int velocities() const { return v_; }
  int multipliers() const { return lambda_; }
  int states() const { return x_; }
  int unknowns() const { return y_; }
  const Pattern& pattern() const { return pattern_; }

  void start(double* y, double* y_dot) const;
  Outcome residual(double t, const double* y, const double* y_dot, double* f) const;
  // ∂F/∂y + c ∂F/∂ẏ on the pattern.
  Outcome jacobian(double t, const double* y, const double* y_dot, double c, double* values) const;

 private:
  enum Factor : int { one, minus_one, by_c, n_factors };
  enum Spread : int {
    plain,
    position,
    kinematic
  };  // columns of rotations: as they are, 2Ē(e), (GGL.4)
  struct Term {
    Block block;
    int row, column;          // of the block's corner
    int first_row, last_row;  // of the block
    Factor factor = one;
    Spread spread = plain;
    bool transposed = false;
  };
  struct Entry {
    int source, target;
  };
  struct SpreadEntry {
    int source, rotation, axis;
    std::array<int, 4> target;
  };
  struct Addressed {
    Term term;
    std::vector<Entry> entries;
    std::vector<SpreadEntry> spread;
  };
  using Pairs = std::vector<std::pair<int, int>>;

  void list_terms();
  // Calls plain(entry, row, column) or spread(entry, row, rotation, axis) for every entry of the term.
  template <class Plain, class Spreading>
  void for_each(const Term&, const Plain&, const Spreading&) const;
  void address();
  void load(double t, const double* y, const double* y_dot) const;

  const Dae& dae_;
  const Layout& layout_;
  State start_;
  int v_, lambda_, mu_, x_, y_, size_;                               // columns
  int norm_row_, dynamics_row_, position_row_, rate_row_, aux_row_;  // rows; kinematics come first
  std::vector<int> raw_of_tangent_, rotation_of_tangent_;
  std::vector<Addressed> terms_;
  std::vector<std::array<int, 4>> norm_entries_;
  Pattern pattern_;
  mutable State state_;
  mutable Vector q_dot_, u_, difference_, mu_padded_, stabilising_;
  mutable Values values_;
  mutable Blocks blocks_;
};

}  // namespace trammel::suite
