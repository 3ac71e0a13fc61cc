// SPDX-License-Identifier: BSD-3-Clause
#include "math/spline_surface.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trammel {
namespace {

std::span<const double> row(std::span<const double> y, std::size_t k, std::size_t n) {
  return y.subspan(k * n, n);
}

// ∂²y/∂z² at every grid point, by natural splines along z.
std::vector<double> moments_along_z(std::span<const double> z, std::span<const double> y,
                                    std::size_t n_x) {
  std::vector<double> moments(y.size()), column(z.size());
  for (std::size_t i = 0; i < n_x; ++i) {
    for (std::size_t k = 0; k < z.size(); ++k) column[k] = y[k * n_x + i];
    const std::vector<double> M = spline_moments(z, column, EndCondition::natural);
    for (std::size_t k = 0; k < z.size(); ++k) moments[k * n_x + i] = M[k];
  }
  return moments;
}

}  // namespace

std::optional<std::string> surface_data_error(std::span<const double> x, std::span<const double> z,
                                              std::span<const double> y) {
  if (z.size() < 2) return "a family of curves needs at least 2 values of z";
  if (y.size() != x.size() * z.size())
    return std::to_string(y.size()) + " values of y do not make " + std::to_string(z.size()) +
           " curves of " + std::to_string(x.size()) + " points";
  for (std::size_t k = 0; k < z.size(); ++k) {
    const std::string curve = "curve " + std::to_string(k + 1);
    if (const auto error = spline_data_error(x, row(y, k, x.size()))) return curve + ": " + *error;
    if (!std::isfinite(z[k])) return "the value of z of " + curve + " is not finite";
    if (k == 0) continue;
    const double h = z[k] - z[k - 1];
    if (h <= 0) return "z must increase: " + curve + " does not lie above the one before";
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double slope = (y[k * x.size() + i] - y[(k - 1) * x.size() + i]) / h;
      if (!std::isfinite(h) || !std::isfinite(1e6 * slope / h / h))
        return curve + " is too close to the one before or the values are too large";
    }
  }
  return std::nullopt;
}

SplineSurface SplineSurface::cubic(std::span<const double> x, std::span<const double> z,
                                   std::span<const double> y, EndCondition ends_in_x,
                                   Extrapolation extrapolation) {
  const std::vector<double> M = moments_along_z(z, y, x.size());
  SplineSurface surface;
  surface.z_.assign(z.begin(), z.end());
  for (std::size_t k = 0; k < z.size(); ++k) {
    surface.curves_.push_back(cubic_spline(x, row(y, k, x.size()), ends_in_x, extrapolation));
    surface.moments_.push_back(cubic_spline(x, row(M, k, x.size()), ends_in_x, extrapolation));
  }
  if (z.size() > 2) surface.extrapolation_in_z_ = extrapolation;
  return surface;
}

SplineSurface SplineSurface::akima(std::span<const double> x, std::span<const double> z,
                                   std::span<const double> y, Extrapolation extrapolation) {
  SplineSurface surface;
  surface.z_.assign(z.begin(), z.end());
  for (std::size_t k = 0; k < z.size(); ++k)
    surface.curves_.push_back(akima_spline(x, row(y, k, x.size()), extrapolation));
  return surface;
}

SurfacePoint SplineSurface::evaluate(double x, double z) const {
  SurfacePoint point;
  point.z_out_of_range = !(z >= z_.front() && z <= z_.back());
  const Terms sum = terms(z);
  int hint = 0;
  for (int t = 0; t < sum.count; ++t) {
    const auto& [curve, weight] = sum.term[std::size_t(t)];
    const SplinePoint p = curve->evaluate(x, hint);
    point.x_out_of_range = p.out_of_range;
    const std::array<double, 4> along_x = {p.value, p.first, p.second, p.third};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) point.d[i][j] += along_x[i] * weight[j];
  }
  return point;
}

SplineSurface::Terms SplineSurface::terms(double z) const {
  const std::size_t last = z_.size() - 1;
  if (z < z_.front()) return beyond({0, 1, std::min<std::size_t>(2, last)}, z);
  if (z > z_.back()) return beyond({last, last - 1, last >= 2 ? last - 2 : 0}, z);
  const auto above = std::upper_bound(z_.begin() + 1, z_.end() - 1, z);
  return between(std::size_t(above - z_.begin()) - 1, z);
}

SplineSurface::Terms SplineSurface::between(std::size_t k, double z) const {
  const double h = z_[k + 1] - z_[k], A = (z_[k + 1] - z) / h, B = (z - z_[k]) / h;
  Terms sum{};
  sum.term[0] = {&curves_[k], {A, -1 / h, 0, 0}};  // (SPL.10)
  sum.term[1] = {&curves_[k + 1], {B, 1 / h, 0, 0}};
  sum.count = 2;
  if (moments_.empty()) return sum;
  sum.term[2] = {&moments_[k], {(A * A - 1) * A * h * h / 6, -(3 * A * A - 1) * h / 6, A, -1 / h}};
  sum.term[3] = {&moments_[k + 1],
                 {(B * B - 1) * B * h * h / 6, (3 * B * B - 1) * h / 6, B, 1 / h}};
  sum.count = 4;
  return sum;
}

// The line through two curves or the parabola through three, in Lagrange's form.
SplineSurface::Terms SplineSurface::beyond(std::array<std::size_t, 3> nearest, double z) const {
  Terms sum{};
  sum.count = extrapolation_in_z_ == Extrapolation::parabolic ? 3 : 2;
  for (int t = 0; t < sum.count; ++t) {
    std::array<double, 4> weight = {1, 0, 0, 0};
    for (int other = 0; other < sum.count; ++other) {
      if (other == t) continue;
      const double z_t = z_[nearest[std::size_t(t)]], z_other = z_[nearest[std::size_t(other)]];
      const double factor = (z - z_other) / (z_t - z_other), slope = 1 / (z_t - z_other);
      weight = {weight[0] * factor, weight[1] * factor + weight[0] * slope,  // product rule
                weight[2] * factor + 2 * weight[1] * slope, 0};
    }
    sum.term[std::size_t(t)] = {&curves_[nearest[std::size_t(t)]], weight};  // (SPL.2)
  }
  return sum;
}

}  // namespace trammel
