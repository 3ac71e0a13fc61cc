// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/spline_data.h"

#include <optional>
#include <vector>

#include "math/spline.h"
#include "math/spline_surface.h"

namespace trammel::elements {
namespace {

using expression::Interpolation;
using expression::SplineData;

SplineResult failure(std::string error) {
  const std::vector<double> x = {0, 1, 2, 3}, y = {0, 0, 0, 0};
  return {std::make_unique<SplineData>(akima_spline(x, y)), std::move(error)};
}

SplineResult curve(const model::Spline& spline, Interpolation method, Extrapolation beyond) {
  const std::span<const double> y = spline.y(0);
  if (auto error = spline_data_error(spline.x, y)) return failure(*error);
  return {
      std::make_unique<SplineData>(method == Interpolation::cubic
                                       ? cubic_spline(spline.x, y, EndCondition::natural, beyond)
                                       : akima_spline(spline.x, y, beyond)),
      ""};
}

SplineResult surface(const model::Spline& spline, Interpolation method, Extrapolation beyond) {
  std::vector<double> z, y;
  for (std::size_t k = 0; k < spline.curves(); ++k) {
    z.push_back(spline.z(k));
    y.insert(y.end(), spline.y(k).begin(), spline.y(k).end());
  }
  if (auto error = surface_data_error(spline.x, z, y)) return failure(*error);
  return {std::make_unique<SplineData>(
              method == Interpolation::cubic
                  ? SplineSurface::cubic(spline.x, z, y, EndCondition::natural, beyond)
                  : SplineSurface::akima(spline.x, z, y, beyond)),
          ""};
}

}  // namespace

SplineResult make_spline(const model::Spline* spline, Interpolation method) {
  if (!spline || spline->curves() == 0) return failure("it has no data");
  const Extrapolation beyond =
      spline->linear_extrapolate ? Extrapolation::linear : Extrapolation::parabolic;
  return spline->curves() == 1 ? curve(*spline, method, beyond) : surface(*spline, method, beyond);
}

}  // namespace trammel::elements
