// Reference solutions: Gragg's extrapolation in extended precision for ordinary differential
// equations ẏ = f(t, y), independent of every integrator of the library.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>

#include "math/vec.h"

namespace trammel::testing {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Ode = std::function<RealVector(Real t, const RealVector& y)>;

// A⁻¹b, with pivoting.
RealVector solve(const RealMatrix& A, const RealVector& b);

RealVector real_vector(std::initializer_list<Real>);

RealVector integrate(const Ode&, RealVector y, Real t0, Real t1, Real tolerance = 1e-17L);

// y(t) for t ≥ t0. Remembers the points it was asked for, so a sweep in time costs one integration;
// copies share that memory. Not for concurrent use.
class ReferenceTrajectory {
 public:
  ReferenceTrajectory(Ode ode, const RealVector& y0, double t0 = 0);
  RealVector at(double t) const;

 private:
  Ode ode_;
  std::shared_ptr<std::map<double, RealVector>> known_;
};

// The root of f near x (f increasing or decreasing, smooth), by Newton with the given derivative.
Real newton_root(const std::function<Real(Real)>& f, const std::function<Real(Real)>& df, Real x);

}  // namespace trammel::testing
