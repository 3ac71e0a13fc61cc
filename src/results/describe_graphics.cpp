// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include "results/describe.h"
#include "results/mesh_file.h"

namespace trammel::results {
namespace {

using model::Model;

constexpr std::array<std::string_view, 16> shape_names = {
    "ARC",     "BOX",   "CIRCLE",  "CURVE", "CYLINDER", "ELLIPSOID", "EXTERNAL", "FORCE",
    "FRUSTUM", "IMAGE", "OUTLINE", "PLANE", "POINT",    "SPDP",      "TEXT",     "TORUS"};

constexpr double two_pi = 6.283185307179586;
constexpr std::size_t most_triangles = 200'000;  // of a model: more would fill a report
constexpr int points_of_a_span = 8, fewest_points = 64, most_points = 4096;

int position(const Model& model, model::MarkerId id) {
  return id && model.markers.contains(id.value) ? int(model.markers.position(id.value)) : -1;
}

template <class T>
double number(const std::optional<T>& value) {
  return value ? double(*value) : ShapeNumbers::none;
}

ShapeNumbers numbers_of(const model::Graphics& g) {
  using model::Shape;
  ShapeNumbers n;
  n.x = number(g.x), n.y = number(g.y), n.z = number(g.z);
  n.length = number(g.length), n.radius = number(g.radius);
  n.top = number(g.top), n.bottom = number(g.bottom), n.minor_radius = number(g.minor_radius);
  n.angle = number(g.angle), n.sides = number(g.sides), n.segments = number(g.segments);
  n.x_min = number(g.x_min), n.x_max = number(g.x_max);
  n.y_min = number(g.y_min), n.y_max = number(g.y_max);
  n.coils = number(g.coils);
  n.da = number(g.da), n.db = number(g.db), n.dc = number(g.dc);
  n.lc = number(g.lc), n.ld = number(g.ld);
  const bool is_round = g.shape == Shape::arc || g.shape == Shape::cylinder ||
                        g.shape == Shape::frustum || g.shape == Shape::torus;
  if (is_round && !g.angle) n.angle = two_pi;
  constexpr double usual = 20;
  if ((is_round || g.shape == Shape::circle || g.shape == Shape::ellipsoid) && !g.segments)
    n.segments = usual;
  if (is_round && g.shape != Shape::arc && !g.sides) n.sides = usual;
  return n;
}

// Of a CURVE that has points; one of a routine has none that could be drawn without it.
std::vector<std::array<double, 3>> points_of(const Model& model, const model::Graphics& g) {
  const model::Curve* curve = g.curve ? model.curves.find(*g.curve) : nullptr;
  const model::Matrix* matrix = curve ? model.find(curve->matrix) : nullptr;
  if (!matrix || !matrix->is_read() || matrix->columns != 3) return {};
  const std::vector<Vec3> given = model::points(*matrix);
  if (curve_data_error(given, model::shape(*curve), model::fit(*curve))) return {};
  const ParametricCurve smooth(given, model::shape(*curve), model::fit(*curve));
  const int segments = g.segments.value_or(
      std::clamp(points_of_a_span * int(smooth.breaks().size()), fewest_points, most_points));
  const int count = std::clamp(segments, 1, most_points);
  std::vector<std::array<double, 3>> points;
  for (int k = 0; k <= count; ++k) {
    const Vec3 r = smooth.evaluate(-1 + 2.0 * k / count).d[0];
    points.push_back({r.x(), r.y(), r.z()});
  }
  return points;
}

}  // namespace

std::vector<GraphicInfo> describe_graphics(const model::Model& model, const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  std::size_t triangles = 0;
  std::vector<GraphicInfo> list;
  for (const model::Graphics& g : model.graphics) {
    GraphicInfo info;
    info.statement = "GRAPHICS";
    info.id = g.id;
    info.name = to_utf8(g.name);
    info.shape = std::string(shape_names[std::size_t(g.shape)]);
    info.marker = position(model, g.shape == model::Shape::force ? g.element_marker : g.marker);
    info.i = position(model, g.i);
    info.j = position(model, g.j);
    for (const model::MarkerId id : g.outline) info.outline.push_back(position(model, id));
    info.points = points_of(model, g);
    if (g.shape == model::Shape::external) {
      const std::string mesh = find_mesh(folder, g.file, g.element);
      if (!mesh.empty()) info.points = read_mesh(mesh, most_triangles - triangles);
      triangles += info.points.size() / 3;
    }
    info.numbers = numbers_of(g);
    info.text = to_utf8(g.text);
    info.file = to_utf8(g.file);
    if (g.shape == model::Shape::force)
      info.element = to_utf8(g.element_type) + "_" + std::to_string(g.element_id.value_or(0));
    list.push_back(std::move(info));
  }
  return list;
}

}  // namespace trammel::results
