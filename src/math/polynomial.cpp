// SPDX-License-Identifier: BSD-3-Clause
#include "math/polynomial.h"

#include <cmath>
#include <cstddef>

namespace trammel {
namespace {

// Σ a_j exp(ijφ) for j ≥ 1, with the powers of i j of its derivatives: even and odd parts.
struct Harmonics {
  Derivatives cosine, sine;
};

Harmonics harmonics(std::span<const double> a, double phase) {
  const double c1 = std::cos(phase), s1 = std::sin(phase);
  Harmonics sum;
  double c = 1, s = 0;
  for (std::size_t j = 1; j < a.size(); ++j) {
    const double c_next = c * c1 - s * s1;
    s = s * c1 + c * s1;
    c = c_next;
    const double n = double(j), a_n = a[j] * n, a_nn = a_n * n, a_nnn = a_nn * n;
    sum.cosine.value += a[j] * c;
    sum.cosine.first -= a_n * s;
    sum.cosine.second -= a_nn * c;
    sum.cosine.third += a_nnn * s;
    sum.sine.value += a[j] * s;
    sum.sine.first += a_n * c;
    sum.sine.second -= a_nn * s;
    sum.sine.third -= a_nnn * c;
  }
  return sum;
}

}  // namespace

Derivatives polynomial(std::span<const double> a, double x) {
  Derivatives p;  // holds p, p', p''/2, p'''/6 during Horner's scheme
  for (std::size_t j = a.size(); j-- > 0;) {
    p.third = p.third * x + p.second;
    p.second = p.second * x + p.first;
    p.first = p.first * x + p.value;
    p.value = p.value * x + a[j];  // (SER.1)
  }
  p.second *= 2;
  p.third *= 6;
  return p;
}

double polynomial_derivative(std::span<const double> a, double x, int k) {
  const auto order = std::size_t(k);
  double p = 0;
  for (std::size_t j = a.size(); j-- > order;) {
    double factor = 1;  // j!/(j−k)!
    for (std::size_t i = 0; i < order; ++i) factor *= double(j - i);
    p = p * x + factor * a[j];
  }
  return p;
}

Derivatives chebyshev_series(std::span<const double> a, double x) {
  Derivatives b1, b2;  // b_{j+1}, b_{j+2} and their derivatives
  for (std::size_t j = a.size(); j-- > 1;) {
    const Derivatives b{.value = a[j] + 2 * x * b1.value - b2.value,          // (SER.3)
                        .first = 2 * b1.value + 2 * x * b1.first - b2.first,  // (SER.4)
                        .second = 4 * b1.first + 2 * x * b1.second - b2.second,
                        .third = 6 * b1.second + 2 * x * b1.third - b2.third};
    b2 = b1;
    b1 = b;
  }
  const double a0 = a.empty() ? 0 : a[0];
  return {.value = a0 + x * b1.value - b2.value,
          .first = b1.value + x * b1.first - b2.first,
          .second = 2 * b1.first + x * b1.second - b2.second,
          .third = 3 * b1.second + x * b1.third - b2.third};
}

Derivatives sine_series(std::span<const double> a, double phase) {
  Derivatives s = harmonics(a, phase).sine;
  if (!a.empty()) s.value += a[0];  // (SER.5)
  return s;
}

Derivatives cosine_series(std::span<const double> a, double phase) {
  Derivatives c = harmonics(a, phase).cosine;
  if (!a.empty()) c.value += a[0];  // (SER.5)
  return c;
}

}  // namespace trammel
