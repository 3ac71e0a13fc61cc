// A planetary gear on which frequent changes of step make the published HHT-I3 ring.
//
// Sun (θs) and carrier (θc) turn about the origin, the ring is fixed, the planet (x, y, θp) is pinned
// to the carrier at the radius R = rs + rp and meshes with sun and ring:
//   Φ = (x − R cos θc,  y − R sin θc,  rs(θs − θc) + rp(θp − θc),  (rs + 2rp) θc + rp(θp − θc))
// A torque T drives the sun, −c θ̇c loads the carrier. With θs = n θc, θp − θc = −k θc:
//   I ω̇ = n T − c ω,  I = Js n² + Jc + Jp (1−k)² + m R²,  ω = θ̇c
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>

#include "support/accelerations.h"
#include "support/small_dae.h"
#include "support/test_problems.h"

namespace trammel::testing {

class PlanetaryGear final : public SmallDae<5, 4> {
 public:
  PlanetaryGear()
      : SmallDae(vector_layout({Kind::angle, Kind::angle, Kind::length, Kind::length, Kind::angle},
                               {.level_0 = 4})) {}

  State exact(double t) const {
    const double n = 1 + k * rp / rs,
                 inertia = Js * n * n + Jc + Jp * (1 - k) * (1 - k) + m * R * R;
    const double final_rate = n * T / c, rate = c / inertia, decay = std::exp(-rate * t);
    const double omega = final_rate * (1 - decay), theta = final_rate * (t - (1 - decay) / rate);
    State s = make_state(layout());
    s.t = t;
    s.q << n * theta, theta, R * std::cos(theta), R * std::sin(theta), (1 - k) * theta;
    s.v << n * omega, omega, -R * std::sin(theta) * omega, R * std::cos(theta) * omega,
        (1 - k) * omega;
    solve_accelerations(*this, s);
    return s;
  }

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    const double w = s.v[1], C = R * std::cos(s.q[1]), S = R * std::sin(s.q[1]);
    e.M.diagonal() << Js, Jc, m, m, Jp;
    e.Q[0] = T;
    e.Q[1] = -c * w;
    e.C(1, 1) = c;
    e.c0 << s.q[2] - C, s.q[3] - S, rs * (s.q[0] - s.q[1]) + rp * (s.q[4] - s.q[1]),
        (rs + 2 * rp) * s.q[1] + rp * (s.q[4] - s.q[1]);
    e.G.row(0) << 0, S, 1, 0, 0;
    e.G.row(1) << 0, -C, 0, 1, 0;
    e.G.row(2) << rs, -rs - rp, 0, 0, rp;
    e.G.row(3) << 0, rs + rp, 0, 0, rp;
    e.Gq(0, 1) = C * w;
    e.Gq(1, 1) = S * w;
    e.c1 = e.G * s.v;
    e.c2 = e.G * s.a + e.Gq * s.v;
    e.Kg(1, 1) = C * s.lambda[0] + S * s.lambda[1];
    return Outcome::ok;
  }

 private:
  static constexpr double rs = 0.05, rp = 0.03, R = rs + rp, k = (rs + 2 * rp) / rp;
  static constexpr double Js = 2e-3, Jc = 5e-3, Jp = 4e-4, m = 0.6, T = 2, c = 0.05;
};

inline TestProblem planetary_gear() {
  const auto dae = std::make_shared<const PlanetaryGear>();
  return {.name = "planetary gear",
          .dae = dae,
          .start = dae->exact(0.05),
          .t_end = 0.15,
          .reference = [dae](double t) { return dae->exact(t); }};
}

}  // namespace trammel::testing
