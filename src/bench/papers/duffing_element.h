// Quadratic time elements (DCF.1) on an undamped Duffing oscillator, ẍ + x + x³ = 0 from x = 1 at rest.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/direction_cosines.h"

namespace trammel::bench::papers {

// Energy after 200 steps of 0.5 over energy at the start; infinite: no solution.
double duffing_energy_growth(CosineElement::Tests);

}  // namespace trammel::bench::papers
