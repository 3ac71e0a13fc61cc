// A pendulum hanging from a cart, and a flywheel: constraints of levels 0, 1 and 2 together.
//
//   Φ = (x − X)² + y² − L²
//   Ψ = φ̇ + b X Ẋ − w0 − w1 sin νt                           (φ = φ0 − ½b X² + ∫(w0 + w1 sin νt))
//   Θ = (1 + ε X²) Ẍ + ε X Ẋ² + d Ẋ + k X − B cos νt
//
// Coordinates (X, x, y, φ); bob at x = X + L sin θ, y = −L cos θ.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct CartPendulumParameters {
  double cart_mass = 2, bob_mass = 0.8, wheel_inertia = 0.3, length = 0.7, gravity = 9.81;
  double coupling = 0.5, w0 = 1, w1 = 0.4, nu = 3;
  double epsilon = 0.6, d = 0.3, k = 5, B = 4;
  double X = 0.4, X_dot = 0, theta = 0.9, theta_dot = 0;
};

class CartPendulum : public SmallDae<4, 3> {
 public:
  explicit CartPendulum(const CartPendulumParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  CartPendulumParameters p_;
  ReferenceTrajectory reference_;  // of (X, θ, Ẋ, θ̇)
};

}  // namespace trammel::testing
