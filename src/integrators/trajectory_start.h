// States just before a given one on its trajectory, to nearly full precision: what a formula of
// fixed order needs to start with. The index-1 equations are integrated backwards by the explicit
// midpoint rule, extrapolated in the number of its substeps (Gragg, Bulirsch, Stoer).
//
//   y_{m+1} = y_{m−1} + 2η f(y_m),  S(η) = ½ (y_n + y_{n−1} + η f(y_n)),  η = H/n,  n = 2, 4, …    (EXT.1)
//   T_{j,k} = T_{j,k−1} + (T_{j,k−1} − T_{j−1,k−1}) / ((n_j/n_{j−k})² − 1)                         (EXT.2)
//
// What is summed and extrapolated are the changes of y from the given state: differences of them are
// as precise as their own size allows.
//
// For smooth problems without stiffness, as studies of convergence use them.
// Theory: docs/theory/bdf.md#start
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/index_one.h"

namespace trammel {

class TrajectoryStart {
 public:
  TrajectoryStart(const Dae&, const State& from);

  // Column j of `changes`: raw (q, v, x) at t + (j + 1) dt less that at t, for dt of any sign; false:
  // a force or constraint has no value there.
  bool follow(double dt, Matrix& changes);

 private:
  // All of these know y by its change since t, dt after t.
  bool extrapolate(double at, double dt, Vector& change);
  bool midpoint(const Vector& change, double at, double dt, int n, Vector& out);
  bool slope(const Vector& change, double at);  // into f_

  const Dae& dae_;
  IndexOne index_one_;
  State probe_;
  double t_;
  Vector y_, zero_, q_, q_dot_, f_;
};

}  // namespace trammel
