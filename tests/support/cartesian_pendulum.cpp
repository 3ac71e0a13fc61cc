// SPDX-License-Identifier: BSD-3-Clause
#include "support/cartesian_pendulum.h"

#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

RealVector angle_equation(const CartesianPendulumParameters& p, const RealVector& y) {
  const Real L = p.pendulum.length, c = std::cos(y[0]), s = std::sin(y[0]), omega = y[1];
  const Real force_x = -p.damping * L * c * omega - p.stiffness * (L * s - p.anchor.x());
  const Real force_y = -p.damping * L * s * omega - p.stiffness * (-L * c - p.anchor.y());
  return real_vector({omega, p.pendulum.angular_acceleration(y[0], force_x, force_y)});
}

}  // namespace

CartesianPendulum::CartesianPendulum(const CartesianPendulumParameters& p)
    : SmallDae(vector_layout({Kind::length, Kind::length}, {.level_0 = 1})),
      p_(p),
      reference_([p](Real, const RealVector& y) { return angle_equation(p, y); },
                 real_vector({p.pendulum.angle, p.pendulum.rate})) {}

Outcome CartesianPendulum::terms(const State& s, Terms& e) const {
  p_.pendulum.add_to(e, s);
  e.Q -= p_.damping * s.v + p_.stiffness * (s.q - p_.anchor);
  e.C.diagonal().setConstant(p_.damping);
  e.K.diagonal().setConstant(p_.stiffness);
  return Outcome::ok;
}

State CartesianPendulum::exact(double t) const {
  const RealVector y = reference_.at(t);
  State s = make_state(layout());
  s.t = t;
  p_.pendulum.place(y[0], y[1], s);
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
