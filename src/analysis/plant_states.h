// A linear model in coordinates of the user's choice (PSTATE): displacements and angles p(q).
//
//   (δp, δf) = T_p z,  f = F z completes p,   (δṗ, g) = T_v w + T_pv z,  g = F w            (SMX.3)
//   A = (T 𝒜 + Ṫ) T⁻¹,  of the rows of p:  d/dt (δp, δṗ) = (δṗ, δp̈)                         (SMX.4)
//
// T along the columns of (EIG.1): p has exact derivatives (SMX.6), ṗ and p̈ central differences. At rest Ṫ = 0 and T_pv = 0, and the
// eigenvalues are those of 𝒜; in motion, and of p(q, t), they depend on the coordinates.
// Theory: docs/theory/linear.md#plant-states
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/initial_conditions.h"
#include "analysis/linear_model.h"

namespace trammel::elements {
class UserLibraries;
}

namespace trammel::analysis {

struct PlantStates {
  LinearModel model;  // in the new states
  Matrix transform;   // T: new states of old ones
  // "VARIABLE/3 (angle)", "rate of VARIABLE/3 (angle)", "free direction 1", "DIFF/2".
  std::vector<std::string> names;
  std::vector<int> repeated;  // VARIABLEs that follow from those before them, left out
};

// Empty, with the reason in `message`, where a VARIABLE is no displacement or cannot be differentiated.
std::optional<PlantStates> plant_states(const model::Model&,
                                        const std::shared_ptr<elements::UserLibraries>&,
                                        const InitialConditions&, const LinearModel&,
                                        const std::vector<int>& variables, std::string& message);

}  // namespace trammel::analysis
