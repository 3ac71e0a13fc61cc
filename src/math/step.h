// Smooth steps from one level to another (STEP, STEP5, HAVSIN).
//
//   S3(u) = u²(3 − 2u)                                   (STP.1)  continuous slope
//   S5(u) = u³(10 − 15u + 6u²)                           (STP.2)  continuous second derivative
//   Sh(u) = ½(1 − cos πu)                                (STP.3)  continuous slope
//   step  = h0 + (h1 − h0) S(u),  u = (x − x0)/(x1 − x0)  (STP.4)
//
// Each shape is 0 for u ≤ 0 and 1 for u ≥ 1; where a derivative jumps, the outer value is returned.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "math/derivatives.h"

namespace trammel {

Derivatives cubic_step(double u);
Derivatives quintic_step(double u);
Derivatives haversine_step(double u);

// h0 at x0 to h1 at x1, derivatives with respect to x. With x1 < x0 the step runs backwards: h1 is
// reached on the left. With x1 = x0 it is a jump, h1 from x0 on.
using StepShape = Derivatives (*)(double u);
Derivatives step(StepShape shape, double x, double x0, double h0, double x1, double h1);

}  // namespace trammel
