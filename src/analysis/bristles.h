// How the bristles of FRICTION stand where a motion begins: as if it had gone on like this for a while.
//
// Surfaces that slip: ṡ = 0, the friction of steady sliding:
//   s = g v/|v|                                                                          (FRIC.7)
// Surfaces that rest: bristles carry the loads, so that nothing begins to slip, as long as they can:
//   v̇_k = B_k a(s) + Ḃ_k v = 0 with the least Σ (μ_s L + P)_k s_k²,  |s| ≤ 1              (FRIC.8)
// B_k is the direction of the slip, v_k = B_k v. Where |s| would exceed 1, surfaces break away with |s| = 1.
// Theory: docs/theory/friction.md#the-start
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "analysis/initial_conditions.h"

namespace trammel::analysis {

// Of a FRICTION between surfaces that slip together: s_k of (FRIC.1), one for each direction.
struct Bristles {
  std::vector<int> states;  // of the equations
  double length = 0;        // D: ṡ_k = v_k/D where s = 0
  double transition = 0;    // V: what is much slower rests
  elements::Owner owner;
};
std::vector<Bristles> bristles_of(const elements::Equations&);

// `groups`: of bristles_of(). Where no such state is found, they stay upright.
void load_bristles(InitialConditions&, const std::vector<int>& groups);
// Upright again.
void unload_bristles(InitialConditions&, const std::vector<int>& groups);

// Bristles after an edit of the model: those that are new, and those that were upright before.
std::vector<int> still_upright(const elements::Equations& before, const std::vector<int>& upright,
                               const elements::Equations& after);

}  // namespace trammel::analysis
