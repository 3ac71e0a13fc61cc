// The linear model between plant inputs and outputs.
//
//   d/dt ξ = A ξ + B u,   y = C ξ + D u,   ξ = (z, w, x), A = 𝒜 of (EIG.1)                        (SMX.1)
//
// Inputs u are added to the functions of VARIABLEs, outputs y are values of VARIABLEs. B, C and D are responses (EIG.2)
// with inputs and outputs as unknowns (SMX.6): derivatives of the equations, exact at rest; in motion what constraints
// of positions add is a central difference, as in A. Where constraints read an input it cannot be an unknown: then B, C
// and D are differences of fourth order of what belongs to a state on the constraints (SMX.8).
// Theory: docs/theory/linear.md#matrices
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/initial_conditions.h"

namespace trammel::elements {
class UserLibraries;
}

namespace trammel::analysis {

struct StateMatrices {
  Matrix A, B, C, D;
  // With plant states: what the states are, and which VARIABLEs were left out.
  std::vector<std::string> names;
  std::vector<int> repeated;
};

// VARIABLEs of a PINPUT, a POUTPUT and a PSTATE.
struct Plant {
  std::vector<int> inputs, outputs, states;
};

// Empty, with the reason in `message`, where the model cannot be linearised.
std::optional<StateMatrices> state_matrices(const model::Model&,
                                            const std::shared_ptr<elements::UserLibraries>&,
                                            const InitialConditions&, const Plant&,
                                            std::string& message);

}  // namespace trammel::analysis
