// SPDX-License-Identifier: BSD-3-Clause
#include "math/spline.h"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace trammel {
namespace {

// Slope changes below this part of the slopes are round-off of straight data.
constexpr double straight = 1e-9;

std::vector<double> chord_slopes(std::span<const double> x, std::span<const double> y) {
  std::vector<double> m(x.size() - 1);
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  return m;
}

// Rows of (SPL.3) for the inner points: lower M_{i−1} + diagonal M_i + upper M_{i+1} = right.
struct TridiagonalRow {
  double lower, diagonal, upper, right;
};

// Thomas' algorithm; the rows are diagonally dominant, so no pivoting is needed.
void solve_tridiagonal(std::span<TridiagonalRow> rows, std::span<double> solution) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double factor = rows[i].lower / rows[i - 1].diagonal;
    rows[i].diagonal -= factor * rows[i - 1].upper;
    rows[i].right -= factor * rows[i - 1].right;
  }
  double next = 0;
  for (std::size_t i = rows.size(); i-- > 0;) {
    next = (rows[i].right - rows[i].upper * next) / rows[i].diagonal;
    solution[i] = next;
  }
}

std::string describe(const char* format, std::size_t point, double value, double previous) {
  char text[160];
  std::snprintf(text, sizeof text, format, point + 1, value, previous);
  return text;
}

// Akima's chord slopes with two more at each end (SPL.8): chord i is at position i + 2.
std::vector<double> extended_slopes(std::span<const double> x, std::span<const double> y) {
  std::vector<double> m = chord_slopes(x, y);
  const double before = 2 * m[0] - m[1];
  m.insert(m.begin(), {2 * before - m[0], before});
  const std::size_t n = m.size();
  const double after = 2 * m[n - 1] - m[n - 2];
  const double after_next = 2 * after - m[n - 1];
  m.insert(m.end(), {after, after_next});
  return m;
}

double akima_slope(double m_2, double m_1, double m0, double m1) {  // m_{i−2} … m_{i+1}
  const double w_left = std::abs(m_1 - m_2), w_right = std::abs(m1 - m0);
  const double scale = std::abs(m_2) + std::abs(m_1) + std::abs(m0) + std::abs(m1);
  if (w_left + w_right <= straight * scale) return (m_1 + m0) / 2;
  return (w_right * m_1 + w_left * m0) / (w_left + w_right);  // (SPL.7)
}

}  // namespace

std::optional<std::string> spline_data_error(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size())
    return "there are " + std::to_string(x.size()) + " values of x but " +
           std::to_string(y.size()) + " of y";
  if (x.size() < 4) return "at least 4 points are needed, there are " + std::to_string(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
      return describe("point %zu is not finite (x = %g, y = %g)", i, x[i], y[i]);
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] <= x[i - 1])
      return describe("x must increase: point %zu has x = %.9g after %.9g", i, x[i], x[i - 1]);
    const double h = x[i] - x[i - 1], slope = (y[i] - y[i - 1]) / h;
    if (!std::isfinite(h) || !std::isfinite(1e6 * slope / h / h))
      return describe(
          "point %zu is too close to the one before or the values are too large "
          "(x = %.9g after %.9g)",
          i, x[i], x[i - 1]);
  }
  return std::nullopt;
}

std::vector<double> spline_moments(std::span<const double> x, std::span<const double> y,
                                   EndCondition ends) {
  const std::size_t n = x.size();
  std::vector<double> M(n, 0.0);  // (SPL.4)
  if (n < 3) return M;
  std::vector<TridiagonalRow> rows;
  rows.reserve(n - 2);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
    const double bend = (y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0;
    rows.push_back({h0, 2 * (h0 + h1), h1, 6 * bend});  // (SPL.3)
  }
  const std::span inner(M.data() + 1, n - 2);
  if (ends == EndCondition::natural) {
    solve_tridiagonal(rows, inner);
    return M;
  }
  assert(n >= 4);
  // (SPL.5) solved for the outer moment and put into the outer rows, which stay dominant.
  const double left = (x[1] - x[0]) / (x[2] - x[1]);
  const double right = (x[n - 1] - x[n - 2]) / (x[n - 2] - x[n - 3]);
  rows.front().diagonal += rows.front().lower * (1 + left);
  rows.front().upper -= rows.front().lower * left;
  rows.back().diagonal += rows.back().upper * (1 + right);
  rows.back().lower -= rows.back().upper * right;
  solve_tridiagonal(rows, inner);
  M[0] = (1 + left) * M[1] - left * M[2];
  M[n - 1] = (1 + right) * M[n - 2] - right * M[n - 3];
  return M;
}

PiecewiseCubic cubic_spline(std::span<const double> x, std::span<const double> y, EndCondition ends,
                            Extrapolation extrapolation) {
  const std::vector<double> M = spline_moments(x, y, ends), m = chord_slopes(x, y);
  std::vector<Cubic> pieces(m.size());
  for (std::size_t i = 0; i < m.size(); ++i) {
    const double h = x[i + 1] - x[i];
    pieces[i] = {.a = y[i],  // (SPL.6)
                 .b = m[i] - h * (2 * M[i] + M[i + 1]) / 6,
                 .c = M[i] / 2,
                 .d = (M[i + 1] - M[i]) / (6 * h)};
  }
  return {x, y, pieces, extrapolation};
}

PiecewiseCubic akima_spline(std::span<const double> x, std::span<const double> y,
                            Extrapolation extrapolation) {
  const std::vector<double> m = extended_slopes(x, y);
  const std::size_t n = x.size();
  std::vector<double> t(n);
  for (std::size_t i = 0; i < n; ++i) t[i] = akima_slope(m[i], m[i + 1], m[i + 2], m[i + 3]);
  std::vector<Cubic> pieces(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = x[i + 1] - x[i], chord = m[i + 2];
    pieces[i] = {.a = y[i],  // (SPL.9)
                 .b = t[i],
                 .c = (3 * chord - 2 * t[i] - t[i + 1]) / h,
                 .d = (t[i] + t[i + 1] - 2 * chord) / (h * h)};
  }
  return {x, y, pieces, extrapolation};
}

PiecewiseCubic broken_line(std::span<const double> x, std::span<const double> y,
                           Extrapolation extrapolation) {
  const std::vector<double> m = chord_slopes(x, y);
  std::vector<Cubic> pieces(m.size());
  for (std::size_t i = 0; i < m.size(); ++i) pieces[i] = {.a = y[i], .b = m[i]};
  return {x, y, pieces, extrapolation};
}

}  // namespace trammel
