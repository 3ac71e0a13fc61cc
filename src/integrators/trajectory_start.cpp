// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/trajectory_start.h"

#include <utility>
#include <vector>

namespace trammel {

namespace {

constexpr int columns = 7;  // of the extrapolation table: order 14

void stack(const State& s, Vector& y) {
  y << s.q, s.v, s.x;
}

}  // namespace

TrajectoryStart::TrajectoryStart(const Dae& dae)
    : dae_(dae),
      index_one_(dae),
      zero_(Vector::Zero(dae.layout().n)),
      q_dot_(Vector::Zero(dae.layout().n_q)),
      f_(Vector::Zero(dae.layout().n_q + dae.layout().n + dae.layout().n_x)) {}

bool TrajectoryStart::move(State& s, double dt) {
  return extrapolate(s, dt / 2) && extrapolate(s, dt / 2);
}

bool TrajectoryStart::slope(const Vector& y, double t) {
  const Layout& l = dae_.layout();
  probe_.t = t;
  probe_.v = y.segment(l.n_q, l.n);
  probe_.x = y.tail(l.n_x);
  const Vector q = y.head(l.n_q);
  dae_.retract(q, zero_, probe_.q);
  if (!index_one_.accelerate(probe_).ok()) return false;
  dae_.rate(probe_.q, probe_.v, q_dot_);
  f_ << q_dot_, probe_.a, probe_.x_dot;
  return f_.allFinite();
}

bool TrajectoryStart::midpoint(const State& from, double dt, int n, Vector& y) {  // (EXT.1)
  const double eta = dt / n;
  Vector before(f_.size()), next(f_.size());
  stack(from, before);
  if (!slope(before, from.t)) return false;
  y = before + eta * f_;
  for (int m = 1; m < n; ++m) {
    if (!slope(y, from.t + m * eta)) return false;
    next = before + 2 * eta * f_;
    std::swap(before, y);
    std::swap(y, next);
  }
  if (!slope(y, from.t + dt)) return false;
  y = 0.5 * (y + before + eta * f_);
  return true;
}

bool TrajectoryStart::extrapolate(State& s, double dt) {
  const Layout& l = dae_.layout();
  probe_ = s;
  std::vector<Vector> table(columns, Vector(f_.size()));  // row of (EXT.2), newest column first
  Vector correction(f_.size());
  for (int j = 0; j < columns; ++j) {
    Vector T(f_.size());
    if (!midpoint(s, dt, 2 * (j + 1), T)) return false;
    for (int k = 1; k <= j; ++k) {
      const double ratio = double(j + 1) / double(j + 1 - k);
      correction = (T - table[std::size_t(k) - 1]) / (ratio * ratio - 1);  // (EXT.2)
      std::swap(table[std::size_t(k) - 1], T);
      T = table[std::size_t(k) - 1] + correction;
    }
    table[std::size_t(j)] = T;
  }
  const Vector& y = table.back();
  s.t += dt;
  const Vector q = y.head(l.n_q);
  dae_.retract(q, zero_, s.q);
  s.v = y.segment(l.n_q, l.n);
  s.x = y.tail(l.n_x);
  return index_one_.accelerate(s).ok();
}

}  // namespace trammel
