// SPDX-License-Identifier: BSD-3-Clause
#include "math/stumpff.h"

#include <cmath>
#include <cstddef>

namespace trammel {
namespace {

// Below this θ² the series is used. At θ = 2 the recurrence (ROT.2) run upwards loses one digit at
// most, and eleven terms of the series leave less than 1e-16.
constexpr double series_limit = 4.0;
constexpr int series_terms = 11;

// 1/(2k+n)! for k = 0 … series_terms − 1.
constexpr std::array<double, series_terms> inverse_factorials(int n) {
  std::array<double, series_terms> result{};
  double factorial = 1;
  for (int m = 2; m <= n; ++m) factorial *= m;
  for (int k = 0; k < series_terms; ++k) {
    result[std::size_t(k)] = 1 / factorial;
    factorial *= (2 * k + n + 1) * (2 * k + n + 2);
  }
  return result;
}

constexpr auto series4 = inverse_factorials(4), series5 = inverse_factorials(5);

double alternating_sum(const std::array<double, series_terms>& coefficients, double s) {
  double sum = 0;
  for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) sum = *c - s * sum;
  return sum;  // (ROT.1)
}

}  // namespace

std::array<double, 6> stumpff(double s) {
  std::array<double, 6> c;
  if (s < series_limit) {
    c[5] = alternating_sum(series5, s);
    c[4] = alternating_sum(series4, s);
    c[3] = 1.0 / 6 - s * c[5];  // (ROT.2) downwards: no cancellation
    c[2] = 0.5 - s * c[4];
    c[1] = 1 - s * c[3];
    c[0] = 1 - s * c[2];
    return c;
  }
  const double theta = std::sqrt(s), half_sine = std::sin(theta / 2);
  c[0] = std::cos(theta);
  c[1] = std::sin(theta) / theta;
  c[2] = 2 * half_sine * half_sine / s;  // keeps its relative accuracy near 2π
  c[3] = (1 - c[1]) / s;                 // (ROT.2) upwards: s is not small here
  c[4] = (0.5 - c[2]) / s;
  c[5] = (1.0 / 6 - c[3]) / s;
  return c;
}

}  // namespace trammel
