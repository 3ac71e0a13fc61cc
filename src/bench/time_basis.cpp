// SPDX-License-Identifier: BSD-3-Clause
#include "bench/time_basis.h"

#include <cmath>
#include <numbers>

#include "numerics/dense.h"

namespace trammel::bench {

namespace {

double value_of(const TimePolynomial& p, double tau) {
  double sum = 0;
  for (std::size_t m = p.size(); m-- > 0;) sum = sum * tau + p[m];
  return sum;
}

TimePolynomial derivative(const TimePolynomial& p) {
  TimePolynomial out;
  for (std::size_t m = 1; m < p.size(); ++m) out.push_back(double(m) * p[m]);
  return out;
}

}  // namespace

TimeRule::TimeRule() : x{}, w{} {
  for (int i = 0; i < points; ++i) {  // roots of the Legendre polynomial, by Newton
    double root = std::cos(std::numbers::pi * (i + 0.75) / (points + 0.5)), slope = 1;
    for (int step = 0; step < 20; ++step) {
      double p = root, before = 1;
      for (int m = 1; m < points; ++m) {
        const double next = ((2 * m + 1) * root * p - m * before) / (m + 1);
        before = p, p = next;
      }
      slope = points * (root * p - before) / (root * root - 1);
      root -= p / slope;
    }
    x[std::size_t(i)] = (1 + root) / 2;
    w[std::size_t(i)] = 1 / ((1 - root * root) * slope * slope);
  }
}

TimeBasis lagrange_basis(int degree) {
  TimeBasis basis;
  for (int j = 0; j <= degree; ++j) {
    TimePolynomial p{1};
    for (int i = 0; i <= degree; ++i) {
      if (i == j) continue;
      const double root = double(i) / degree, distance = double(j - i) / degree;
      TimePolynomial next(p.size() + 1, 0);
      for (std::size_t m = 0; m < p.size(); ++m) {
        next[m + 1] += p[m] / distance;
        next[m] -= root * p[m] / distance;
      }
      p = next;
    }
    basis.push_back(p);
  }
  return basis;
}

TimeBasis hermite_basis(int degree) {
  const int n = degree + 1;
  Eigen::MatrixXd conditions(n, n);
  const auto set = [&](int row, double tau, bool is_slope) {
    for (int m = 0; m < n; ++m)
      conditions(row, m) = is_slope ? (m == 0 ? 0 : m * std::pow(tau, m - 1)) : std::pow(tau, m);
  };
  int row = 0;
  set(row++, 0, false), set(row++, 0, true);
  if (degree == 4) set(row++, 0.5, false);
  set(row++, 1, false), set(row++, 1, true);
  const Eigen::MatrixXd inverse = DenseLu(conditions).inverse();
  TimeBasis basis;
  for (int j = 0; j < n; ++j) {
    basis.emplace_back();
    for (int m = 0; m < n; ++m) basis.back().push_back(inverse(m, j));
  }
  return basis;
}

TimeBasis monomials(int count) {
  TimeBasis basis;
  for (int j = 0; j < count; ++j) {
    basis.emplace_back(std::size_t(j) + 1, 0.0);
    basis.back().back() = 1;
  }
  return basis;
}

TabulatedBasis::TabulatedBasis(const TimeBasis& basis, const TimeRule& rule)
    : value(basis.size(), TimeRule::points), slope(basis.size(), TimeRule::points) {
  const auto n = Eigen::Index(basis.size());
  at_begin = at_end = slope_at_end = Eigen::VectorXd(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const TimePolynomial &p = basis[std::size_t(j)], d = derivative(p);
    for (Eigen::Index i = 0; i < TimeRule::points; ++i) {
      value(j, i) = value_of(p, rule.x[std::size_t(i)]);
      slope(j, i) = value_of(d, rule.x[std::size_t(i)]);
    }
    at_begin[j] = value_of(p, 0);
    at_end[j] = value_of(p, 1);
    slope_at_end[j] = value_of(d, 1);
  }
}

}  // namespace trammel::bench
