// Lengths, nearest points and planes of curves in space.
//
//   u* = argmin |r(u) − p|²:  (r − p)·r′ = 0                                           (CRV.8)
//
// A closed curve is searched over one period, an open one over its length.
// Theory: docs/theory/splines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "math/parametric_curve.h"

namespace trammel {

double length(const ParametricCurve&);

// The parameter of the point that is nearest to p.
double nearest_parameter(const ParametricCurve&, const Vec3& p);

// Two curves in common axes: where they come nearest to touching, points and tangents together.
struct ContactGuess {
  double u = 0, w = 0;  // parameters of the first and the second curve
};
ContactGuess nearest_contact(const ParametricCurve& first, const Vec3& r, const Mat3& A,
                             const ParametricCurve& second);

// Unit normal of the plane of a curve.
struct CurvePlane {
  bool is_plane = false;
  std::optional<Vec3> normal;  // none: straight
};
CurvePlane plane_of(const ParametricCurve&);

}  // namespace trammel
