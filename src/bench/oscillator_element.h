// What one time element makes of a damped oscillator, ẍ + 2ζω ẋ + ω² x = 0: the maps that section 3.1 of
// Oghbaei and Anderson judges stability by, and the true one.
//
//   (x_n, v_n) → (x_{n+1}, v_{n+1})                    amplification                        (OSC.1)
//   (x_n, v_n) → (mid and end positions)               what the paper calls so (degree 2)   (OSC.2)
//
// Theory: docs/theory/state_time.md#direction-cosines
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "bench/direction_cosines.h"

namespace trammel::bench {

struct OscillatorMap {
  std::array<double, 2> amplification;   // moduli of the eigenvalues of (OSC.1), larger one first
  std::array<double, 2> paper = {0, 0};  // of (OSC.2), degree 2 only
};

// Lagrange elements of any degree.
OscillatorMap oscillator_map(int degree, CosineElement::Tests, double zeta, double omega, double h);

}  // namespace trammel::bench
