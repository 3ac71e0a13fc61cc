// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/nordsieck_interpolant.h"

namespace trammel {

void NordsieckInterpolant::set(const State& s0, const State& s1, const Nordsieck& array) {
  set_ends(s0, s1);
  array_.take_polynomial(array);
}

void NordsieckInterpolant::rows_at(double t, Vector& y, Vector& y_dot) const {
  array_.evaluate((t - end()) / array_.h(), y, y_dot);  // (BDF.11)
}

}  // namespace trammel
