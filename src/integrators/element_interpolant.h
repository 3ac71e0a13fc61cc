// States inside a time element: the smooth functions of its accelerations.
//
//   ξ = h τ v + h² Σ W_j A_j,  ξ̇ = v + h Σ V_j A_j,  x = x_n + h Σ V_j ẋ_j               (STE.7)
//   q = retract(q_n, ξ),  v = T(ξ) ξ̇
//   a, λ, ẋ, y: polynomials through the Gauss points and both ends                       (STE.8)
// What the projection of the end velocity has changed is spread over the step as τ² (STE.9).
// Theory: docs/theory/state_time.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "integrators/time_element.h"
#include "numerics/interpolant.h"

namespace trammel {

class ElementInterpolant final : public Interpolant {
 public:
  ElementInterpolant(const Dae&, const TimeElement&);

  void set_standing(const State&);  // before the first step
  // Both ends, the chart accelerations and the states at the points. Keeps copies.
  void set(const State& s0, const State& s1, std::span<const Vector> A,
           std::span<const State> points);
  void set_end_memory(const Vector& memory) { s1_.memory = memory; }  // after commit()

  double begin() const override { return s0_.t; }
  double end() const override { return s1_.t; }
  void at(double t, State& out) const override;

 private:
  // ξ and ξ̇ of the element, without (STE.9).
  void follow(double tau, Vector& xi, Vector& rate, Vector& x) const;
  // Sum of the polynomials through 0, the points and 1.
  void through_nodes(double tau, Vector State::*member, Vector& out) const;

  const Dae& dae_;
  const TimeElement element_;
  State s0_, s1_;
  std::vector<Vector> A_;
  std::vector<State> points_;
  Vector velocity_change_;        // (STE.9)
  mutable Vector xi_, rate_, x_;  // workspaces
};

}  // namespace trammel
