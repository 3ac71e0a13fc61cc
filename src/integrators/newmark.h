// Newmark's method on the index-3 equations: HHT-I3 with α = 0 and free β, γ.
//
//   γ ≥ ½,  β ≥ (γ+½)²/4   unconditionally stable; default γ = 0.7, β = 0.36             (NMK.1)
// First order and damped for γ > ½ (c_V of (HHT.9)); second order and without any damping for
// γ = ½, where what disturbs the multipliers never decays.
// Theory: docs/theory/hht.md#newmark
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/hht_i3.h"

namespace trammel {

class Newmark final : public HhtI3 {
 public:
  Newmark(const Dae&, const IntegratorOptions&);
  static std::string check(const IntegratorOptions&);
};

}  // namespace trammel
