// A curve in space r(u), −1 ≤ u ≤ 1, made of polynomials: a B-spline of any order.
//
//   N_{i,1} = 1 in [t_i, t_{i+1}), else 0
//   N_{i,k} = (u − t_i)/(t_{i+k−1} − t_i) N_{i,k−1} + (t_{i+k} − u)/(t_{i+k} − t_{i+1}) N_{i+1,k−1}
//                                                                                      (CRV.1)
//   r(u) = Σ P_i N_{i,k}(u)                                                            (CRV.2)
//
// The basis is written out as polynomials of u − t_m once for each span, so that an evaluation is
// Horner's rule. A closed curve repeats with period 2; an open one continues along its end tangents.
// Knots, parameters and the curve through given points: docs/theory/splines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

struct CurvePoint {
  std::array<Vec3, 5> d;      // r and its derivatives with respect to u
  bool out_of_range = false;  // beyond the ends of an open curve
};

struct CurveShape {
  int order = 4;        // degree + 1
  bool closed = false;  // the first point is also the last
};

enum class CurveFit : unsigned char { through_points, by_control_points };

// Why the points do not make a curve; none when they do.
std::optional<std::string> curve_data_error(std::span<const Vec3> points, CurveShape shape,
                                            CurveFit fit);

class ParametricCurve {
 public:
  static constexpr int fewest_points = 4;
  static constexpr int highest_order = 10;

  // The points must be without error.
  ParametricCurve(std::span<const Vec3> points, CurveShape shape, CurveFit fit);

  // At a knot the span on its right counts, at the end of an open curve the last one.
  CurvePoint evaluate(double u) const;

  bool closed() const { return closed_; }
  std::span<const double> breaks() const { return breaks_; }  // ends of its polynomials

 private:
  CurvePoint within(std::size_t span, double u) const;

  bool closed_;
  std::size_t order_;
  std::vector<double> breaks_;      // of the spans, one more than there are spans
  std::vector<Vec3> coefficients_;  // [span * order + power]
};

}  // namespace trammel
