// A family of curves y(x, z): data on a grid, one curve in x for each z (two-dimensional SPLINE).
//
//   y(x,z) = A Y_k(x) + B Y_{k+1}(x) + h²/6 [(A³ − A) M_k(x) + (B³ − B) M_{k+1}(x)]   (SPL.10)
//   h = z_{k+1} − z_k,  A = (z_{k+1} − z)/h,  B = 1 − A
//
// Y_k is the curve at z_k. M_k, the second derivative with respect to z at z_k, is a combination
// of all Y_k with fixed weights; a spline is linear in its data, so M_k(x) is itself a curve of the
// same kind through combined data and is built once. Linear in z: M = 0.
// Beyond the first and last z, (SPL.2) with curves for points. docs/theory/splines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "math/spline.h"

namespace trammel {

struct SurfacePoint {
  // d[i][j] = ∂^{i+j} y / ∂x^i ∂z^j
  std::array<std::array<double, 4>, 4> d{};
  bool x_out_of_range = false, z_out_of_range = false;
};

// As spline_data_error, for one y per pair: y[k * x.size() + i] belongs to x[i], z[k].
// At least two z, strictly increasing.
std::optional<std::string> surface_data_error(std::span<const double> x, std::span<const double> z,
                                              std::span<const double> y);

class SplineSurface {
 public:
  // CUBSPL: C2 in x and in z.
  static SplineSurface cubic(std::span<const double> x, std::span<const double> z,
                             std::span<const double> y,
                             EndCondition ends_in_x = EndCondition::natural,
                             Extrapolation extrapolation = Extrapolation::parabolic);
  // AKISPL: Akima's curves, linear from one to the next.
  static SplineSurface akima(std::span<const double> x, std::span<const double> z,
                             std::span<const double> y,
                             Extrapolation extrapolation = Extrapolation::parabolic);

  SurfacePoint evaluate(double x, double z) const;

 private:
  // A curve and the z-derivatives 0 … 3 of its weight in the sum.
  struct Term {
    const PiecewiseCubic* curve;
    std::array<double, 4> weight;
  };
  struct Terms {
    std::array<Term, 4> term;
    int count;
  };

  Terms terms(double z) const;
  Terms between(std::size_t k, double z) const;
  Terms beyond(std::array<std::size_t, 3> nearest, double z) const;

  std::vector<double> z_;
  std::vector<PiecewiseCubic> curves_;   // Y_k
  std::vector<PiecewiseCubic> moments_;  // M_k, empty when linear in z
  Extrapolation extrapolation_in_z_ = Extrapolation::linear;
};

}  // namespace trammel
