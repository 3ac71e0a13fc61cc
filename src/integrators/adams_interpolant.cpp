// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/adams_interpolant.h"

namespace trammel {

AdamsInterpolant::AdamsInterpolant(const Dae& dae, const AdamsDifferences& differences)
    : RowInterpolant(dae),
      differences_(differences),
      newest_(Vector::Zero(dae.layout().n_q + dae.layout().n + dae.layout().n_x)) {}

void AdamsInterpolant::set(const State& s0, const State& s1, const State& newest) {
  set_ends(s0, s1);
  t_newest_ = newest.t;
  newest_ << newest.q, newest.v, newest.x;
}

void AdamsInterpolant::rows_at(double t, Vector& y, Vector& y_dot) const {
  differences_.evaluate(t - t_newest_, y, y_dot);  // (ADAMS.11)
  y += newest_;
}

}  // namespace trammel
