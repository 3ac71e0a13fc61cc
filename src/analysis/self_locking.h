// Friction that presses its own surfaces together: a guide that jams.
//
//   A = (d·δa)/(d·δa₀),  δa, δa₀ the accelerations under a force along the slip d,                 (LOCK.1)
//       δa with reactions that friction follows, δa₀ without; A = 1/(1 − g) with the gain g of the loop
//
// Beyond g = 1 the accelerations are not unique or do not exist (Painlevé).
// Theory: docs/theory/friction.md#jams
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "analysis/finding.h"
#include "integrators/registry.h"
#include "system/system.h"

namespace trammel::analysis {

struct SelfLocking {
  std::string label;  // "FRICTION/1 (guide)"
  model::Location at;
  double share = 1;  // 1/A = 1 − g: of a force along the slip, what friction leaves of it
};

// The FRICTION with A below 0 or far above 1, the one nearest to or farthest beyond g = 1; empty: none.
std::optional<SelfLocking> self_locking(const system::System&, const State&);

// The FRICTION whose gain g is largest, where it is of the order of 1 or more with either sign: tiny velocities
// decide what it presses its surfaces together with. At these velocities, which may make any g by chance, or held
// by its bristles alone. Empty: none.
std::optional<SelfLocking> self_pressing(const system::System&, const State&);

// Adds to a finding what the friction does, and what to do about it: where `integrator` cannot follow it and others
// can, take one of those.
void explain_locking(Finding&, const system::System&, const State&,
                     const IntegratorInfo& integrator);

}  // namespace trammel::analysis
