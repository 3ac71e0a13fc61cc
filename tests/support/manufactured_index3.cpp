// SPDX-License-Identifier: BSD-3-Clause
#include "support/manufactured_index3.h"

#include <cmath>

namespace trammel::testing {

ManufacturedIndex3::ManufacturedIndex3()
    : SmallDae(vector_layout({Kind::length, Kind::length}, {.level_0 = 1})) {}

Outcome ManufacturedIndex3::terms(const State& s, Terms& e) const {
  const double y1 = s.q[0], y2 = s.q[1], v1 = s.v[0], v2 = s.v[1];
  e.M.setIdentity();
  e.Q << v1 + 2, -2 * v2 + y1 * y1 * y1;
  e.C.diagonal() << -1, 2;
  e.K(1, 0) = -3 * y1 * y1;

  e.c0[0] = y1 * y1 * y2 - 1;
  e.G << 2 * y1 * y2, y1 * y1;
  e.c1 = e.G * s.v;
  e.Gq << 2 * y2 * v1 + 2 * y1 * v2, 2 * y1 * v1;
  e.c2 = e.G * s.a + e.Gq * s.v;
  e.Kg << 2 * y2, 2 * y1, 2 * y1, 0;
  e.Kg *= s.lambda[0];
  return Outcome::ok;
}

State ManufacturedIndex3::exact(double t) const {
  State s = make_state(layout());
  s.t = t;
  s.q << std::exp(t), std::exp(-2 * t);
  s.v << s.q[0], -2 * s.q[1];
  s.a << s.q[0], 4 * s.q[1];
  s.lambda << std::exp(t);
  return s;
}

}  // namespace trammel::testing
