// The linear model as matrices of mass, damping and stiffness, of the independent coordinates or of a PSTATE.
//
//   M z̈ + B ż + K z = 0,  at rest:  M = NᵀM N,  B = NᵀC N,  K = Nᵀ(K + K_g) N                     (SMX.2)
//   otherwise  M⁻¹ the mobility of w,  B = −M (𝒜_zz + 𝒜_ww),  K = −M (𝒜_wz − 𝒜_ww 𝒜_zz)           (SMX.5)
//
// Differential states are held. In motion eigenvalues and matrices depend on the coordinates (SMX.4).
// Theory: docs/theory/linear.md#matrices
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/state_matrices.h"

namespace trammel::analysis {

struct SecondOrderMatrices {
  Matrix M, K, B;
  std::vector<std::string> names;  // with plant states, as in StateMatrices
  std::vector<int> repeated;
};

// Of its plant only the states count. Empty, with the reason in `message`, where there are none.
std::optional<SecondOrderMatrices> second_order_matrices(
    const model::Model&, const std::shared_ptr<elements::UserLibraries>&, const InitialConditions&,
    const Plant&, std::string& message);

}  // namespace trammel::analysis
