// Power, Chebyshev and Fourier series with exact derivatives (POLY, CHEBY, FORSIN, FORCOS).
// Each series has at least the term a0; an empty list of coefficients is the zero function.
//
//   p(x) = Σ a_j x^j                                                   (SER.1)
//   c(x) = Σ a_j T_j(x),  T_0 = 1, T_1 = x, T_{j+1} = 2x T_j − T_{j−1}  (SER.2)
//   b_j = a_j + 2x b_{j+1} − b_{j+2},  c = a_0 + x b_1 − b_2            (SER.3)
//   b_j⁽ᵏ⁾ = 2k b_{j+1}⁽ᵏ⁻¹⁾ + 2x b_{j+1}⁽ᵏ⁾ − b_{j+2}⁽ᵏ⁾                (SER.4)
//   s(φ) = a_0 + Σ a_j sin jφ,  k(φ) = a_0 + Σ a_j cos jφ               (SER.5)
//
// The shift x − x0 and the phase φ = ω(x − x0) are the caller's chain rule.
// Derivation: docs/theory/splines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "math/derivatives.h"

namespace trammel {

Derivatives polynomial(std::span<const double> a, double x);

// k-th derivative of (SER.1), k ≥ 0.
double polynomial_derivative(std::span<const double> a, double x, int k);

// T_j is used as a polynomial: x may leave [−1, 1].
Derivatives chebyshev_series(std::span<const double> a, double x);

// Derivatives with respect to the phase φ in radians.
Derivatives sine_series(std::span<const double> a, double phase);
Derivatives cosine_series(std::span<const double> a, double phase);

}  // namespace trammel
