// A skate (knife edge) on an inclined plane: one nonholonomic constraint, closed solution.
//
//   m ẍ − λ sin φ = m g sin β,   m ÿ + λ cos φ = 0,   J φ̈ = 0,   Ψ = −ẋ sin φ + ẏ cos φ
//   φ = ωt,  u = u0 + (g sin β/ω) sin ωt,  ẋ = u cos φ,  ẏ = u sin φ
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/small_dae.h"

namespace trammel::testing {

struct KnifeEdgeParameters {
  double mass = 1.5, inertia = 0.4, gravity = 9.81, slope = 0.5;  // β, rad
  double omega = 2, speed = 0.3;                                  // ω and u0
};

class KnifeEdge : public SmallDae<3, 1> {
 public:
  explicit KnifeEdge(const KnifeEdgeParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  KnifeEdgeParameters p_;
};

}  // namespace trammel::testing
