// How applied forces change with displacements and velocities about a state.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/scalar_bank.h"
#include "system/system.h"

namespace trammel::analysis {

// The entries of a vector of the tangent space that belong to one body.
struct TangentPart {
  int body = 0;
  Vec6 entries = Vec6::Zero();  // the first n() of the body
};

class LoadSlopes {
 public:
  // The system outlives it.
  LoadSlopes(const system::System&, const State&);
  // False: a function has no value here.
  bool ok() const { return ok_; }

  // D: the force acts along it, and D·v is the velocity at which it does work.
  std::vector<TangentPart> direction(const elements::Load&) const;
  // ∂f/∂q (level 0) or ∂f/∂v (level 1). Empty of forces that read reactions.
  std::vector<TangentPart> gradient(const elements::Load&, int level) const;

 private:
  std::vector<int> scalars() const;

  const elements::Equations& equations_;
  elements::ScalarBank bank_;
  elements::Motion motion_;
  elements::BankValues values_;
  bool ok_ = false;
};

}  // namespace trammel::analysis
