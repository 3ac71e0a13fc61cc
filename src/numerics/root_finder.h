// A zero of a scalar function inside a bracket.
//
//   t = b − g_b (b − a)/(g_b − g_a)                                                   (ROOT.1)
//
// False position with the Illinois weight on an end that does not move, and a bisection
// after a step that has not halved the bracket: quick on smooth functions, never slower than twice
// bisection, and correct for functions that jump.
// Theory: docs/theory/steps.md#events
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace trammel {

struct Bracket {
  double a, b;  // g changes its sign between a and b; b is on the far side
  double g_a, g_b;
  bool ok;  // false: no change of sign, or g is not finite
  int evaluations;
};

// Shrinks the bracket until b − a ≤ tolerance; g(a) ≠ 0, g(b) = 0 counts as crossed.
template <class Function>
Bracket find_crossing(Function&& g, double a, double g_a, double b, double g_b, double tolerance,
                      bool only_bisect = false) {
  Bracket r{a, b, g_a, g_b, false, 0};
  const auto crossed = [&](double value) { return (g_a < 0) ? value >= 0 : value <= 0; };
  if (!std::isfinite(g_a) || !std::isfinite(g_b) || g_a == 0 || !crossed(g_b)) return r;

  double weight_a = g_a, weight_b = g_b;
  int last_side = 0;
  bool bisect = only_bisect;
  constexpr int most = 200;
  while (r.b - r.a > tolerance && r.evaluations < most) {
    double t = r.b - weight_b * (r.b - r.a) / (weight_b - weight_a);  // (ROOT.1)
    if (bisect) t = 0.5 * (r.a + r.b);
    const double width = r.b - r.a;
    const double margin = 0.25 * tolerance;  // a step onto an end would not shrink the bracket
    t = std::fmin(std::fmax(t, r.a + margin), r.b - margin);
    if (!(t > r.a && t < r.b)) break;  // the resolution of t is reached
    const double value = g(t);
    ++r.evaluations;
    if (!std::isfinite(value)) return r;
    const int side = crossed(value) ? 1 : -1;
    if (side > 0) {
      r.b = t, r.g_b = weight_b = value;
      if (last_side > 0) weight_a *= 0.5;
    } else {
      r.a = t, r.g_a = weight_a = value;
      if (last_side < 0) weight_b *= 0.5;
    }
    last_side = side;
    bisect = only_bisect || r.b - r.a > 0.5 * width;
  }
  r.ok = true;
  return r;
}

}  // namespace trammel
