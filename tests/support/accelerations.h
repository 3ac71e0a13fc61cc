// (a, λ, ẋ, y) at given (t, q, v, x): the index-1 system of a Dae, solved densely by Newton.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/dae.h"

namespace trammel::testing {

// Solves M a + Γᵀλ = Q, c2 = 0, aux = 0, starting from the a, λ, ẋ, y in the state. Rank-deficient
// constraints get the multipliers of smallest norm. False when Newton does not converge.
bool solve_accelerations(const Dae&, State&);

// Largest |M a + Γᵀλ − Q|, |c0|, |c1|, |c2|, |aux|, each divided by 1 + the size of its terms.
double largest_residual(const Dae&, const State&);

}  // namespace trammel::testing
