// SPDX-License-Identifier: BSD-3-Clause
#include "math/step.h"

#include <cmath>
#include <numbers>

namespace trammel {

Derivatives cubic_step(double u) {
  if (u <= 0) return {};
  if (u >= 1) return {.value = 1};
  return {.value = u * u * (3 - 2 * u),  // (STP.1)
          .first = 6 * u * (1 - u),
          .second = 6 - 12 * u,
          .third = -12};
}

Derivatives quintic_step(double u) {
  if (u <= 0) return {};
  if (u >= 1) return {.value = 1};
  const double v = 1 - u, w = u < v ? u : v;
  const double rise = w * w * w * (10 - 15 * w + 6 * w * w);  // (STP.2)
  return {.value = u < v ? rise : 1 - rise,                   // by symmetry: no cancellation near 1
          .first = 30 * u * u * v * v,
          .second = 60 * u * v * (1 - 2 * u),
          .third = 60 - 360 * u * v};
}

Derivatives haversine_step(double u) {
  if (u <= 0) return {};
  if (u >= 1) return {.value = 1};
  constexpr double pi = std::numbers::pi;
  const double c = std::cos(pi * u), s = std::sin(pi * u), half_sine = std::sin(pi * u / 2);
  return {.value = half_sine * half_sine,  // (STP.3) by the half-angle identity: exact near u = 0
          .first = pi / 2 * s,
          .second = pi * pi / 2 * c,
          .third = -pi * pi * pi / 2 * s};
}

Derivatives step(StepShape shape, double x, double x0, double h0, double x1, double h1) {
  const double width = x1 - x0;
  if (width == 0) return {.value = x < x0 ? h0 : h1};
  const double u = (x - x0) / width;
  if (u <= 0) return {.value = h0};
  if (u >= 1) return {.value = h1};
  const Derivatives s = shape(u);
  const double slope = (h1 - h0) / width;
  return {.value = std::lerp(h0, h1, s.value),  // (STP.4)
          .first = slope * s.first,
          .second = slope / width * s.second,
          .third = slope / width / width * s.third};
}

}  // namespace trammel
