// Problems that make steps fail.
//
//   gas spring:      m q̈ = −m g + k/q², defined for q > 0 only (domain_error elsewhere)
//   folding crank:   Φ = (x1² + y1² − L², (x2 − x1)² + y1² − L²), Γ of rank one when x1 = x2 = 0
//
// The folding crank follows x1 = L cos θ, y1 = L sin θ, x2 = 2 x1 through that pose; its other
// branch there is x2 = 0.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct GasSpringParameters {
  double mass = 1, gravity = 9.81, strength = 0.5, height = 1;
};

class GasSpring : public SmallDae<1> {
 public:
  explicit GasSpring(const GasSpringParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;
  double energy(const State&) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  GasSpringParameters p_;
  ReferenceTrajectory reference_;
};

struct FoldingCrankParameters {
  double crank_mass = 1, slider_mass = 0.5, length = 1, gravity = 9.81;
  double angle = 0.6, rate = 5;
};

class FoldingCrank : public SmallDae<3, 2> {
 public:
  explicit FoldingCrank(const FoldingCrankParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;
  double energy(const State&) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  FoldingCrankParameters p_;
  ReferenceTrajectory reference_;
};

}  // namespace trammel::testing
