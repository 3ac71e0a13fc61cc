// Spinning bodies on unit quaternions: the free body and the body held at one point.
//
//   free:   J ω̇ = −ω × Jω
//   heavy:  m r̈ + λ = −m g e_z,   J ω̇ − X × Aᵀλ = −ω × Jω,   Φ = r − A X
//
// ω, J (principal, about the centre of mass) and X (fixed point → centre of mass) in body axes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct FreeTopParameters {
  Vec3 inertia{1, 2, 3};
  Vec3 omega{0.4, 2, 0.5};
};

class FreeTop : public SmallDae<3> {
 public:
  explicit FreeTop(const FreeTopParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  FreeTopParameters p_;
  ReferenceTrajectory reference_;
};

struct HeavyTopParameters {
  double mass = 15, gravity = 9.81;
  Vec3 inertia{0.234375, 0.46875, 0.234375};
  Vec3 arm{0, 1, 0};
  Vec3 omega{0, 150, -4.61538};
  Vec4 attitude{1, 0, 0, 0};
};

class HeavyTop : public SmallDae<6, 3> {
 public:
  explicit HeavyTop(const HeavyTopParameters& p = {});
  const HeavyTopParameters& parameters() const { return p_; }
  State initial_state() const { return exact(0); }
  State exact(double t) const;
  double energy(const State&) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  HeavyTopParameters p_;
  ReferenceTrajectory reference_;
};

FreeTopParameters asymmetric_top();                    // p06a
FreeTopParameters dzhanibekov_top();                   // p06b
HeavyTopParameters nutating_top();                     // p06c, zxz angles (0, π/3, 0), spin 50
HeavyTopParameters precessing_top(bool fast = false);  // p06c, steady at θ = π/6

}  // namespace trammel::testing
