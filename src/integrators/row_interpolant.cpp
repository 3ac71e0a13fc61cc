// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/row_interpolant.h"

namespace trammel {

RowInterpolant::RowInterpolant(const Dae& dae)
    : dae_(dae),
      s0_(make_state(dae.layout())),
      s1_(s0_),
      zero_(Vector::Zero(dae.layout().n)),
      y_(Vector::Zero(dae.layout().n_q + dae.layout().n + dae.layout().n_x)),
      y_dot_(y_),
      q_(Vector::Zero(dae.layout().n_q)) {}

void RowInterpolant::set_ends(const State& s0, const State& s1) {
  s0_ = s0;
  s1_ = s1;
}

void RowInterpolant::at(double t, State& out) const {
  const double h = s1_.t - s0_.t;
  if (h == 0 || t == s1_.t || t == s0_.t) {
    out = h == 0 || t == s1_.t ? s1_ : s0_;
    return;
  }
  const Layout& l = dae_.layout();
  rows_at(t, y_, y_dot_);  // (ROWS.1)
  out.t = t;
  q_ = y_.head(l.n_q);
  dae_.retract(q_, zero_, out.q);
  out.v = y_.segment(l.n_q, l.n);
  out.x = y_.tail(l.n_x);
  out.a = y_dot_.segment(l.n_q, l.n);
  out.x_dot = y_dot_.tail(l.n_x);
  const double u = (t - s0_.t) / h;
  out.lambda = (1 - u) * s0_.lambda + u * s1_.lambda;
  out.y = (1 - u) * s0_.y + u * s1_.y;
  out.memory = s0_.memory;
}

}  // namespace trammel
