// SPDX-License-Identifier: BSD-3-Clause
#include "support/auxiliary_states.h"

#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

const std::vector<Kind> two_lengths = {Kind::length, Kind::length};

RealVector lagged_equations(const LaggedPendulumParameters& p, const RealVector& y) {
  const Real q_x = p.pendulum.length * std::sin(y[0]);
  return real_vector({y[1], p.pendulum.angular_acceleration(y[0], -p.stiffness * y[2]),
                      (q_x - y[2]) / p.time_constant});
}

RealVector implicit_equations(const ImplicitLagParameters& p, const RealVector& y) {
  const Real q = y[0], v = y[1], x = y[2], eps = p.epsilon;
  const Real x_dot = newton_root([=](Real r) { return r + eps * r * r * r + x - q; },
                                 [=](Real r) { return 1 + 3 * eps * r * r; }, 0);
  return real_vector({v, (-p.stiffness * q - p.damping * v - p.gain * x) / p.mass, x_dot});
}

// At fixed (θ, ω, x) the accelerations and the bar force are linear in y; y solves one equation.
RealVector loop_equations(const AlgebraicLoopParameters& p, const RealVector& state) {
  const Real theta = state[0], omega = state[1], x = state[2];
  const Real c = std::cos(theta), s = std::sin(theta), m = p.pendulum.mass, L = p.pendulum.length;
  const Real weight = m * p.pendulum.gravity;
  const auto alpha = [=](Real y) { return (c * p.gain * y - s * weight) / (m * L); };
  const auto a_x = [=](Real y) { return L * (c * alpha(y) - s * omega * omega); };
  const auto a_y = [=](Real y) { return L * (s * alpha(y) + c * omega * omega); };
  const auto lambda = [=](Real y) {
    return (m * L * omega * omega + s * p.gain * y + c * weight) / (2 * L);
  };
  const Real slope = p.c_a * c * c * p.gain / m + p.c_l * s * p.gain / (2 * L);
  const Real y = newton_root(
      [=](Real z) {
        return z - p.g * std::sin(z) - p.c_a * a_x(z) - p.c_l * lambda(z) - p.c_x * x -
               p.c_q * L * s;
      },
      [=](Real z) { return 1 - p.g * std::cos(z) - slope; }, 0);
  const Real x_dot = (-x - p.b_y * y + p.b_l * lambda(y) + p.b_a * a_y(y) + p.b_v * L * c * omega) /
                     p.time_constant;
  return real_vector({omega, alpha(y), x_dot});
}

}  // namespace

LaggedPendulum::LaggedPendulum(const LaggedPendulumParameters& p)
    : SmallDae(vector_layout(two_lengths, {.level_0 = 1, .states = 1})),
      p_(p),
      reference_([p](Real, const RealVector& y) { return lagged_equations(p, y); },
                 real_vector({p.pendulum.angle, p.pendulum.rate, 0})) {}

Outcome LaggedPendulum::terms(const State& s, Terms& e) const {
  p_.pendulum.add_to(e, s);
  e.Q[0] -= p_.stiffness * s.x[0];
  e.Qx(0, 0) = p_.stiffness;
  e.aux[0] = p_.time_constant * s.x_dot[0] + s.x[0] - s.q[0];
  e.Sq(0, 0) = -1;
  e.Sx(0, 0) = 1;
  e.Sxd(0, 0) = p_.time_constant;
  return Outcome::ok;
}

State LaggedPendulum::exact(double t) const {
  const RealVector y = reference_.at(t);
  State s = make_state(layout());
  s.t = t;
  p_.pendulum.place(y[0], y[1], s);
  s.x << double(y[2]);
  solve_accelerations(*this, s);
  return s;
}

ImplicitLag::ImplicitLag(const ImplicitLagParameters& p)
    : SmallDae(vector_layout({Kind::length}, {.states = 1})),
      p_(p),
      reference_([p](Real, const RealVector& y) { return implicit_equations(p, y); },
                 real_vector({1, 0, -0.5L})) {}

Outcome ImplicitLag::terms(const State& s, Terms& e) const {
  const double rate = s.x_dot[0];
  e.M(0, 0) = p_.mass;
  e.Q[0] = -p_.stiffness * s.q[0] - p_.damping * s.v[0] - p_.gain * s.x[0];
  e.K(0, 0) = p_.stiffness;
  e.C(0, 0) = p_.damping;
  e.Qx(0, 0) = p_.gain;
  e.aux[0] = rate + p_.epsilon * rate * rate * rate + s.x[0] - s.q[0];
  e.Sq(0, 0) = -1;
  e.Sx(0, 0) = 1;
  e.Sxd(0, 0) = 1 + 3 * p_.epsilon * rate * rate;
  return Outcome::ok;
}

State ImplicitLag::exact(double t) const {
  const RealVector y = reference_.at(t);
  State s = make_state(layout());
  s.t = t;
  s.q << double(y[0]);
  s.v << double(y[1]);
  s.x << double(y[2]);
  solve_accelerations(*this, s);
  return s;
}

AlgebraicLoop::AlgebraicLoop(const AlgebraicLoopParameters& p)
    : SmallDae(vector_layout(two_lengths, {.level_0 = 1, .states = 1, .variables = 1})),
      p_(p),
      reference_([p](Real, const RealVector& y) { return loop_equations(p, y); },
                 real_vector({p.pendulum.angle, p.pendulum.rate, 0.2L})) {}

Outcome AlgebraicLoop::terms(const State& s, Terms& e) const {
  p_.pendulum.add_to(e, s);
  const double y = s.y[0];
  e.Q[0] += p_.gain * y;
  e.Qy(0, 0) = -p_.gain;

  e.aux[0] = p_.time_constant * s.x_dot[0] + s.x[0] + p_.b_y * y - p_.b_l * s.lambda[0] -
             p_.b_a * s.a[1] - p_.b_v * s.v[0];
  e.aux[1] = y - p_.g * std::sin(y) - p_.c_a * s.a[0] - p_.c_l * s.lambda[0] - p_.c_x * s.x[0] -
             p_.c_q * s.q[0];
  e.Sxd(0, 0) = p_.time_constant;
  e.Sx << 1, -p_.c_x;
  e.Sy << p_.b_y, 1 - p_.g * std::cos(y);
  e.Sl << -p_.b_l, -p_.c_l;
  e.Sa << 0, -p_.b_a, -p_.c_a, 0;
  e.Sv(0, 0) = -p_.b_v;
  e.Sq(1, 0) = -p_.c_q;
  return Outcome::ok;
}

State AlgebraicLoop::exact(double t) const {
  const RealVector y = reference_.at(t);
  State s = make_state(layout());
  s.t = t;
  p_.pendulum.place(y[0], y[1], s);
  s.x << double(y[2]);
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
