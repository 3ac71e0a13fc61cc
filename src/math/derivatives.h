// Value and derivatives of a function of one variable at a point.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trammel {

// Three derivatives, because the Newton matrix of an acceleration-level motion f(t) or f(q) needs
// the gradient of the second one.
struct Derivatives {
  double value = 0, first = 0, second = 0, third = 0;
};

}  // namespace trammel
