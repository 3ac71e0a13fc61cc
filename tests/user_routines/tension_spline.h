// A curve in space through points: in each interval of the chord length s, f'' − σ²f is linear (a spline under
// tension), f'' is continuous, and zero at both ends. With σ = (points − 1)/length it draws the hole of the
// drill string in ../shared/realworld as its markers 3000010, 3000020 ... show it, to all their digits.
//
//   f = linear + [m₀ g(s₁ − s) + m₁ g(s − s₀)] / σ²,   g(z) = sinh(σz)/sinh(σh) − z/h
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace trammel::tests {

using Point = std::array<double, 3>;

class TensionSpline {
 public:
  explicit TensionSpline(std::vector<Point> points) : points_(std::move(points)), s_{0} {
    const std::size_t n = points_.size();
    for (std::size_t k = 1; k < n; ++k) {
      const Point &a = points_[k - 1], &b = points_[k];
      s_.push_back(s_.back() + std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
    }
    sigma_ = double(n - 1) / s_.back();
    for (std::size_t axis = 0; axis < 3; ++axis) bend(axis);
  }

  // u from 0 to 1: the share of the chord length.
  Point operator()(double u) const {
    const double s = u * s_.back();
    const auto after = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
    const auto k = std::size_t(after - s_.begin());
    const double h = s_[k] - s_[k - 1], z = s - s_[k - 1];
    Point r;
    for (std::size_t axis = 0; axis < 3; ++axis)
      r[axis] = ((h - z) * points_[k - 1][axis] + z * points_[k][axis]) / h +
                (bends_[k - 1][axis] * g(h - z, h) + bends_[k][axis] * g(z, h)) / (sigma_ * sigma_);
    return r;
  }

 private:
  double g(double z, double h) const {
    return std::sinh(sigma_ * z) / std::sinh(sigma_ * h) - z / h;
  }

  // Slopes are continuous: b m₀ + (a + a⁺) m₁ + b⁺ m₂ = what the slopes of the chords differ by.
  void bend(std::size_t axis) {
    const std::size_t n = points_.size();
    std::vector<double> diagonal(n, 1), right(n, 0);
    const auto a = [&](double h) {
      return (sigma_ / std::tanh(sigma_ * h) - 1 / h) / (sigma_ * sigma_);
    };
    const auto b = [&](double h) {
      return (1 / h - sigma_ / std::sinh(sigma_ * h)) / (sigma_ * sigma_);
    };
    const auto chord = [&](std::size_t k) {
      return (points_[k + 1][axis] - points_[k][axis]) / (s_[k + 1] - s_[k]);
    };
    bends_.resize(n);
    for (std::size_t k = 1; k + 1 < n; ++k) {
      const double before = s_[k] - s_[k - 1], after = s_[k + 1] - s_[k];
      const double share = k == 1 ? 0 : b(before) / diagonal[k - 1];
      diagonal[k] = a(before) + a(after) - share * b(before);
      right[k] = chord(k) - chord(k - 1) - share * right[k - 1];
    }
    for (std::size_t k = n - 2; k > 0; --k)
      bends_[k][axis] = (right[k] - b(s_[k + 1] - s_[k]) * bends_[k + 1][axis]) / diagonal[k];
  }

  std::vector<Point> points_, bends_;  // bends: second derivatives
  std::vector<double> s_;
  double sigma_ = 0;
};

}  // namespace trammel::tests
