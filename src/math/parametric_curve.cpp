// SPDX-License-Identifier: BSD-3-Clause
#include "math/parametric_curve.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace trammel {
namespace {

constexpr double period = 2;

// Polynomials of u − t_m, lowest power first.
using Polynomial = std::vector<double>;

// Adds (c + s) p(s) · factor.
void add_product(Polynomial& sum, const Polynomial& p, double c, double factor) {
  for (std::size_t power = 0; power < p.size(); ++power) {
    sum[power] += factor * c * p[power];
    sum[power + 1] += factor * p[power];
  }
}

// The `order` basis functions that do not vanish between t_m and t_{m+1}.
std::vector<Polynomial> basis(std::span<const double> t, std::size_t m, std::size_t order) {
  std::vector<Polynomial> lower = {{1}};
  for (std::size_t k = 2; k <= order; ++k) {
    std::vector<Polynomial> next(k, Polynomial(k, 0.0));
    for (std::size_t p = 0; p < k; ++p) {
      const std::size_t i = m + 1 + p - k;
      if (p > 0) add_product(next[p], lower[p - 1], t[m] - t[i], 1 / (t[i + k - 1] - t[i]));
      if (p + 1 < k)
        add_product(next[p], lower[p], t[m] - t[i + k], -1 / (t[i + k] - t[i + 1]));  // (CRV.1)
    }
    lower = std::move(next);
  }
  return lower;
}

double value_at(const Polynomial& p, double s) {
  double value = 0;
  for (std::size_t power = p.size(); power-- > 0;) value = value * s + p[power];
  return value;
}

// Knots of a B-spline, and which control points act in each span.
struct Knots {
  std::vector<double> t = {};
  std::size_t order = 4;
  std::size_t first_span = 0, spans = 0;  // spans are t[first_span + s] … t[first_span + s + 1]
  std::size_t controls = 0;               // distinct ones
  std::size_t shift = 0;                  // of the first control point of the first span

  std::size_t control(std::size_t span, std::size_t p) const {
    return (shift + span + p) % controls;
  }
  double start(std::size_t span) const { return t[first_span + span]; }
};

// (CRV.4): k-fold knots at the ends, inner ones at means of k − 1 neighbouring parameters.
Knots open_knots(std::span<const double> tau, std::size_t order) {
  const std::size_t n = tau.size();
  Knots knots{.order = order, .first_span = order - 1, .spans = n - order + 1, .controls = n};
  knots.t.assign(order, tau.front());
  for (std::size_t i = 1; i + order <= n; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < order; ++k) sum += tau[i + k];
    knots.t.push_back(sum / static_cast<double>(order - 1));  // (CRV.4)
  }
  knots.t.insert(knots.t.end(), order, tau.back());
  return knots;
}

// (CRV.5): knots at the parameters for even orders, halfway between them for odd ones.
Knots closed_knots(std::span<const double> tau, std::size_t order) {
  const auto n = static_cast<std::ptrdiff_t>(tau.size()) - 1,
             k = static_cast<std::ptrdiff_t>(order);
  const auto parameter = [&](std::ptrdiff_t j) {
    const std::ptrdiff_t turns = j >= 0 ? j / n : -((-j + n - 1) / n);
    return tau[static_cast<std::size_t>(j - turns * n)] + period * static_cast<double>(turns);
  };
  const bool even = order % 2 == 0;
  Knots knots{.order = order,
              .first_span = order - 1,
              .spans = static_cast<std::size_t>(n),
              .controls = static_cast<std::size_t>(n)};
  // The first span starts at τ_0, or halfway before it.
  for (std::ptrdiff_t j = 1 - k; j <= n + k - 1; ++j)
    knots.t.push_back(even ? parameter(j) : (parameter(j - 1) + parameter(j)) / 2);  // (CRV.5)
  // The basis function that starts at knot j has its middle at τ_{j + k/2}, j = 1 − k first.
  const std::ptrdiff_t first = 1 - k + k / 2;
  knots.shift = static_cast<std::size_t>((first % n + n) % n);
  return knots;
}

std::size_t span_of(const Knots& knots, double u) {
  const auto begin = knots.t.begin() + static_cast<std::ptrdiff_t>(knots.first_span);
  const auto end = begin + static_cast<std::ptrdiff_t>(knots.spans);
  const auto after = std::upper_bound(begin, end, u);
  return after == begin ? 0 : static_cast<std::size_t>(after - begin) - 1;
}

// (CRV.3): parameters grow with the chords; of control points they are equally spaced.
std::vector<double> parameters(std::span<const Vec3> points, CurveFit fit) {
  std::vector<double> tau = {0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double chord = fit == CurveFit::through_points ? (points[i] - points[i - 1]).norm() : 1.0;
    tau.push_back(tau.back() + chord);
  }
  const double length = tau.back();
  for (double& u : tau) u = period * u / length - 1;  // (CRV.3)
  tau.back() = 1;
  return tau;
}

