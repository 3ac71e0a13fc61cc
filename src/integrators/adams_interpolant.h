// States inside a step of an Adams method: rates by the polynomial through the past ones and the new
// one, integrated back from the end of the step.
//
//   Y(t) = Y_{n+1} + ∫ P dt,  P of degree k through f_{n+1} … f_{n+1−k},  Ẏ = P              (ADAMS.11)
//
// Theory: docs/theory/adams.md#output
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/adams_differences.h"
#include "integrators/row_interpolant.h"

namespace trammel {

class AdamsInterpolant final : public RowInterpolant {
 public:
  // The differences must not change as long as the interpolant is used.
  AdamsInterpolant(const Dae&, const AdamsDifferences&);

  // Ends of the step, and the state and time the differences belong to: the end, or what a step that
  // was no step of the formula began with.
  void set(const State& s0, const State& s1, const State& newest);

 private:
  void rows_at(double t, Vector& y, Vector& y_dot) const override;

  const AdamsDifferences& differences_;
  double t_newest_ = 0;
  Vector newest_;  // (q, v, x)
};

}  // namespace trammel
