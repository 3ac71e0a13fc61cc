// SPDX-License-Identifier: BSD-3-Clause
#include "math/curve_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trammel {
namespace {

constexpr int samples_per_span = 16;

// Parameters spread over all polynomials, both ends included.
std::vector<double> sampled(const ParametricCurve& curve, int per_span) {
  std::vector<double> u;
  const auto breaks = curve.breaks();
  for (std::size_t span = 0; span + 1 < breaks.size(); ++span)
    for (int k = 0; k < per_span; ++k)
      u.push_back(breaks[span] + (breaks[span + 1] - breaks[span]) * k / per_span);
  u.push_back(breaks.back());
  return u;
}

// Newton's method on (CRV.8) between two samples, halving where it leaves them.
double refined(const ParametricCurve& curve, const Vec3& p, double low, double high) {
  const auto slope = [&](double u) {
    const CurvePoint c = curve.evaluate(u);
    return (c.d[0] - p).dot(c.d[1]);  // (CRV.8)
  };
  if (!(slope(low) < 0)) return low;
  if (!(slope(high) > 0)) return high;
  double u = 0.5 * (low + high);
  for (int k = 0; k < 100 && high - low > 1e-15; ++k) {
    const CurvePoint c = curve.evaluate(u);
    const Vec3 apart = c.d[0] - p;
    const double g = apart.dot(c.d[1]), dg = c.d[1].squaredNorm() + apart.dot(c.d[2]);
    (g < 0 ? low : high) = u;
    const double next = dg > 0 ? u - g / dg : low - 1;
    const double before = u;
    u = next > low && next < high ? next : 0.5 * (low + high);
    if (std::abs(u - before) < 1e-16) break;
  }
  return u;
}

}  // namespace

double length(const ParametricCurve& curve) {
  // Three points of Gauss in each of a few pieces of a polynomial.
  constexpr std::array<double, 3> place = {-0.7745966692414834, 0, 0.7745966692414834};
  constexpr std::array<double, 3> weight = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  const std::vector<double> u = sampled(curve, samples_per_span);
  double sum = 0;
  for (std::size_t k = 0; k + 1 < u.size(); ++k) {
    const double half = 0.5 * (u[k + 1] - u[k]), middle = 0.5 * (u[k + 1] + u[k]);
    for (std::size_t g = 0; g < 3; ++g)
      sum += weight[g] * half * curve.evaluate(middle + half * place[g]).d[1].norm();
  }
  return sum;
}

double nearest_parameter(const ParametricCurve& curve, const Vec3& p) {
  const std::vector<double> u = sampled(curve, samples_per_span);
  double best = u.front(), least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + 1 < u.size(); ++k) {
    const double candidate = refined(curve, p, u[k], u[k + 1]);
    const double distance = (curve.evaluate(candidate).d[0] - p).squaredNorm();
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

ContactGuess nearest_contact(const ParametricCurve& first, const Vec3& r, const Mat3& A,
                             const ParametricCurve& second) {
  constexpr std::size_t most = 400;  // samples of each curve
  const auto points = [](const ParametricCurve& curve) {
    const std::size_t spans = curve.breaks().size() - 1;
    return sampled(curve, std::clamp(int(most / spans), 1, samples_per_span));
  };
  const std::vector<double> us = points(first), ws = points(second);
  const double scale = 0.1 * std::min(length(first), length(second));
  ContactGuess best;
  double least = std::numeric_limits<double>::infinity();
  for (const double u : us) {
    const CurvePoint a = first.evaluate(u);
    const Vec3 place = r + A * a.d[0], tangent = (A * a.d[1]).normalized();
    for (const double w : ws) {
      const CurvePoint b = second.evaluate(w);
      const double slant = scale * tangent.cross(b.d[1].normalized()).norm();
      const double cost = (place - b.d[0]).squaredNorm() + slant * slant;
      if (!(cost < least)) continue;
      least = cost;
      best = {u, w};
    }
  }
  return best;
}

CurvePlane plane_of(const ParametricCurve& curve) {
  constexpr double flat = 1e-6;  // of the extent
  std::vector<Vec3> points;
  Vec3 centre = Vec3::Zero();
  for (const double u : sampled(curve, samples_per_span)) {
    points.push_back(curve.evaluate(u).d[0]);
    centre += points.back();
  }
  centre /= double(points.size());
  Vec3 along = Vec3::Zero(), normal = Vec3::Zero();
  for (const Vec3& p : points)
    if ((p - centre).norm() > along.norm()) along = p - centre;
  for (const Vec3& p : points)
    if (const Vec3 n = along.cross(p - centre); n.norm() > normal.norm()) normal = n;
  const double extent = along.norm();
  if (!(normal.norm() > flat * extent * extent)) return {true, {}};
  normal.normalize();
  const bool is_plane = std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return std::abs(normal.dot(p - centre)) <= flat * extent;
  });
  return {is_plane, normal};
}

}  // namespace trammel
