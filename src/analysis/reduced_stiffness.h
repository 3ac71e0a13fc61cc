// The stiffness of a mechanism in the directions its constraints leave free: is an equilibrium stable?
//
//   K* = sym(K + Kg − [Qx Qy][Sx Sy]⁻¹Sq)        states and variables follow the positions     (STA.5)
//   S(σ) = K* + σM + ρ ΓᵀR²Γ                                                                    (STA.6)
//
// With a large ρ, S(σ) is positive if and only if K* + σM is positive on Γδ = 0 (Debreu), which the
// signs of its factorisation LDLᵀ tell. The lowest mode δ, by inverse iteration on the constrained
// system, settles what round-off leaves in doubt: δᵀK*δ < 0 is proof that an equilibrium is unstable.
// Theory: docs/theory/statics.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "numerics/dae.h"

namespace trammel::analysis {

enum class Stability : unsigned char { stable, neutral, unstable };

struct StabilityVerdict {
  Stability kind = Stability::stable;
  double square = 0;  // ω² of the lowest mode
  int column = -1;    // which moves most in it; −1: the mode was not needed
  Vector mode;        // in the tangent space, its largest entry one unit
};

class ReducedStiffness {
 public:
  // `units`: per tangent entry, what counts as one.
  ReducedStiffness(const Dae&, Vector units);
  ~ReducedStiffness();

  // K, Kg, G, M and the auxiliary blocks of a pose. Where there is no mass, M is that of a small one.
  void set(const Blocks&);
  bool is_positive(double sigma);
  // At an equilibrium.
  StabilityVerdict judge();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Every diagonal entry at least a thousandth of the mean of its kind: a mass matrix that can be used to
// slow down whatever moves.
void floor_mass(const Layout&, const Vector& units, SparseMatrix& mass);

}  // namespace trammel::analysis
