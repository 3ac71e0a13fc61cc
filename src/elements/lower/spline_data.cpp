// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/spline_data.h"

#include <cmath>
#include <memory>
#include <utility>
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

SplineResult made(SplineData data) {
  return {std::make_unique<SplineData>(std::move(data)), ""};
}

// Straight in logarithms of both.
SplineResult logarithmic(std::span<const double> x, std::span<const double> y) {
  std::vector<double> log_x, log_y;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!(x[k] > 0 && y[k] > 0)) return failure("logarithms need positive X and Y");
    log_x.push_back(std::log(x[k]));
    log_y.push_back(std::log(y[k]));
  }
  return made(SplineData(broken_line(log_x, log_y, trammel::Extrapolation::linear)));
}

SplineResult curve(const model::Spline& spline, Interpolation method,
                   trammel::Extrapolation beyond) {
  const std::span<const double> y = spline.y(0);
  if (auto error = spline_data_error(spline.x, y)) return failure(*error);
  if (method == Interpolation::logarithmic) return logarithmic(spline.x, y);
  if (method == Interpolation::linear) return made(SplineData(broken_line(spline.x, y, beyond)));
  if (method == Interpolation::akima) return made(SplineData(akima_spline(spline.x, y, beyond)));
  return made(SplineData(cubic_spline(spline.x, y, EndCondition::natural, beyond)));
}

SplineResult surface(const model::Spline& spline, Interpolation method,
                     trammel::Extrapolation beyond) {
  if (method == Interpolation::linear || method == Interpolation::logarithmic)
    return failure("it is a family of curves, but a single one is needed");
  std::vector<double> z, y;
  for (std::size_t k = 0; k < spline.curves(); ++k) {
    z.push_back(spline.z(k));
    y.insert(y.end(), spline.y(k).begin(), spline.y(k).end());
  }
  if (auto error = surface_data_error(spline.x, z, y)) return failure(*error);
  return made(method == Interpolation::cubic
                  ? SplineData(SplineSurface::cubic(spline.x, z, y, EndCondition::natural, beyond))
                  : SplineData(SplineSurface::akima(spline.x, z, y, beyond)));
}

SplineResult coordinate(const model::Model& model, const model::Curve* curve, int axis) {
  const model::Matrix* matrix = curve ? model.find(curve->matrix) : nullptr;
  if (!matrix || matrix->columns != 3) return failure("it has no points");
  const std::vector<Vec3> points = model::points(*matrix);
  if (auto error = curve_data_error(points, shape(*curve), fit(*curve))) return failure(*error);
  return made(SplineData(expression::CurveCoordinate{
      std::make_shared<const ParametricCurve>(points, shape(*curve), fit(*curve)), axis}));
}

}  // namespace

SplineResult make_spline(const model::Model& model, const expression::SplineReference& reference) {
  const Interpolation method = reference.method;
  if (expression::reads_a_curve(method))
    return coordinate(model, model.curves.find(reference.id),
                      static_cast<int>(method) - static_cast<int>(Interpolation::curve_x));
  const model::Spline* spline = model.splines.find(reference.id);
  if (!spline || spline->curves() == 0) return failure("it has no data");
  const trammel::Extrapolation beyond = spline->linear_extrapolate
                                            ? trammel::Extrapolation::linear
                                            : trammel::Extrapolation::parabolic;
  return spline->curves() == 1 ? curve(*spline, method, beyond) : surface(*spline, method, beyond);
}

}  // namespace trammel::elements
