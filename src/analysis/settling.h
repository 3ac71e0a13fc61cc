// The dynamic approach to an equilibrium: from a pose at rest the mechanism moves (STA.7), time standing
// still, until it has settled:
//
//   ½ vᵀMv ≤ KETOL and |a| ≤ ATOL, all the time for PERIOD                                     (STA.9)
//   c = GLOBAL_DAMPING, or critical for what moves: c = 2ω, ω² = vᵀ(K + Kg)v / vᵀMv            (STA.10)
//
// Theory: docs/theory/statics.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/run.h"

namespace trammel::analysis {

struct SettlingReport {
  enum class Status : unsigned char { settled, moving, failed, interrupted };
  Status status = Status::failed;
  double duration = 0;                          // of the motion
  double kinetic_energy = 0, acceleration = 0;  // at its end
  int column = -1;                              // whose acceleration is the largest
  double damping = 0;
  std::string message;  // why it failed
  Statistics statistics;
};

// The state ends where the motion does, at rest and at its own time.
SettlingReport settle(const system::System&, const RunSettings&, State&);

}  // namespace trammel::analysis
