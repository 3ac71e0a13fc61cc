// SPDX-License-Identifier: BSD-3-Clause
#include "expression/spline_data.h"

#include <array>

#include "expression/history.h"

namespace trammel::expression {

namespace {

// Between knots the fourth derivative of a cubic is 0, so order 2 has all it needs.
constexpr std::size_t derivatives = 5;

SplineValue of_curve(const PiecewiseCubic& curve, double x, std::size_t order) {
  const SplinePoint p = curve.evaluate(x);
  const std::array<double, derivatives> d = {p.value, p.first, p.second, p.third, 0};
  return {.f = d[order], .f_x = d[order + 1], .f_xx = d[order + 2]};
}

SplineValue of_surface(const SplineSurface& surface, double x, double z, std::size_t order) {
  const SurfacePoint p = surface.evaluate(x, z);
  return {.f = p.d[order][0],
          .f_x = p.d[order + 1][0],
          .f_z = p.d[order][1],
          .f_xx = order + 2 < p.d.size() ? p.d[order + 2][0] : 0,
          .f_xz = p.d[order + 1][1],
          .f_zz = p.d[order][2]};
}

SplineValue of_coordinate(const CurveCoordinate& coordinate, double u, std::size_t order) {
  const auto d = coordinate.curve->evaluate(u).d;
  const int axis = coordinate.axis;
  return {.f = d[order][axis], .f_x = d[order + 1][axis], .f_xx = d[order + 2][axis]};
}

}  // namespace

SplineValue SplineData::evaluate(double x, double z, int order) const {
  const auto k = static_cast<std::size_t>(order);
  if (const auto* curve = std::get_if<PiecewiseCubic>(&data_)) return of_curve(*curve, x, k);
  if (const auto* coordinate = std::get_if<CurveCoordinate>(&data_))
    return of_coordinate(*coordinate, x, k);
  if (const auto* history = std::get_if<std::shared_ptr<const History>>(&data_))
    return order == 0 ? (*history)->evaluate(x) : SplineValue{.f = (*history)->begin()};
  return of_surface(std::get<SplineSurface>(data_), x, z, k);
}

bool SplineData::covers(double x, double z) const {
  if (const auto* curve = std::get_if<PiecewiseCubic>(&data_))
    return !curve->evaluate(x).out_of_range;
  if (const auto* coordinate = std::get_if<CurveCoordinate>(&data_))
    return !coordinate->curve->evaluate(x).out_of_range;
  if (std::holds_alternative<std::shared_ptr<const History>>(data_)) return true;
  const SurfacePoint p = std::get<SplineSurface>(data_).evaluate(x, z);
  return !p.x_out_of_range && !p.z_out_of_range;
}

}  // namespace trammel::expression
