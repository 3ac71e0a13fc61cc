// SPDX-License-Identifier: BSD-3-Clause
#include "math/piecewise_cubic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

namespace trammel {
namespace {

// The continuation beyond the point x[0], nearest points first.
Cubic continuation(std::array<double, 3> x, std::array<double, 3> y, bool parabolic) {
  const double slope01 = (y[1] - y[0]) / (x[1] - x[0]);
  if (!parabolic) return {.a = y[0], .b = slope01};
  const double slope12 = (y[2] - y[1]) / (x[2] - x[1]);
  const double bend = (slope12 - slope01) / (x[2] - x[0]);
  return {.a = y[0], .b = slope01 + (x[0] - x[1]) * bend, .c = bend};  // (SPL.2)
}

}  // namespace

PiecewiseCubic::PiecewiseCubic(std::span<const double> x, std::span<const double> y,
                               std::span<const Cubic> pieces, Extrapolation extrapolation)
    : x_(x.begin(), x.end()) {
  const std::size_t n = x.size(), third = n > 2 ? 2 : 1;
  assert(n >= 2 && y.size() == n && pieces.size() == n - 1);
  const bool parabolic = extrapolation == Extrapolation::parabolic && n > 2;
  pieces_.reserve(n + 1);
  pieces_.push_back(continuation({x[0], x[1], x[third]}, {y[0], y[1], y[third]}, parabolic));
  pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  const std::size_t last = n - 1;
  pieces_.push_back(continuation({x[last], x[last - 1], x[last - third]},
                                 {y[last], y[last - 1], y[last - third]}, parabolic));
}

SplinePoint PiecewiseCubic::evaluate(double x) const {
  return at(find(x), x);
}

SplinePoint PiecewiseCubic::evaluate(double x, int& hint) const {
  if (!holds(hint, x)) {
    if (holds(hint + 1, x))
      ++hint;
    else if (holds(hint - 1, x))
      --hint;
    else
      hint = find(x);
  }
  return at(hint, x);
}

int PiecewiseCubic::find(double x) const {
  if (x == x_.back()) return int(x_.size()) - 1;
  return int(std::upper_bound(x_.begin(), x_.end(), x) - x_.begin());
}

// Inner pieces only: arguments beyond the ends are found by their first or last comparison.
bool PiecewiseCubic::holds(int piece, double x) const {
  if (piece < 1 || piece >= int(x_.size())) return false;
  return x_[std::size_t(piece) - 1] <= x && x < x_[std::size_t(piece)];
}

SplinePoint PiecewiseCubic::at(int piece, double x) const {
  const auto [a, b, c, d] = pieces_[std::size_t(piece)];
  const double u = x - x_[std::size_t(std::max(piece - 1, 0))];
  SplinePoint point;
  point.value = a + u * (b + u * (c + u * d));  // (SPL.1)
  point.first = b + u * (2 * c + u * 3 * d);
  point.second = 2 * c + u * 6 * d;
  point.third = 6 * d;
  point.out_of_range = !(x >= x_.front() && x <= x_.back());
  return point;
}

}  // namespace trammel
