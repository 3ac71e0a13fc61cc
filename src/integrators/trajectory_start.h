// States just before a given one on its trajectory, to nearly full precision: what a formula of
// fixed order needs to start with. The index-1 equations are integrated backwards by the explicit
// midpoint rule, extrapolated in the number of its substeps (Gragg, Bulirsch, Stoer).
//
//   y_{m+1} = y_{m−1} + 2η f(y_m),  S(η) = ½ (y_n + y_{n−1} + η f(y_n)),  η = H/n,  n = 2, 4, …    (EXT.1)
//   T_{j,k} = T_{j,k−1} + (T_{j,k−1} − T_{j−1,k−1}) / ((n_j/n_{j−k})² − 1)                         (EXT.2)
//
// For smooth problems without stiffness, as studies of convergence use them.
// Theory: docs/theory/bdf.md#start
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/index_one.h"

namespace trammel {

class TrajectoryStart {
 public:
  explicit TrajectoryStart(const Dae&);

  // Moves t, q, v, x of the state along its trajectory by dt (of any sign) in two equal parts; false:
  // a force or constraint has no value there.
  bool move(State&, double dt);

 private:
  bool extrapolate(State&, double dt);
  bool midpoint(const State& from, double dt, int n, Vector& y);
  bool slope(const Vector& y, double t);  // into f_

  const Dae& dae_;
  IndexOne index_one_;
  State probe_;
  Vector zero_, q_dot_, f_;
};

}  // namespace trammel
