// States inside a step of a backward differentiation formula: the polynomial the formula is made of.
//
//   (q, v, x)(t) = π((t − t_{n+1})/h), quaternions normalised;  a, ẋ = π̇;  λ, y linear         (BDF.11)
//
// π passes through both ends of the step, so that the output is continuous; at the end it is the
// stored state exactly. Theory: docs/theory/bdf.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/nordsieck.h"
#include "numerics/interpolant.h"

namespace trammel {

class NordsieckInterpolant final : public Interpolant {
 public:
  NordsieckInterpolant(const Dae&, const Nordsieck&);

  // The ends of a step and the array of (q, v, x) at its end. Keeps copies.
  void set(const State& s0, const State& s1, const Nordsieck&);
  void set_end_memory(const Vector& memory) { s1_.memory = memory; }  // after commit()

  double begin() const override { return s0_.t; }
  double end() const override { return s1_.t; }
  void at(double t, State& out) const override;

 private:
  const Dae& dae_;
  Nordsieck array_;
  State s0_, s1_;
  mutable Vector y_, y_dot_, q_;  // workspace of at()
  Vector zero_;
};

}  // namespace trammel
