// SPDX-License-Identifier: BSD-3-Clause
#include "support/knife_edge.h"

#include <cmath>

namespace trammel::testing {

KnifeEdge::KnifeEdge(const KnifeEdgeParameters& p)
    : SmallDae(vector_layout({Kind::length, Kind::length, Kind::angle}, {.level_1 = 1})), p_(p) {}

Outcome KnifeEdge::terms(const State& s, Terms& e) const {
  const double c = std::cos(s.q[2]), sine = std::sin(s.q[2]);
  const double forward = s.v[0] * c + s.v[1] * sine;
  e.M.diagonal() << p_.mass, p_.mass, p_.inertia;
  e.Q[0] = p_.mass * p_.gravity * std::sin(p_.slope);
  e.G << -sine, c, 0;
  e.Gq(0, 2) = -forward;
  e.c1 = e.G * s.v;
  e.c2[0] = -sine * s.a[0] + c * s.a[1] - forward * s.v[2];
  e.Kg(0, 2) = -c * s.lambda[0];
  e.Kg(1, 2) = -sine * s.lambda[0];
  return Outcome::ok;
}

State KnifeEdge::exact(double t) const {
  const double pull = p_.gravity * std::sin(p_.slope), w = p_.omega, phi = w * t;
  const double c = std::cos(phi), sine = std::sin(phi);
  const double u = p_.speed + pull / w * sine, u_dot = pull * c, half = pull / (2 * w * w);
  State s = make_state(layout());
  s.t = t;
  s.q << half * sine * sine + p_.speed / w * sine, half * (phi - sine * c) + p_.speed / w * (1 - c),
      phi;
  s.v << u * c, u * sine, w;
  s.a << u_dot * c - u * w * sine, u_dot * sine + u * w * c, 0;
  s.lambda << -p_.mass * (u * w + pull * sine);
  return s;
}

}  // namespace trammel::testing
