// A rod on a pin with dry friction: a force that depends on the multipliers.
//
//   m r̈ + λ = −m g e_y,   J θ̈ − L n·λ = −μ R(λ) S(ω),   Φ = r − L u
//   R = √(|λ|² + ε²),   S = ω/√(ω² + w²)
//
// u = (cos θ, sin θ), n = ∂u/∂θ. R is the smoothed pin load times the pin radius (in μ).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct FrictionPendulumParameters {
  double mass = 1, half_length = 1, inertia = 1. / 3, gravity = 9.81;
  double friction = 0.1;        // μ, m
  double load_rounding = 1;     // ε, N
  double speed_rounding = 0.5;  // w, rad/s
  double angle = 0, rate = 1;
};

class FrictionPendulum : public SmallDae<3, 2> {
 public:
  explicit FrictionPendulum(const FrictionPendulumParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  FrictionPendulumParameters p_;
  ReferenceTrajectory reference_;
};

}  // namespace trammel::testing
