// A point mass on a bar of length L, x = L sin θ, y = −L cos θ: what the pendulum problems share.
//
//   Φ = x² + y² − L²,   m r̈ + 2 r λ = −m g e_y + …
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct PointPendulum {
  double mass = 1, length = 1, gravity = 9.81;
  double angle = -1.5707963267948966, rate = 0;  // θ from the downward vertical

  // Mass, weight and bar; coordinates 0 and 1, constraint 0.
  template <class Terms>
  void add_to(Terms& e, const State& s) const {
    const Eigen::Vector2d r = s.q.head<2>(), v = s.v.head<2>(), a = s.a.head<2>();
    e.M(0, 0) = e.M(1, 1) = mass;
    e.Q[1] -= mass * gravity;
    e.c0[0] = r.squaredNorm() - length * length;
    e.c1[0] = 2 * r.dot(v);
    e.c2[0] = 2 * (r.dot(a) + v.squaredNorm());
    e.G.template block<1, 2>(0, 0) = 2 * r.transpose();
    e.Gq.template block<1, 2>(0, 0) = 2 * v.transpose();
    e.Kg(0, 0) = e.Kg(1, 1) = 2 * s.lambda[0];
  }

  void place(Real theta, Real omega, State& s) const;  // q and v

  // θ̈ under the weight and an additional force.
  Real angular_acceleration(Real theta, Real force_x = 0, Real force_y = 0) const;
};

}  // namespace trammel::testing
