// States inside a step of a backward differentiation formula: the polynomial the formula is made of.
//
//   Y(t) = π((t − t_{n+1})/h)                                                              (BDF.11)
//
// π passes through both ends of the step, so that the output is continuous.
// Theory: docs/theory/bdf.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/nordsieck.h"
#include "integrators/row_interpolant.h"

namespace trammel {

class NordsieckInterpolant final : public RowInterpolant {
 public:
  NordsieckInterpolant(const Dae& dae, const Nordsieck& array)
      : RowInterpolant(dae), array_(array) {}

  // The ends of a step and the array of (q, v, x) at its end. Keeps copies.
  void set(const State& s0, const State& s1, const Nordsieck&);

 private:
  void rows_at(double t, Vector& y, Vector& y_dot) const override;

  Nordsieck array_;
};

}  // namespace trammel
