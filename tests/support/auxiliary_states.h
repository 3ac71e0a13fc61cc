// Motion coupled to differential and algebraic unknowns.
//
//   lagged pendulum:   horizontal force −K x,  τ ẋ + x − q_x = 0
//   implicit lag:      m q̈ = −k q − c q̇ − κ x,  ẋ + ε ẋ³ + x − q = 0
//   algebraic loop:    horizontal force K y on a pendulum,
//                      τ ẋ + x + b_y y − b_l λ − b_a ÿ_bob − b_v ẋ_bob = 0
//                      y = g sin y + c_a ẍ_bob + c_l λ + c_x x + c_q q_x
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/point_pendulum.h"

namespace trammel::testing {

struct LaggedPendulumParameters {
  PointPendulum pendulum{.angle = 1};
  double stiffness = 6, time_constant = 0.2;
};

class LaggedPendulum : public SmallDae<2, 1, 1> {
 public:
  explicit LaggedPendulum(const LaggedPendulumParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  LaggedPendulumParameters p_;
  ReferenceTrajectory reference_;
};

struct ImplicitLagParameters {
  double mass = 1, stiffness = 9, damping = 0.3, gain = 4, epsilon = 0.8;
};

class ImplicitLag : public SmallDae<1, 0, 1> {
 public:
  explicit ImplicitLag(const ImplicitLagParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  ImplicitLagParameters p_;
  ReferenceTrajectory reference_;
};

struct AlgebraicLoopParameters {
  PointPendulum pendulum{.angle = 0.8, .rate = 1};
  double gain = 3, time_constant = 0.5;
  double b_y = 0.1, b_l = 0.05, b_a = 0.02, b_v = 0.2;
  double g = 0.4, c_a = 0.03, c_l = 0.06, c_x = 0.5, c_q = 0.3;
};

class AlgebraicLoop : public SmallDae<2, 1, 1, 1> {
 public:
  explicit AlgebraicLoop(const AlgebraicLoopParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  AlgebraicLoopParameters p_;
  ReferenceTrajectory reference_;  // of (θ, θ̇, x)
};

}  // namespace trammel::testing
