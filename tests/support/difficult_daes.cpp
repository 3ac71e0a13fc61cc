// SPDX-License-Identifier: BSD-3-Clause
#include "support/difficult_daes.h"

#include <cmath>

namespace trammel::testing {

GasSpring::GasSpring(const GasSpringParameters& p)
    : SmallDae(vector_layout({Kind::length})),
      p_(p),
      reference_(
          [p](Real, const RealVector& y) {
            return real_vector({y[1], p.strength / (p.mass * y[0] * y[0]) - p.gravity});
          },
          real_vector({p.height, 0})) {}

Outcome GasSpring::terms(const State& s, Terms& e) const {
  const double q = s.q[0];
  if (!(q > 0)) return Outcome::domain_error;
  e.M(0, 0) = p_.mass;
  e.Q[0] = p_.strength / (q * q) - p_.mass * p_.gravity;
  e.K(0, 0) = 2 * p_.strength / (q * q * q);
  return Outcome::ok;
}

State GasSpring::exact(double t) const {
  const RealVector y = reference_.at(t);
  State s = make_state(layout());
  s.t = t;
  s.q << double(y[0]);
  s.v << double(y[1]);
  s.a << double(p_.strength / (p_.mass * y[0] * y[0]) - p_.gravity);
  return s;
}

double GasSpring::energy(const State& s) const {
  return p_.mass * (s.v[0] * s.v[0] / 2 + p_.gravity * s.q[0]) + p_.strength / s.q[0];
}

namespace {

// θ̈/cos θ, finite where the crank folds.
Real fold_factor(const FoldingCrankParameters& p, Real theta, Real omega) {
  const Real L = p.length, s = std::sin(theta), sliding = 4 * p.slider_mass * L * L;
  return -(sliding * s * omega * omega + p.crank_mass * Real(p.gravity) * L) /
         (p.crank_mass * L * L + sliding * s * s);
}

}  // namespace

FoldingCrank::FoldingCrank(const FoldingCrankParameters& p)
    : SmallDae(vector_layout({Kind::length, Kind::length, Kind::length}, {.level_0 = 2})),
      p_(p),
      reference_(
          [p](Real, const RealVector& y) {
            return real_vector({y[1], std::cos(y[0]) * fold_factor(p, y[0], y[1])});
          },
          real_vector({p.angle, p.rate})) {}

Outcome FoldingCrank::terms(const State& s, Terms& e) const {
  const double x1 = s.q[0], y1 = s.q[1], d = s.q[2] - x1;
  const double u1 = s.v[0], w1 = s.v[1], d_dot = s.v[2] - u1;
  e.M.diagonal() << p_.crank_mass, p_.crank_mass, p_.slider_mass;
  e.Q[1] = -p_.crank_mass * p_.gravity;

  e.c0 << x1 * x1 + y1 * y1 - p_.length * p_.length, d * d + y1 * y1 - p_.length * p_.length;
  e.G << x1, y1, 0, -d, y1, d;
  e.Gq << u1, w1, 0, -d_dot, w1, d_dot;
  e.G *= 2;
  e.Gq *= 2;
  e.c1 = e.G * s.v;
  e.c2 = e.G * s.a + e.Gq * s.v;
  const double f = 2 * s.lambda[0], g = 2 * s.lambda[1];
  e.Kg << f + g, 0, -g, 0, f + g, 0, -g, 0, g;
  return Outcome::ok;
}

State FoldingCrank::exact(double t) const {
  const RealVector y = reference_.at(t);
  const Real L = p_.length, c = std::cos(y[0]), sine = std::sin(y[0]), w = y[1];
  const Real fold = fold_factor(p_, y[0], w), w_dot = fold * c;
  const Real y1_ddot = L * (c * w_dot - sine * w * w);
  const Real slider = p_.slider_mass * (sine * fold + w * w);  // from m2 ẍ2 + 2 L cos θ λ2 = 0
  const Real crank = -p_.crank_mass * (p_.gravity + y1_ddot) / (2 * L * sine) - slider;
  State s = make_state(layout());
  s.t = t;
  s.q << double(L * c), double(L * sine), double(2 * L * c);
  s.v << double(-L * sine * w), double(L * c * w), double(-2 * L * sine * w);
  const Real x1_ddot = -L * (sine * w_dot + c * w * w);
  s.a << double(x1_ddot), double(y1_ddot), double(2 * x1_ddot);
  s.lambda << double(crank), double(slider);
  return s;
}

double FoldingCrank::energy(const State& s) const {
  return p_.crank_mass * (s.v.head<2>().squaredNorm() / 2 + p_.gravity * s.q[1]) +
         p_.slider_mass * s.v[2] * s.v[2] / 2;
}

}  // namespace trammel::testing
