// Gragg-Bulirsch-Stoer extrapolation of fixed order 16.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference_ode.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace trammel::testing {

namespace {

constexpr int columns = 8;  // 2, 4, …, 16 substeps

// Modified midpoint rule with Gragg's smoothing: an expansion in even powers of h only.
RealVector midpoint(const Ode& f, const RealVector& y0, const RealVector& f0, Real t, Real H,
                    int n) {
  const Real h = H / n;
  RealVector previous = y0, current = y0 + h * f0;
  for (int i = 1; i < n; ++i) {
    const RealVector next = previous + 2 * h * f(t + i * h, current);
    previous = current;
    current = next;
  }
  return (current + previous + h * f(t + H, current)) / 2;
}

struct Extrapolated {
  RealVector y;
  Real error;  // relative to 1 + |y|
};

Extrapolated extrapolate(const Ode& f, const RealVector& y0, const RealVector& f0, Real t, Real H) {
  std::array<RealVector, columns> row;  // Neville's tableau in h², last row only
  Real error = 0;
  for (int j = 0; j < columns; ++j) {
    RealVector value = midpoint(f, y0, f0, t, H, 2 * (j + 1));
    for (int k = 0; k < j; ++k) {
      const Real ratio = Real(j + 1) / Real(j - k);
      const RealVector better = value + (value - row[std::size_t(k)]) / (ratio * ratio - 1);
      row[std::size_t(k)] = value;
      error = ((better - value).array() / (1 + better.array().abs())).abs().maxCoeff();
      value = better;
    }
    row[std::size_t(j)] = value;
  }
  return {row[columns - 1], std::isfinite(error) ? error : Real(1)};
}

}  // namespace

RealVector solve(const RealMatrix& A, const RealVector& b) {
  return A.fullPivLu().solve(b);
}

RealVector real_vector(std::initializer_list<Real> values) {
  RealVector v(Eigen::Index(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

RealVector integrate(const Ode& f, RealVector y, Real t0, Real t1, Real tolerance) {
  Real t = t0, H = std::min<Real>(t1 - t0, 0.01L);
  while (t1 - t > 1e-18L * std::max<Real>(1, std::abs(t1))) {
    H = std::min(H, t1 - t);
    const Extrapolated trial = extrapolate(f, y, f(t, y), t, H);
    const Real factor = std::clamp<Real>(
        0.9L * std::pow(tolerance / std::max<Real>(trial.error, 1e-24L), 1.0L / 15), 0.2L, 3.0L);
    if (trial.error <= tolerance) {
      y = trial.y;
      t += H;
    } else if (H < 1e-13L) {
      throw std::runtime_error("reference solution: step size underflow");
    }
    H *= factor;
  }
  return y;
}

ReferenceTrajectory::ReferenceTrajectory(Ode ode, const RealVector& y0, double t0)
    : ode_(std::move(ode)), known_(std::make_shared<std::map<double, RealVector>>()) {
  known_->emplace(t0, y0);
}

RealVector ReferenceTrajectory::at(double t) const {
  const auto after = known_->upper_bound(t);
  if (after == known_->begin()) throw std::invalid_argument("reference solution: before its start");
  const auto& [t_known, y_known] = *std::prev(after);
  if (t_known == t) return y_known;
  return known_->emplace(t, integrate(ode_, y_known, t_known, t)).first->second;
}

Real newton_root(const std::function<Real(Real)>& f, const std::function<Real(Real)>& df, Real x) {
  Real previous = 1e300L;
  for (int i = 0; i < 100; ++i) {
    const Real step = f(x) / df(x);
    x -= step;
    const Real size = std::abs(step) / (1 + std::abs(x));
    if (size < 1e-19L || (size < 1e-15L && size >= previous)) return x;
    previous = size;
  }
  throw std::runtime_error("reference solution: no root");
}

}  // namespace trammel::testing
