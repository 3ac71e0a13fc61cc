// A curve made of cubic pieces between knots, with its continuation beyond both ends.
//
//   y(x) = a_i + u (b_i + u (c_i + u d_i)),  u = x − x_i,  x_i ≤ x ≤ x_{i+1}        (SPL.1)
//   beyond an end, through the three (two) outermost points, nearest first:
//   y(x) = y_0 + u ( [01] + (x − x_1) [012] ),  [012] = 0 when linear              (SPL.2)
//
// [01] and [012] are divided differences. The continuation is continuous in value only, as in
// ADAMS. Derivation: docs/theory/splines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "math/derivatives.h"

namespace trammel {

enum class Extrapolation {
  parabolic,  // through the three outermost points; the default of ADAMS
  linear      // through the two outermost points; LINEAR_EXTRAPOLATE
};

struct SplinePoint : Derivatives {
  bool out_of_range = false;  // the argument lies beyond the knots (or is not a number)
};

// Value, slope, half the second and a sixth of the third derivative at the left end of a piece.
struct Cubic {
  double a = 0, b = 0, c = 0, d = 0;
};

class PiecewiseCubic {
 public:
  // At least two strictly increasing knots, values at the knots, one piece fewer than knots.
  PiecewiseCubic(std::span<const double> x, std::span<const double> y,
                 std::span<const Cubic> pieces, Extrapolation extrapolation);

  // At an inner knot the piece on its right counts, at the last knot the last piece.
  SplinePoint evaluate(double x) const;

  // As above; `hint` is the caller's memory of the piece found last (start with 0), which makes
  // the search immediate for arguments that move slowly.
  SplinePoint evaluate(double x, int& hint) const;

  std::span<const double> knots() const { return x_; }

 private:
  int find(double x) const;
  bool holds(int piece, double x) const;
  SplinePoint at(int piece, double x) const;

  std::vector<double> x_;
  // pieces_[0] continues to the left, pieces_[i] starts at knot i − 1, the last one continues to
  // the right: no special case at the ends.
  std::vector<Cubic> pieces_;
};

}  // namespace trammel
