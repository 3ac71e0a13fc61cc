// States inside a step of which positions, velocities and accelerations are known at both ends.
//
//   q(t) the polynomial of degree 5 with q, q̇, q̈ of both ends, quaternions normalised     (QUINT.1)
//   v = B⁺(q) q̇(t),  a = B⁺(q) q̈(t);   x(t) the cubic with x, ẋ of both ends;  λ, y linear (QUINT.2)
//   quaternions:  ë = ½ e∘ω̇ − ¼ |ω|² e                                                      (QUINT.3)
//
// Positions are sixth order between the ends, velocities fifth, accelerations and x fourth.
// Theory: docs/theory/partitioning.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/interpolant.h"

namespace trammel {

class QuinticInterpolant final : public Interpolant {
 public:
  explicit QuinticInterpolant(const Dae&);

  void set(const State& s0, const State& s1);  // keeps copies
  void set_end_memory(const Vector& memory) { s1_.memory = memory; }

  // q1 − q0 − h/2 (q̇0 + q̇1) + h²/12 (q̈1 − q̈0) of raw coordinates: h⁵/720 of the fifth derivative, and
  // large where something jumps between the ends, whatever a formula has seen of it.       (QUINT.4)
  // `h`: the length of the step, of which the times at its ends have only what rounding left.
  void defect(double h, Eigen::Ref<Vector> out) const;

  double begin() const override { return s0_.t; }
  double end() const override { return s1_.t; }
  void at(double t, State& out) const override;

 private:
  void second_rate(const State&, Vector& q_second) const;

  const Dae& dae_;
  State s0_, s1_;
  Vector rate0_, rate1_, second0_, second1_, zero_;  // of raw coordinates
  mutable Vector q_, q_dot_, q_second_;              // workspaces of at()
};

}  // namespace trammel
