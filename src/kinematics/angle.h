// Angles that are known up to whole turns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>

namespace trammel::kinematics {

// The nearest angle to `reference` that equals `raw` up to whole turns.  It adds turns to `raw`
// instead of steps to `reference`, so no error builds up over many revolutions.
inline double unwrap(double raw, double reference) {
  constexpr double turn = 2 * std::numbers::pi;
  return raw + turn * std::round((reference - raw) / turn);
}

// The same angle within [−π, π].
inline double wrap(double angle) {
  return unwrap(angle, 0);
}

}  // namespace trammel::kinematics
