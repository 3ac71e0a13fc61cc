// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/trajectory_start.h"

#include <utility>
#include <vector>

namespace trammel {

namespace {

constexpr int columns = 7;  // of the extrapolation table: order 14

}  // namespace

TrajectoryStart::TrajectoryStart(const Dae& dae, const State& from)
    : dae_(dae), index_one_(dae), probe_(from), t_(from.t), zero_(Vector::Zero(dae.layout().n)) {
  const Layout& l = dae.layout();
  y_ = f_ = Vector::Zero(l.n_q + l.n + l.n_x);
  y_ << from.q, from.v, from.x;
  q_ = q_dot_ = from.q;
}

bool TrajectoryStart::follow(double dt, Matrix& changes) {
  constexpr int parts = 2;  // of each step
  Vector change = Vector::Zero(y_.size());
  for (int j = 0; j < changes.cols(); ++j) {
    for (int part = 0; part < parts; ++part)
      if (!extrapolate((j + double(part) / parts) * dt, dt / parts, change)) return false;
    changes.col(j) = change;
  }
  return true;
}

bool TrajectoryStart::slope(const Vector& change, double at) {
  const Layout& l = dae_.layout();
  probe_.t = t_ + at;
  q_ = y_.head(l.n_q) + change.head(l.n_q);
  dae_.retract(q_, zero_, probe_.q);
  probe_.v = y_.segment(l.n_q, l.n) + change.segment(l.n_q, l.n);
  probe_.x = y_.tail(l.n_x) + change.tail(l.n_x);
  if (!index_one_.accelerate(probe_).ok()) return false;
  dae_.rate(probe_.q, probe_.v, q_dot_);
  f_ << q_dot_, probe_.a, probe_.x_dot;
  return f_.allFinite();
}

bool TrajectoryStart::midpoint(const Vector& change, double at, double dt, int n,
                               Vector& out) {  // (EXT.1)
  const double eta = dt / n;
  Vector before = change, next(f_.size());
  if (!slope(before, at)) return false;
  out = before + eta * f_;
  for (int m = 1; m < n; ++m) {
    if (!slope(out, at + m * eta)) return false;
    next = before + 2 * eta * f_;
    std::swap(before, out);
    std::swap(out, next);
  }
  if (!slope(out, at + dt)) return false;
  out = 0.5 * (out + before + eta * f_);
  return true;
}

bool TrajectoryStart::extrapolate(double at, double dt, Vector& change) {
  std::vector<Vector> table(columns, Vector(f_.size()));  // row of (EXT.2), newest column first
  Vector correction(f_.size()), T(f_.size());
  for (int j = 0; j < columns; ++j) {
    if (!midpoint(change, at, dt, 2 * (j + 1), T)) return false;
    for (int k = 1; k <= j; ++k) {
      const double ratio = double(j + 1) / double(j + 1 - k);
      correction = (T - table[std::size_t(k) - 1]) / (ratio * ratio - 1);  // (EXT.2)
      std::swap(table[std::size_t(k) - 1], T);
      T = table[std::size_t(k) - 1] + correction;
    }
    table[std::size_t(j)] = T;
  }
  change = table.back();
  return true;
}

}  // namespace trammel
