// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/nordsieck_interpolant.h"

namespace trammel {

NordsieckInterpolant::NordsieckInterpolant(const Dae& dae, const Nordsieck& array)
    : dae_(dae),
      array_(array),
      s0_(make_state(dae.layout())),
      s1_(s0_),
      y_(array.predicted()),
      y_dot_(y_),
      q_(Vector::Zero(dae.layout().n_q)),
      zero_(Vector::Zero(dae.layout().n)) {}

void NordsieckInterpolant::set(const State& s0, const State& s1, const Nordsieck& array) {
  s0_ = s0;
  s1_ = s1;
  array_ = array;
}

void NordsieckInterpolant::at(double t, State& out) const {
  const double h = s1_.t - s0_.t;
  if (h == 0 || t == s1_.t) {
    out = s1_;
    return;
  }
  if (t == s0_.t) {
    out = s0_;
    return;
  }
  const Layout& l = dae_.layout();
  array_.evaluate((t - s1_.t) / array_.h(), y_, y_dot_);  // (BDF.11)
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
