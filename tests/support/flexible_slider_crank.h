// Slider crank with a flexible connecting rod (two bending and two stretching modes), M = M(q).
//
// Coordinates (φ1, φ2, x3, q1..q4); crank angle prescribed, φ1 = Ω t. With s, c = sin, cos(φ1 −
// φ2):
//
//   e = c c1 + s c2,   w = −s c1 + c c2                      (∂e/∂φ1 = w, ∂w/∂φ1 = −e)
//   M12 = ½ l1 l2 m2 c + ρ l1 e·q,   M22 = J2 + q·MQ q + 2ρ c12·q
//   M1q = ρ l1 w,   M2q = ρ (c21 − BQ q),   Mqq = MQ,   M11 = J1 + m2 l1²,   M33 = m3
//   Q1 = φ̇2² D − 2ρ l1 φ̇2 e·q̇,   D = −½ l1 l2 m2 s + ρ l1 w·q   (∂D/∂φ1 = −M12)
//   Q2 = −φ̇1² D − 2 φ̇2 (ρ c12 + MQ q)·q̇
//   Qq = φ̇2² (MQ q + ρ c12) + ρ l1 φ̇1² e + 2ρ φ̇2 BQ q̇ − KQ q − DQ q̇
//   Φ = (l1 sin φ1 + L sin φ2,  x3 − l1 cos φ1 − L cos φ2,  φ1 − Ω t),   L = l2 + q4
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

class FlexibleSliderCrank : public SmallDae<7, 3> {
 public:
  explicit FlexibleSliderCrank(bool damped = false);
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  bool damped_;
  ReferenceTrajectory reference_;  // of (q1..q4) and their rates
};

}  // namespace trammel::testing
