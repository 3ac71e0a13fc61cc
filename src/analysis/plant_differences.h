// What plant inputs that constraints read do to a mechanism, by differences of fourth order.
//
// An input that drives a MOTION or a GCON moves parts at once, with velocities and accelerations of its own rates:
//
//   ξ̇ = 𝒜 ξ + b₀ u + b₁ u̇ + b₂ ü,   y = C ξ + d₀ u + d₁ u̇ + d₂ ü                            (SMX.7)
//   B = b₀ + 𝒜 b₁ + 𝒜² b₂,  D = d₀ + C (b₁ + 𝒜 b₂)  of the states ξ − (b₁ + 𝒜 b₂) u − b₂ u̇,
//   if d₁ + C b₂ = 0 and d₂ = 0                                                             (SMX.8)
//
// ξ of a pose that is not on the free directions is what is left of it along them.
// Theory: docs/theory/linear.md#driven-inputs
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
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

class PlantDifferences {
 public:
  // All outlive it. Outputs: ids of VARIABLEs.
  PlantDifferences(const model::Model&, const std::shared_ptr<elements::UserLibraries>&,
                   const InitialConditions&, const std::vector<int>& outputs);

  // Of one u, u̇ and ü each.
  struct Change {
    Vector states, rates, outputs;  // ξ, ξ̇, y
    double resolution = 0;          // outputs below it are rounding
  };
  struct OfInput {
    std::array<Change, 3> by;
    bool drives = false;  // positions or velocities follow it
  };
  std::optional<OfInput> to_input(const LinearModel&, int variable, std::string& message) const;

  // C.
  std::optional<Matrix> to_states(const LinearModel&, std::string& message) const;

 private:
  class Response;
  struct Motion;
  // u, u̇, ü
  std::optional<Motion> with_input(int variable, const Vec3& raised, std::string& message) const;
  std::optional<double> length_of_step(int variable, double size, bool& drives,
                                       std::string& message) const;
  std::optional<Change> differentiate(const LinearModel&, int variable, const Vec3& step,
                                      double& change, double& size, std::string& message) const;
  Change reduced(const LinearModel&, const Motion&) const;
  double present(int variable) const;

  model::Model model_;
  const std::shared_ptr<elements::UserLibraries>& libraries_;
  const InitialConditions& at_;
  std::size_t first_request_, outputs_;
  Vector units_;
};

}  // namespace trammel::analysis
