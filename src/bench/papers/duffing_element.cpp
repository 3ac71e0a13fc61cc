// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/duffing_element.h"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "bench/time_basis.h"

namespace trammel::bench::papers {

namespace {

constexpr double h = 0.5;
constexpr int steps = 200, most_iterations = 50;

double energy(double x, double v) {
  return v * v / 2 + x * x / 2 + x * x * x * x / 4;
}

}  // namespace

double duffing_energy_growth(CosineElement::Tests tests) {
  const TimeRule rule;
  const TabulatedBasis trial(lagrange_basis(2), rule);
  TimeBasis functions = monomials(2);
  if (tests == CosineElement::Tests::literal) {
    functions = lagrange_basis(2);
    functions.pop_back();
  }
  const TabulatedBasis test(functions, rule);
  double x = 1, v = 0;
  const double begin = energy(x, v);
  for (int n = 0; n < steps; ++n) {
    Eigen::Vector3d z(x, x + h / 2 * v, x + h * v);
    bool is_converged = false;
    for (int k = 0; k < most_iterations && !is_converged; ++k) {
      Eigen::Vector2d r;
      Eigen::Matrix2d J;
      const Eigen::RowVectorXd place = z.transpose() * trial.value,
                               rate = z.transpose() * trial.slope / h;
      const double rate_at_end = z.dot(trial.slope_at_end) / h;
      for (int w = 0; w < 2; ++w) {  // (DCF.1) with F = −x − x³
        r[w] = rate_at_end * test.at_end[w] - v * test.at_begin[w] + rule.integral([&](int g) {
          const double push = place[g] + place[g] * place[g] * place[g];
          return h * push * test.value(w, g) - rate[g] * test.slope(w, g);
        });
        for (int j = 1; j < 3; ++j)
          J(w, j - 1) = trial.slope_at_end[j] * test.at_end[w] / h + rule.integral([&](int g) {
            const double stiffness = 1 + 3 * place[g] * place[g];
            return h * stiffness * trial.value(j, g) * test.value(w, g) -
                   trial.slope(j, g) * test.slope(w, g) / h;
          });
      }
      const Eigen::Vector2d change = J.inverse() * r;
      z.tail<2>() -= change;
      is_converged = change.norm() < 1e-12 * std::max(1.0, z.norm());
    }
    if (!is_converged) return std::numeric_limits<double>::infinity();
    x = z[2], v = z.dot(trial.slope_at_end) / h;
  }
  return energy(x, v) / begin;
}

}  // namespace trammel::bench::papers
