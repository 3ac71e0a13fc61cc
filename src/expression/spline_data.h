// The data of a SPLINE or CURVE as an expression sees them: a curve y(x), a family of curves y(x, z),
// or one coordinate of a curve in space.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <variant>

#include "math/parametric_curve.h"
#include "math/piecewise_cubic.h"
#include "math/spline_surface.h"

namespace trammel::expression {

// A function of x and z with its first and second partial derivatives.
struct SplineValue {
  double f = 0, f_x = 0, f_z = 0, f_xx = 0, f_xz = 0, f_zz = 0;
};

// One coordinate of a curve in space.
struct CurveCoordinate {
  std::shared_ptr<const ParametricCurve> curve;
  int axis = 0;
};

class History;

class SplineData {
 public:
  explicit SplineData(std::shared_ptr<const History> history) : data_(std::move(history)) {}
  explicit SplineData(PiecewiseCubic curve) : data_(std::move(curve)) {}
  explicit SplineData(CurveCoordinate coordinate) : data_(std::move(coordinate)) {}
  explicit SplineData(SplineSurface surface) : data_(std::move(surface)) {}

  // ∂^order y/∂x^order at (x, z), order 0 … 2. A curve does not depend on z. Of a history order 1 is its begin.
  SplineValue evaluate(double x, double z, int order) const;

  // Whether (x, z) lies within the data, so that nothing is extrapolated.
  bool covers(double x, double z) const;

 private:
  std::variant<PiecewiseCubic, SplineSurface, CurveCoordinate, std::shared_ptr<const History>>
      data_;
};

}  // namespace trammel::expression
