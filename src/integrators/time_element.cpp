// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/time_element.h"

#include <cmath>

namespace trammel {

namespace {

// Shifted Legendre polynomials of degree 0 to 3, ascending powers.
constexpr double legendre[4][4] = {{1, 0, 0, 0}, {-1, 2, 0, 0}, {1, -6, 6, 0}, {-1, 12, -30, 20}};

}  // namespace

TimeElement::TimeElement(Type type)
    : k_(type == Type::lq || type == Type::l1h3 ? 2 : 3),
      is_hermite_(type == Type::l1h3 || type == Type::l2h4),
      g_{},
      w_{},
      l_{},
      V_{},
      W_{},
      X_{},
      D_{},
      jump_{} {
  if (k_ == 2) {
    const double d = std::sqrt(3.0) / 6;
    g_ = {0.5 - d, 0.5 + d};
    w_ = {0.5, 0.5};
  } else {
    const double d = std::sqrt(15.0) / 10;
    g_ = {0.5 - d, 0.5, 0.5 + d};
    w_ = {5.0 / 18, 4.0 / 9, 5.0 / 18};
  }
  for (int j = 0; j < k_; ++j) {
    const auto at = std::size_t(j);
    l_[at] = lagrange(j);
    V_[at] = integral(l_[at]);  // (STE.1)
    W_[at] = integral(V_[at]);
    const Polynomial D = is_hermite_ ? V_[at] : shortened(V_[at]);
    const Polynomial X = integral(D);  // (STE.2)
    for (int i = 0; i <= k_; ++i) {
      X_[std::size_t(i)][at] = value(X, point(i));
      D_[std::size_t(i)][at] = value(D, point(i));
    }
    jump_[at] = is_hermite_ ? 0 : (k_ == 2 ? 4.0 / 27 : 0.0679) * value(D, 0);  // (STE.6)
  }
}

double TimeElement::value(const Polynomial& p, double tau) {
  double sum = 0;
  for (std::size_t m = p.size(); m-- > 0;) sum = sum * tau + p[m];
  return sum;
}

TimeElement::Polynomial TimeElement::integral(const Polynomial& p) {
  Polynomial out{};
  for (std::size_t m = 0; m + 1 < p.size(); ++m) out[m + 1] = p[m] / double(m + 1);
  return out;
}

TimeElement::Polynomial TimeElement::lagrange(int j) const {
  Polynomial out{};
  out[0] = 1;
  for (int i = 0; i < k_; ++i) {
    if (i == j) continue;
    const double root = g_[std::size_t(i)], distance = g_[std::size_t(j)] - root;
    for (std::size_t m = out.size(); m-- > 0;)
      out[m] = ((m > 0 ? out[m - 1] : 0) - root * out[m]) / distance;
  }
  return out;
}

TimeElement::Polynomial TimeElement::shortened(const Polynomial& V) const {
  const auto k = std::size_t(k_);
  const double c = V[k] / legendre[k][k];
  Polynomial out = V;
  for (std::size_t m = 0; m < k; ++m) out[m] -= c * (legendre[k][m] - legendre[k - 1][m]);
  out[k] = 0;
  return out;
}

TimeElement::Smooth TimeElement::smooth(double tau) const {
  Smooth out{};
  for (std::size_t j = 0; j < std::size_t(k_); ++j) {
    out.position[j] = value(W_[j], tau);
    out.velocity[j] = value(V_[j], tau);
    out.acceleration[j] = value(l_[j], tau);
  }
  return out;
}

double TimeElement::moment(int p, int i) const {
  const double x = 2 * g_[std::size_t(i)] - 1;
  return w_[std::size_t(i)] * (p == 0 ? 1 : x);
}

}  // namespace trammel
