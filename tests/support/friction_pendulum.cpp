// SPDX-License-Identifier: BSD-3-Clause
#include "support/friction_pendulum.h"

#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

using Vec2 = Eigen::Vector2d;

Layout friction_layout() {
  Layout layout = vector_layout({Kind::length, Kind::length, Kind::angle}, {.level_0 = 2});
  layout.forces_use_lambda = true;
  return layout;
}

// The pin load in polar components is m(L α + g cos θ) and m(g sin θ − L ω²); θ̈ = α solves
// (J + m L²) α + m g L cos θ + μ R S = 0.
RealVector angle_equation(const FrictionPendulumParameters& p, const RealVector& y) {
  const Real m = p.mass, L = p.half_length, g = p.gravity, omega = y[1];
  const Real c = std::cos(y[0]), s = std::sin(y[0]);
  const Real grip = p.friction * omega /
                    std::sqrt(omega * omega + Real(p.speed_rounding) * Real(p.speed_rounding));
  const Real radial = m * (g * s - L * omega * omega), rounding = p.load_rounding;
  const auto tangential = [=](Real alpha) { return m * (L * alpha + g * c); };
  const auto load = [=](Real alpha) {
    return std::sqrt(tangential(alpha) * tangential(alpha) + radial * radial + rounding * rounding);
  };
  const Real alpha = newton_root(
      [&](Real x) { return (p.inertia + m * L * L) * x + m * g * L * c + grip * load(x); },
      [&](Real x) { return p.inertia + m * L * L + grip * tangential(x) * m * L / load(x); }, 0);
  return real_vector({omega, alpha});
}

}  // namespace

FrictionPendulum::FrictionPendulum(const FrictionPendulumParameters& p)
    : SmallDae(friction_layout()),
      p_(p),
      reference_([p](Real, const RealVector& y) { return angle_equation(p, y); },
                 real_vector({p.angle, p.rate})) {}

Outcome FrictionPendulum::terms(const State& s, Terms& e) const {
  const double theta = s.q[2], omega = s.v[2];
  const Vec2 arm = p_.half_length * Vec2(std::cos(theta), std::sin(theta)),
             normal(-arm.y(), arm.x());
  const Vec2 lambda = s.lambda;

  const double load = std::sqrt(lambda.squaredNorm() + p_.load_rounding * p_.load_rounding);
  const double speed = std::sqrt(omega * omega + p_.speed_rounding * p_.speed_rounding);
  e.M.diagonal() << p_.mass, p_.mass, p_.inertia;
  e.Q << 0, -p_.mass * p_.gravity, -p_.friction * load * omega / speed;
  e.C(2, 2) = p_.friction * load * p_.speed_rounding * p_.speed_rounding / (speed * speed * speed);
  e.Ql.row(2) = p_.friction * omega / speed * lambda.transpose() / load;

  e.c0 = s.q.head<2>() - arm;
  e.c1 = s.v.head<2>() - omega * normal;
  e.c2 = s.a.head<2>() - s.a[2] * normal + omega * omega * arm;
  e.G << Eigen::Matrix2d::Identity(), -normal;
  e.Gq.col(2) = omega * arm;
  e.Kg(2, 2) = arm.dot(lambda);
  return Outcome::ok;
}

State FrictionPendulum::exact(double t) const {
  const RealVector y = reference_.at(t);
  const Real c = p_.half_length * std::cos(y[0]), sine = p_.half_length * std::sin(y[0]);
  State s = make_state(layout());
  s.t = t;
  s.q << double(c), double(sine), double(y[0]);
  s.v << double(-sine * y[1]), double(c * y[1]), double(y[1]);
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
