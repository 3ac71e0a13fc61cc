// A point mass on a massless bar in Cartesian coordinates: the smallest index-3 problem.
//
//   m r̈ + 2 r λ = −m g e_y − c ṙ − k (r − p),     Φ = x² + y² − L²
//
// The spring has zero free length and is anchored at p; θ is measured from the downward vertical.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct CartesianPendulumParameters {
  double mass = 1, length = 1, gravity = 9.81;
  double damping = 0, stiffness = 0;
  Eigen::Vector2d anchor{1, 0};
  double angle = -1.5707963267948966, rate = 0;
};

class CartesianPendulum : public SmallDae<2, 1> {
 public:
  explicit CartesianPendulum(const CartesianPendulumParameters& p = {});
  const CartesianPendulumParameters& parameters() const { return p_; }
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  CartesianPendulumParameters p_;
  ReferenceTrajectory reference_;
};

}  // namespace trammel::testing
