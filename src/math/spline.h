// Curves through data points: cubic spline (CUBSPL), Akima spline (AKISPL), broken line.
//
// h_i = x_{i+1} − x_i, m_i = (y_{i+1} − y_i)/h_i. All pieces have the form (SPL.1).
//
// Cubic, with M_i = y''(x_i):
//   h_{i−1} M_{i−1} + 2(h_{i−1} + h_i) M_i + h_i M_{i+1} = 6(m_i − m_{i−1})            (SPL.3)
//   natural ends:     M_0 = M_{n−1} = 0                                              (SPL.4)
//   not-a-knot ends:  (M_1 − M_0)/h_0 = (M_2 − M_1)/h_1, likewise at the right       (SPL.5)
//   b_i = m_i − h_i (2M_i + M_{i+1})/6,  c_i = M_i/2,  d_i = (M_{i+1} − M_i)/(6h_i)   (SPL.6)
// Akima, with slopes t_i; the mean of m_{i−1} and m_i when both weights vanish:
//   t_i = (w_r m_{i−1} + w_l m_i)/(w_l + w_r)                                        (SPL.7)
//   w_r = |m_{i+1} − m_i|,  w_l = |m_{i−1} − m_{i−2}|
//   m_{−1} = 2m_0 − m_1,  m_{−2} = 2m_{−1} − m_0, likewise at the right              (SPL.8)
//   b_i = t_i,  c_i = (3m_i − 2t_i − t_{i+1})/h_i,  d_i = (t_i + t_{i+1} − 2m_i)/h_i²  (SPL.9)
//
// The cubic spline is C2 and every point moves all of it; Akima's is C1, local, and keeps straight
// parts straight: no wiggles beside a kink, but jumps in the second derivative.
// Derivation and choice of the ends: docs/theory/splines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "math/piecewise_cubic.h"

namespace trammel {

enum class EndCondition {
  natural,    // no curvature at the ends; reproduces straight lines
  not_a_knot  // one cubic over the two outermost intervals; reproduces cubics
};

// What is wrong with the data of a curve, in the user's words; nothing when they can be used.
// At least four points, finite, with strictly increasing x not so close that slopes overflow.
std::optional<std::string> spline_data_error(std::span<const double> x, std::span<const double> y);

// All three take data that spline_data_error accepts.
PiecewiseCubic cubic_spline(std::span<const double> x, std::span<const double> y,
                            EndCondition ends = EndCondition::natural,
                            Extrapolation extrapolation = Extrapolation::parabolic);
PiecewiseCubic akima_spline(std::span<const double> x, std::span<const double> y,
                            Extrapolation extrapolation = Extrapolation::parabolic);
PiecewiseCubic broken_line(std::span<const double> x, std::span<const double> y,
                           Extrapolation extrapolation = Extrapolation::linear);

// M_i of (SPL.3) for two or more points; not-a-knot ends need four.
std::vector<double> spline_moments(std::span<const double> x, std::span<const double> y,
                                   EndCondition ends);

}  // namespace trammel
