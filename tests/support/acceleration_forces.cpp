// SPDX-License-Identifier: BSD-3-Clause
#include "support/acceleration_forces.h"

#include <cmath>

namespace trammel::testing {

namespace {

Layout using_accelerations(Layout layout) {
  layout.forces_use_a = true;
  return layout;
}

CartesianPendulumParameters heavier(PointPendulum p, double added_mass) {
  p.gravity *= p.mass / (p.mass + added_mass);
  p.mass += added_mass;
  return {.pendulum = p};
}

}  // namespace

AddedMassPendulum::AddedMassPendulum(const PointPendulum& pendulum, double added_mass)
    : SmallDae(using_accelerations(vector_layout({Kind::length, Kind::length}, {.level_0 = 1}))),
      pendulum_(pendulum),
      added_mass_(added_mass),
      equivalent_(heavier(pendulum, added_mass)) {}

Outcome AddedMassPendulum::terms(const State& s, Terms& e) const {
  pendulum_.add_to(e, s);
  e.Q -= added_mass_ * s.a;
  e.A.diagonal().setConstant(added_mass_);
  return Outcome::ok;
}

State AddedMassPendulum::exact(double t) const {
  return equivalent_.exact(t);
}

NonlinearInertia::NonlinearInertia(const NonlinearInertiaParameters& p)
    : SmallDae(using_accelerations(vector_layout({Kind::length}))), p_(p) {}

NonlinearInertia::Motion NonlinearInertia::solution(double t) {
  return {.q = std::sin(t) + std::cos(2 * t) / 2,
          .v = std::cos(t) - std::sin(2 * t),
          .a = -std::sin(t) - 2 * std::cos(2 * t)};
}

double NonlinearInertia::resistance(const Motion& at) const {
  return p_.added_mass * at.a + p_.cubic * at.a * at.a * at.a + p_.damping * at.v +
         p_.stiffness * at.q;
}

Outcome NonlinearInertia::terms(const State& s, Terms& e) const {
  const Motion wanted = solution(s.t), at{s.q[0], s.v[0], s.a[0]};
  e.M(0, 0) = p_.mass;
  e.Q[0] = p_.mass * wanted.a + resistance(wanted) - resistance(at);
  e.A(0, 0) = p_.added_mass + 3 * p_.cubic * at.a * at.a;
  e.C(0, 0) = p_.damping;
  e.K(0, 0) = p_.stiffness;
  return Outcome::ok;
}

State NonlinearInertia::exact(double t) const {
  const Motion at = solution(t);
  State s = make_state(layout());
  s.t = t;
  s.q << at.q;
  s.v << at.v;
  s.a << at.a;
  return s;
}

}  // namespace trammel::testing
