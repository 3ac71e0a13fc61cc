// Joints whose axes start far from where they belong.
//
// Direction cosines have a second root at the half turn, and no slope halfway. A joint that starts
// more than 60 degrees off is therefore turned home in steps: with A the axes of its marker J and
// exp(θ n~) the turn that its I is away from it,
//   A_k = A exp(θ (1 − k/N) n~),  k = 1 … N                                                (IC.8)
// the model is assembled with the axes A_k, each time from the pose before. Axes within 45 degrees of
// being opposite are meant to be opposite.
// Theory: docs/theory/initial_conditions.md#positions
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "elements/equations.h"

namespace trammel::analysis {

class Turning {
 public:
  Turning(std::shared_ptr<const elements::Equations>, const Vector& q);

  bool is_needed() const { return !turns_.empty(); }
  int steps() const;

  // The equations of step k < steps().
  std::shared_ptr<const elements::Equations> equations(int k) const;

 private:
  struct Turn {
    elements::Owner joint;
    Vec3 axis = Vec3::UnitZ();
    double angle = 0;
  };

  std::shared_ptr<const elements::Equations> equations_;
  std::vector<Turn> turns_;
};

}  // namespace trammel::analysis
