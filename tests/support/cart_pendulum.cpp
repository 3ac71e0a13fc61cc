// SPDX-License-Identifier: BSD-3-Clause
#include "support/cart_pendulum.h"

#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

RealVector cart_equations(const CartPendulumParameters& p, Real t, const RealVector& y) {
  const Real X = y[0], theta = y[1], X_dot = y[2];
  const Real X_ddot =
      (p.B * std::cos(p.nu * t) - p.epsilon * X * X_dot * X_dot - p.d * X_dot - p.k * X) /
      (1 + p.epsilon * X * X);
  const Real theta_ddot = -(std::cos(theta) * X_ddot + std::sin(theta) * p.gravity) / p.length;
  return real_vector({X_dot, y[3], X_ddot, theta_ddot});
}

}  // namespace

CartPendulum::CartPendulum(const CartPendulumParameters& p)
    : SmallDae(vector_layout({Kind::length, Kind::length, Kind::length, Kind::angle},
                             {.level_0 = 1, .level_1 = 1, .level_2 = 1})),
      p_(p),
      reference_([p](Real t, const RealVector& y) { return cart_equations(p, t, y); },
                 real_vector({p.X, p.theta, p.X_dot, p.theta_dot})) {}

Outcome CartPendulum::terms(const State& s, Terms& e) const {
  const double X = s.q[0], X_dot = s.v[0], X_ddot = s.a[0], b = p_.coupling, eps = p_.epsilon;
  const double dx = s.q[1] - X, dx_dot = s.v[1] - X_dot, dx_ddot = s.a[1] - X_ddot;
  const double y = s.q[2], y_dot = s.v[2], y_ddot = s.a[2];
  e.M.diagonal() << p_.cart_mass, p_.bob_mass, p_.bob_mass, p_.wheel_inertia;
  e.Q[2] = -p_.bob_mass * p_.gravity;

  e.c0[0] = dx * dx + y * y - p_.length * p_.length;
  e.c1[0] = 2 * (dx * dx_dot + y * y_dot);
  e.c1[1] = s.v[3] + b * X * X_dot - p_.w0 - p_.w1 * std::sin(p_.nu * s.t);
  e.c2[0] = 2 * (dx * dx_ddot + y * y_ddot + dx_dot * dx_dot + y_dot * y_dot);
  e.c2[1] = s.a[3] + b * (X * X_ddot + X_dot * X_dot) - p_.w1 * p_.nu * std::cos(p_.nu * s.t);
  e.c2[2] = (1 + eps * X * X) * X_ddot + eps * X * X_dot * X_dot + p_.d * X_dot + p_.k * X -
            p_.B * std::cos(p_.nu * s.t);

  e.G.row(0) << -2 * dx, 2 * dx, 2 * y, 0;
  e.G.row(1) << b * X, 0, 0, 1;
  e.G(2, 0) = 1 + eps * X * X;
  e.Gq.row(0) << -2 * dx_dot, 2 * dx_dot, 2 * y_dot, 0;
  e.Gq(1, 0) = b * X_dot;
  e.Gq(2, 0) = 2 * eps * X * X_ddot + eps * X_dot * X_dot + p_.k;
  e.Gv(2, 0) = 2 * eps * X * X_dot + p_.d;
  const double bar = 2 * s.lambda[0];
  e.Kg.topLeftCorner<2, 2>() << bar, -bar, -bar, bar;
  e.Kg(0, 0) += b * s.lambda[1] + 2 * eps * X * s.lambda[2];
  e.Kg(2, 2) = bar;
  return Outcome::ok;
}

State CartPendulum::exact(double t) const {
  const RealVector y = reference_.at(t);
  const Real X = y[0], X_dot = y[2], b = p_.coupling, nu = p_.nu;
  const Real c = p_.length * std::cos(y[1]), sine = p_.length * std::sin(y[1]);
  const Real turns = p_.w0 * Real(t) + p_.w1 / nu * (1 - std::cos(nu * t));
  State s = make_state(layout());
  s.t = t;
  s.q << double(X), double(X + sine), double(-c), double(turns - b * X * X / 2);
  s.v << double(X_dot), double(X_dot + c * y[3]), double(sine * y[3]),
      double(p_.w0 + p_.w1 * std::sin(nu * t) - b * X * X_dot);
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
