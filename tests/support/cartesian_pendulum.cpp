// SPDX-License-Identifier: BSD-3-Clause
#include "support/cartesian_pendulum.h"

#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

using Vec2 = Eigen::Vector2d;

Layout pendulum_layout() {
  Layout layout;
  layout.n_q = layout.n = 2;
  layout.m0 = 1;
  layout.kinds = {Kind::length, Kind::length};
  return layout;
}

RealVector angle_equation(const CartesianPendulumParameters& p, const RealVector& y) {
  const Real c = std::cos(y[0]), s = std::sin(y[0]);
  const Real torque = -p.mass * Real(p.gravity) * p.length * s -
                      p.damping * Real(p.length) * p.length * y[1] +
                      p.stiffness * Real(p.length) * (c * p.anchor.x() + s * p.anchor.y());
  RealVector y_dot(2);
  y_dot << y[1], torque / (p.mass * Real(p.length) * p.length);
  return y_dot;
}

RealVector pair(Real a, Real b) {
  RealVector y(2);
  y << a, b;
  return y;
}

}  // namespace

CartesianPendulum::CartesianPendulum(const CartesianPendulumParameters& p)
    : SmallDae(pendulum_layout()),
      p_(p),
      reference_([p](Real, const RealVector& y) { return angle_equation(p, y); },
                 pair(p.angle, p.rate)) {}

Outcome CartesianPendulum::terms(const State& s, Terms& e) const {
  const Vec2 r = s.q, v = s.v, a = s.a;
  e.M.diagonal().setConstant(p_.mass);
  e.Q = Vec2(0, -p_.mass * p_.gravity) - p_.damping * v - p_.stiffness * (r - p_.anchor);
  e.C.diagonal().setConstant(p_.damping);
  e.K.diagonal().setConstant(p_.stiffness);

  e.c0[0] = r.squaredNorm() - p_.length * p_.length;
  e.c1[0] = 2 * r.dot(v);
  e.c2[0] = 2 * (r.dot(a) + v.squaredNorm());
  e.G = 2 * r.transpose();
  e.Gq = 2 * v.transpose();
  e.Kg.diagonal().setConstant(2 * s.lambda[0]);
  return Outcome::ok;
}

State CartesianPendulum::exact(double t) const {
  const RealVector y = reference_.at(t);
  const Real c = p_.length * std::cos(y[0]), sine = p_.length * std::sin(y[0]);
  State s = make_state(layout());
  s.t = t;
  s.q << double(sine), double(-c);
  s.v << double(c * y[1]), double(sine * y[1]);
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
