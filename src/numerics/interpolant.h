// States inside a step. Used for output between steps, event location, DELAY and samples.
//
// HermiteInterpolant: with θ = (t−t0)/h,
//   q(t) = retract(q0, ξ(θ)),  ξ the cubic with ξ(0)=0, ξ̇(0)=v0, ξ(1)=Δ, ξ̇(1)=T⁻¹(Δ) v1  (HERM.1)
//   v(t) the cubic through v0, v1 with slopes a0, a1 (the true accelerations)            (HERM.2)
//   x(t) the cubic through x0, x1 with slopes ẋ0, ẋ1;  a, λ, ẋ, y linear                 (HERM.3)
// Positions and velocities are fourth order between the ends, a and λ second.
// Theory: docs/theory/hht.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/dae.h"

namespace trammel {

class Interpolant {
 public:
  virtual ~Interpolant() = default;
  virtual double begin() const = 0;
  virtual double end() const = 0;
  virtual void at(double t, State& out) const = 0;  // begin() <= t <= end()
};

class HermiteInterpolant final : public Interpolant {
 public:
  explicit HermiteInterpolant(const Dae&);

  // The two ends of a step and its tangent increment Δ, q1 = retract(q0, Δ). Keeps copies.
  void set(const State& s0, const State& s1, const Vector& increment);
  // Where the velocities at the ends of the step are no guide to the path between them: slopes of one
  // tangent entry there instead, and the velocity goes from one to the other in a straight line.
  void set_slopes(int entry, double begin, double end) { slopes_.push_back({entry, begin, end}); }
  void set_end_memory(const Vector& memory) { s1_.memory = memory; }  // after commit()

  double begin() const override { return s0_.t; }
  double end() const override { return s1_.t; }
  void at(double t, State& out) const override;

 private:
  struct Slopes {
    int entry;
    double begin, end;
  };

  const Dae& dae_;
  State s0_, s1_;
  std::vector<Slopes> slopes_;
  Vector increment_, end_rate_;  // Δ and T⁻¹(Δ) v1
  mutable Vector xi_;            // workspace of at()
};

}  // namespace trammel
