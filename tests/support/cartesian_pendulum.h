// The point pendulum in Cartesian coordinates with a spring and a damper: the smallest index-3
// problem.
//
//   m r̈ + 2 r λ = −m g e_y − c ṙ − k (r − p)
//
// The spring has zero free length and is anchored at p.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/point_pendulum.h"

namespace trammel::testing {

struct CartesianPendulumParameters {
  PointPendulum pendulum;
  double damping = 0, stiffness = 0;
  Eigen::Vector2d anchor{1, 0};
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
