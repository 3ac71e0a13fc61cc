// Stumpff functions: the trigonometric quotients of rotations without 0/0 at angle zero.
//
//   c_n(s) = Σ_k (−s)^k / (2k+n)!                                     (ROT.1)
//   c_n    = 1/n! − s c_{n+2}                                         (ROT.2)
//   dc_n/ds = (n c_{n+2} − c_{n+1}) / 2                               (ROT.3)
//
// With s = θ²: c0 = cos θ, c1 = sin θ/θ, c2 = (1 − cos θ)/θ², c3 = (θ − sin θ)/θ³.
// Derivation: docs/theory/rotations.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

namespace trammel {

// c0 … c5 at s = θ² ≥ 0; relative error of a few units of round-off for θ below 2,
// absolute error of that size above (c1 and c2 have zeros there).
std::array<double, 6> stumpff(double s);

}  // namespace trammel
