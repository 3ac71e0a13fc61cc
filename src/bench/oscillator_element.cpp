// SPDX-License-Identifier: BSD-3-Clause
#include "bench/oscillator_element.h"

#include <Eigen/LU>
#include <cmath>

#include "bench/time_basis.h"
#include "numerics/dense.h"

namespace trammel::bench {

namespace {

std::array<double, 2> moduli(const Eigen::Matrix2d& m) {
  const double half = m.trace() / 2, square = half * half - m.determinant();
  if (square < 0) {
    const double both = std::sqrt(m.determinant());
    return {both, both};
  }
  const double root = std::sqrt(square), larger = std::abs(half) + root;
  return {larger, std::abs(std::abs(half) - root)};
}

}  // namespace

OscillatorMap oscillator_map(int degree, CosineElement::Tests tests, double zeta, double omega,
                             double h) {
  const TimeRule rule;
  const TabulatedBasis trial(lagrange_basis(degree), rule);
  TimeBasis functions = monomials(degree);
  if (tests == CosineElement::Tests::literal) {
    functions = lagrange_basis(degree);
    functions.pop_back();
  }
  const TabulatedBasis test(functions, rule);

  Eigen::MatrixXd left(degree, degree + 1);
  for (int w = 0; w < degree; ++w)
    for (int j = 0; j <= degree; ++j) {  // (DCF.1) with F = −2ζω ẋ − ω² x
      const double flow =
          rule.integral([&](int g) { return trial.slope(j, g) * test.slope(w, g); });
      const double rate =
          rule.integral([&](int g) { return trial.slope(j, g) * test.value(w, g); });
      const double place =
          rule.integral([&](int g) { return trial.value(j, g) * test.value(w, g); });
      left(w, j) = (trial.slope_at_end[j] * test.at_end[w] - flow) / h + 2 * zeta * omega * rate +
                   omega * omega * h * place;
    }
  Eigen::MatrixXd right(degree, 2);
  right << -left.col(0), test.at_begin;
  const Eigen::MatrixXd nodes = DenseLu(left.rightCols(degree)).solve(right);

  Eigen::Matrix2d map;
  map.row(0) = nodes.row(degree - 1);
  map.row(1) = trial.slope_at_end.tail(degree).transpose() * nodes / h;
  map(1, 0) += trial.slope_at_end[0] / h;
  OscillatorMap out{moduli(map)};
  if (degree == 2) out.paper = moduli(nodes);
  return out;
}

}  // namespace trammel::bench