// Control points of the spline that passes the points at their parameters; empty: there is none.
std::vector<Vec3> interpolate(const Knots& knots, std::span<const double> tau,
                              std::span<const Vec3> points) {
  const auto n = static_cast<Eigen::Index>(knots.controls);
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixX3d right(n, 3);
  for (std::size_t j = 0; j < knots.controls; ++j) {
    const std::size_t span = span_of(knots, tau[j]);
    const auto functions = basis(knots.t, knots.first_span + span, knots.order);
    for (std::size_t p = 0; p < knots.order; ++p)
      entries.emplace_back(static_cast<int>(j), static_cast<int>(knots.control(span, p)),
                           value_at(functions[p], tau[j] - knots.start(span)));
    right.row(static_cast<Eigen::Index>(j)) = points[j].transpose();
  }
  Eigen::SparseMatrix<double> A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());  // (CRV.6)
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(A);
  if (factors.info() != Eigen::Success) return {};
  const Eigen::MatrixX3d P = factors.solve(right);
  std::vector<Vec3> controls;
  for (Eigen::Index i = 0; i < n; ++i) controls.emplace_back(P.row(i).transpose());
  const bool finite = P.allFinite();
  return finite ? controls : std::vector<Vec3>();
}

Knots knots_of(std::span<const double> tau, CurveShape shape) {
  const auto order = static_cast<std::size_t>(shape.order);
  return shape.closed ? closed_knots(tau, order) : open_knots(tau, order);
}

std::vector<Vec3> controls_of(const Knots& knots, std::span<const double> tau,
                              std::span<const Vec3> points, CurveFit fit) {
  if (fit == CurveFit::through_points) return interpolate(knots, tau, points);
  return {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(knots.controls)};
}

}  // namespace

std::optional<std::string> curve_data_error(std::span<const Vec3> points, CurveShape shape,
                                            CurveFit fit) {
  const auto count = static_cast<int>(points.size());
  if (count < ParametricCurve::fewest_points)
    return "a curve needs " + std::to_string(ParametricCurve::fewest_points) + " points, found " +
           std::to_string(count);
  if (shape.order > count)
    return "a curve of order " + std::to_string(shape.order) + " needs " +
           std::to_string(shape.order) + " points, found " + std::to_string(count);
  for (int i = 0; i < count; ++i)
    if (!points[static_cast<std::size_t>(i)].allFinite())
      return "point " + std::to_string(i + 1) + " is not finite";
  double extent = 0;
  for (const Vec3& point : points) extent = std::max(extent, (point - points[0]).norm());
  constexpr double same = 1e-9;  // of the extent: points written with ten digits coincide
  if (shape.closed && !((points.back() - points.front()).norm() <= same * extent))
    return "the first and the last point of a closed curve must be the same";
  if (!(extent > 0)) return "all points are the same";
  if (fit == CurveFit::by_control_points) return {};
  for (std::size_t i = 1; i < points.size(); ++i)
    if (!((points[i] - points[i - 1]).norm() > same * extent))
      return "points " + std::to_string(i) + " and " + std::to_string(i + 1) + " are the same";
  const std::vector<double> tau = parameters(points, fit);
  if (interpolate(knots_of(tau, shape), tau, points).empty())
    return "no curve of order " + std::to_string(shape.order) + " passes these points";
  return {};
}

ParametricCurve::ParametricCurve(std::span<const Vec3> points, CurveShape shape, CurveFit fit)
    : closed_(shape.closed), order_(static_cast<std::size_t>(shape.order)) {
  const std::vector<double> tau = parameters(points, fit);
  const Knots knots = knots_of(tau, shape);
  const std::vector<Vec3> P = controls_of(knots, tau, points, fit);
  assert(P.size() == knots.controls);
  coefficients_.assign(knots.spans * order_, Vec3::Zero());
  for (std::size_t span = 0; span < knots.spans; ++span) {
    breaks_.push_back(knots.start(span));
    const auto functions = basis(knots.t, knots.first_span + span, order_);
    for (std::size_t p = 0; p < order_; ++p)
      for (std::size_t power = 0; power < order_; ++power)
        coefficients_[span * order_ + power] +=
            functions[p][power] * P[knots.control(span, p)];  // (CRV.2)
  }
  breaks_.push_back(knots.start(knots.spans));
}

CurvePoint ParametricCurve::within(std::size_t span, double u) const {
  const double s = u - breaks_[span];
  const Vec3* c = &coefficients_[span * order_];
  CurvePoint point;
  point.d.fill(Vec3::Zero());
  for (std::size_t power = order_; power-- > 0;) {
    for (std::size_t k = point.d.size() - 1; k > 0; --k)
      point.d[k] = point.d[k] * s + static_cast<double>(k) * point.d[k - 1];
    point.d[0] = point.d[0] * s + c[power];
  }
  return point;
}

CurvePoint ParametricCurve::evaluate(double u) const {
  const double low = breaks_.front(), high = breaks_.back();
  if (closed_) u -= period * std::floor((u - low) / period);
  if (!closed_ && !(u >= low && u <= high)) {
    const double end = u > high ? high : low;
    CurvePoint point = within(u > high ? breaks_.size() - 2 : 0, end);
    point.d = {point.d[0] + (u - end) * point.d[1], point.d[1], Vec3::Zero(), Vec3::Zero(),
               Vec3::Zero()};  // (CRV.7)
    point.out_of_range = true;
    return point;
  }
  const auto after = std::upper_bound(breaks_.begin() + 1, breaks_.end() - 1, u);
  return within(static_cast<std::size_t>(after - breaks_.begin()) - 1, u);
}

}  // namespace trammel
