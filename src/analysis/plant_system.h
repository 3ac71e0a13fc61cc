// A mechanism whose plant inputs and outputs are unknowns of its equations, as loops of variables are:
//
//   y_u − f_u = u,   y_o − f_o = 0                                                              (SMX.6)
//
// So B, C and D are responses (EIG.2) of accelerations, rates and unknowns: derivatives of the equations, exact at rest.
// Theory: docs/theory/linear.md#matrices
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/initial_conditions.h"
#include "analysis/linear_model.h"
#include "analysis/linear_response.h"

namespace trammel::elements {
class UserLibraries;
}

namespace trammel::analysis {

class PlantSystem {
 public:
  // Inputs and outputs: ids of VARIABLEs.
  PlantSystem(const model::Model&, const std::shared_ptr<elements::UserLibraries>&,
              const InitialConditions&, const std::vector<int>& inputs,
              const std::vector<int>& outputs);
  PlantSystem(const PlantSystem&) = delete;
  PlantSystem& operator=(const PlantSystem&) = delete;

  // False: a VARIABLE cannot be an unknown, as one that constraints read, or accelerations are not found.
  bool ok() const { return response_.has_value(); }

  // Of ξ_k of a linear model of the mechanism: outputs.
  Vector to_state(const LinearModel&, int k);
  struct OfInput {
    Vector a, x_dot, outputs;
  };
  OfInput to_input(int k) const;

 private:
  bool start(const InitialConditions&);
  Vector outputs_of(const Vector& response) const;

  model::Model model_;
  std::shared_ptr<const elements::Equations> equations_;
  std::optional<system::System> system_;
  State state_;
  std::vector<int> inputs_, outputs_;  // numbers of their unknowns
  std::optional<LinearResponse> response_;
};

}  // namespace trammel::analysis
