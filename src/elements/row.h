// A scalar constraint.
//
//   c = Σ w_i u_i + g(t, u)                                                            (ROW.1)
//
// u_i are readings of the row's level or below; g is an optional expression. Level 0 constrains
// positions (Φ), 1 velocities (Ψ), 2 accelerations (Θ). With W_i = w_i + ∂g/∂u_i, H = ∂²g/∂u²:
//   Γ   = Σ W_i ∇_own u_i                                                              (ROW.2)
//   ċ   = Σ W_i u̇_i + g_t,   c̈ = Σ W_i ü_i + g̈                                        (ROW.3)
//   ∂(Γᵀλ)/∂δ = λ Σ_i [W_i ∇_own∇u_i + ∇_own u_i (Σ_j H_ij ∇u_j)ᵀ]                       (ROW.4)
//   ∂ċ/∂q = Σ_i [W_i ∇_q u̇_i + (H u̇ + g_ut)_i ∇_q u_i]                                 (ROW.5)
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "model/element.h"

namespace trammel::elements {

// Which element of the model an equation belongs to.
struct Owner {
  model::Kind kind = model::Kind::part;
  int id = 0;
  friend bool operator==(const Owner&, const Owner&) = default;
};

struct RowTerm {
  int reading = 0;    // index into Equations::readings
  double weight = 0;  // w_i
};

struct Row {
  int level = 0;
  std::vector<RowTerm> terms;  // every reading of g is among them (with weight 0 if only there)
  int scalar = -1;             // g: index into Equations::scalars, −1: none
  bool initial_only =
      false;           // ICROT, ICTRAN, ICDISP, ICVEL: holds in initial-condition analysis only
  bool active = true;  // false: of an element that is switched off; no System has it
  std::string name;    // "JOINT/3 (hinge): Zi.Xj"
  Owner owner;
  int i = 0, j = 0;  // markers the reaction is reported for; 0 of j: none given
  model::Location at;
};

}  // namespace trammel::elements
