// Polynomials on a step, τ from 0 to 1, as trial and test functions of finite elements in time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace trammel::bench {

using TimePolynomial = std::vector<double>;  // ascending powers of τ
using TimeBasis = std::vector<TimePolynomial>;

TimeBasis lagrange_basis(int degree);  // equally spaced nodes
// Value and slope at 0, of degree 4 the value in the middle, value and slope at 1; degree 3 or 4.
TimeBasis hermite_basis(int degree);
TimeBasis monomials(int count);

// Gauss's rule on [0, 1] with eight points: exact for every product of these.
struct TimeRule {
  static constexpr int points = 8;
  std::array<double, points> x, w;

  TimeRule();
  template <class Integrand>
  auto integral(Integrand f) const {
    auto sum = w[0] * f(0);
    for (int i = 1; i < points; ++i) sum += w[std::size_t(i)] * f(i);
    return sum;
  }
};

// Functions at the points of the rule and at both ends.
struct TabulatedBasis {
  Eigen::MatrixXd value, slope;  // function × point
  Eigen::VectorXd at_begin, at_end, slope_at_end;

  TabulatedBasis(const TimeBasis&, const TimeRule&);
  int count() const { return int(value.rows()); }
};

}  // namespace trammel::bench
