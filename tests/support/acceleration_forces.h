// Forces that depend on the acceleration.
//
//   added mass:          m r̈ + 2 r λ = −m g e_y − μ r̈          (a point pendulum of mass m + μ)
//   nonlinear inertia:   m q̈ = −μ q̈ − κ q̈³ − c q̇ − k q + f(t)   (f chosen for q = sin t + ½ cos 2t)
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/cartesian_pendulum.h"

namespace trammel::testing {

class AddedMassPendulum : public SmallDae<2, 1> {
 public:
  explicit AddedMassPendulum(const PointPendulum& pendulum = {}, double added_mass = 0.6);
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  PointPendulum pendulum_;
  double added_mass_;
  CartesianPendulum equivalent_;
};

struct NonlinearInertiaParameters {
  double mass = 1, added_mass = 0.7, cubic = 0.3, damping = 0.2, stiffness = 4;
};

class NonlinearInertia : public SmallDae<1> {
 public:
  explicit NonlinearInertia(const NonlinearInertiaParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  struct Motion {
    double q, v, a;
  };
  static Motion solution(double t);
  double resistance(const Motion&) const;  // everything but m q̈ and f(t)

  NonlinearInertiaParameters p_;
};

}  // namespace trammel::testing
