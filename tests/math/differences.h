// Central differences of sixth order: with a step near 1e-2 of the scale of the function they are
// accurate to about 1e-11, enough to test exact derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trammel {

template <class Function>
double difference(const Function& f, double x, double h) {
  return (45 * (f(x + h) - f(x - h)) - 9 * (f(x + 2 * h) - f(x - 2 * h)) +
          (f(x + 3 * h) - f(x - 3 * h))) /
         (60 * h);
}

}  // namespace trammel
