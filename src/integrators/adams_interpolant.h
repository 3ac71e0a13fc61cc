// States inside a step of an Adams method: rates by the polynomial through the past ones and the new
// one, integrated back from the end of the step.
//
//   Y(t) = Y_{n+1} + ∫ P dt,  P of degree k through f_{n+1} … f_{n+1−k};  quaternions normalised;
//   a, ẋ = P;  λ, y linear                                                               (ADAMS.11)
//
// Theory: docs/theory/adams.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/adams_differences.h"
#include "numerics/interpolant.h"

namespace trammel {

class AdamsInterpolant final : public Interpolant {
 public:
  // The differences must not change as long as the interpolant is used.
  AdamsInterpolant(const Dae&, const AdamsDifferences&);

  // Ends of the step, and the state and time the differences belong to: the end, or what a step that
  // was no step of the formula began with.
  void set(const State& s0, const State& s1, const State& newest);
  void set_end_memory(const Vector& memory) { s1_.memory = memory; }

  double begin() const override { return s0_.t; }
  double end() const override { return s1_.t; }
  void at(double t, State& out) const override;

 private:
  const Dae& dae_;
  const AdamsDifferences& differences_;
  State s0_, s1_;
  double t_newest_ = 0;
  Vector newest_;                         // (q, v, x)
  mutable Vector change_, rate_, q_, y_;  // workspaces of at()
  Vector zero_;
};

}  // namespace trammel
