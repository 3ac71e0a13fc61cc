// States inside a step of a method that has one polynomial for all rows Y = (q, v, x).
//
//   (q, v, x)(t) = Y(t), quaternions normalised;  a, ẋ = Ẏ(t);  λ, y linear                  (ROWS.1)
//
// Both ends of the step are the stored states exactly. Theory: docs/theory/bdf.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/interpolant.h"

namespace trammel {

class RowInterpolant : public Interpolant {
 public:
  void set_end_memory(const Vector& memory) { s1_.memory = memory; }  // after commit()

  double begin() const final { return s0_.t; }
  double end() const final { return s1_.t; }
  void at(double t, State& out) const final;

 protected:
  explicit RowInterpolant(const Dae&);

  void set_ends(const State& s0, const State& s1);
  virtual void rows_at(double t, Vector& y, Vector& y_dot) const = 0;

 private:
  const Dae& dae_;
  State s0_, s1_;
  Vector zero_;
  mutable Vector y_, y_dot_, q_;  // workspaces of at()
};

}  // namespace trammel
