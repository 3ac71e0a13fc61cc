// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/adams_interpolant.h"

namespace trammel {

AdamsInterpolant::AdamsInterpolant(const Dae& dae, const AdamsDifferences& differences)
    : dae_(dae), differences_(differences), s0_(make_state(dae.layout())), s1_(s0_) {
  const Layout& l = dae.layout();
  newest_ = change_ = rate_ = y_ = Vector::Zero(l.n_q + l.n + l.n_x);
  q_ = Vector::Zero(l.n_q);
  zero_ = Vector::Zero(l.n);
}

void AdamsInterpolant::set(const State& s0, const State& s1, const State& newest) {
  s0_ = s0;
  s1_ = s1;
  t_newest_ = newest.t;
  newest_ << newest.q, newest.v, newest.x;
}

void AdamsInterpolant::at(double t, State& out) const {
  const double h = s1_.t - s0_.t;
  if (h == 0 || t == s1_.t || t == s0_.t) {
    out = h == 0 || t == s1_.t ? s1_ : s0_;
    return;
  }
  const Layout& l = dae_.layout();
  differences_.evaluate(t - t_newest_, change_, rate_);  // (ADAMS.11)
  y_ = newest_ + change_;
  out.t = t;
  q_ = y_.head(l.n_q);
  dae_.retract(q_, zero_, out.q);
  out.v = y_.segment(l.n_q, l.n);
  out.x = y_.tail(l.n_x);
  out.a = rate_.segment(l.n_q, l.n);
  out.x_dot = rate_.tail(l.n_x);
  const double u = (t - s0_.t) / h;
  out.lambda = (1 - u) * s0_.lambda + u * s1_.lambda;
  out.y = (1 - u) * s0_.y + u * s1_.y;
  out.memory = s0_.memory;
}

}  // namespace trammel
