// SPDX-License-Identifier: BSD-3-Clause
#include "expression/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "expression/characters.h"
#include "expression/compile.h"
#include "expression/evaluate.h"
#include "expression/parse.h"
#include "expression/text.h"
#include "math/spline.h"

namespace trammel::expression {

namespace {

// In pixels; there is a point for each column of them.
constexpr int left = 34, right = 214, top = 8, bottom = 108, width = 220, height = 124;
static_assert(right - left + 1 == picture_samples);

const std::vector<double> spline_x = {0, 1, 2, 3, 4, 5}, spline_y = {0, 0, 1, 1, 0.4, 0.4};
const std::vector<double> spectrum_x = {0.5, 1, 2, 4}, spectrum_y = {0.1, 1, 0.5, 0.1};

SplineData data_of(const SplineReference& reference) {
  const bool is_spectrum = reference.id == 2;
  const auto &x = is_spectrum ? spectrum_x : spline_x, &y = is_spectrum ? spectrum_y : spline_y;
  switch (reference.method) {
    case Interpolation::cubic:
      return SplineData(cubic_spline(x, y));
    case Interpolation::akima:
      return SplineData(akima_spline(x, y));
    case Interpolation::linear:
      return SplineData(broken_line(x, y));
    default:
      break;
  }
  const std::vector<Vec3> points = {Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(2, 0, 0), Vec3(3, -1, 0),
                                    Vec3(4, 0, 0)};
  const int axis = static_cast<int>(reference.method) - static_cast<int>(Interpolation::curve_x);
  return SplineData(CurveCoordinate{
      std::make_shared<const ParametricCurve>(points, CurveShape{}, CurveFit::through_points),
      axis});
}

// The example at every column.
std::vector<double> samples(const Function& function) {
  const ParseResult parsed = parse(example(function));
  if (!parsed.ok()) return {};
  ShapeTable shapes;
  const Tape tape = compile(*parsed.tree, shapes);
  std::vector<SplineData> data;
  for (const SplineReference& reference : tape.splines) data.push_back(data_of(reference));
  std::vector<const SplineData*> splines;
  for (const SplineData& one : data) splines.push_back(&one);
  Workspace workspace;
  std::vector<double> result;
  const auto [text, from, to] = function.example;
  for (int k = left; k <= right; ++k) {
    const double share = double(k - left) / (right - left);
    const std::vector<double> time(tape.quantities.size(), (1 - share) * from + share * to);
    double value = 0;
    if (!evaluate_value(tape, {time, splines}, workspace, value).ok()) return {};
    result.push_back(value);
  }
  return result;
}

// Tenths of a pixel, the same on every machine: nothing falls on a tie but by chance.
long in_tenths(double pixel) {
  return std::lround(10 * pixel + 1e-6);
}

std::string tenths(double pixel) {
  const long value = in_tenths(pixel);
  return value % 10 == 0 ? fmt::format("{}", value / 10)
                         : fmt::format("{:.1f}", double(value) / 10);
}

// As many digits as there is room for.
std::string number(double value) {
  const double size = std::abs(value);
  return fmt::format("{:.{}g}", size < 1e-12 ? 0 : value, size < 0.01 ? 1 : size < 0.1 ? 2 : 3);
}

// Points are left out that are this near, in tenths of a pixel, to the line that remains.
constexpr double near = 1.2345;

// Is every point between these two near the line from one to the other?
bool is_straight(const std::vector<long>& y, std::size_t from, std::size_t to) {
  const double slope = double(y[to] - y[from]) / double(to - from);
  for (std::size_t k = from + 1; k < to; ++k)
    if (std::abs(double(y[from]) + slope * double(k - from) - double(y[k])) > near) return false;
  return true;
}

// As few points as are needed; at a jump the line ends.
std::string path(const std::vector<double>& pixels, bool jumps) {
  std::vector<long> y;
  for (const double pixel : pixels) y.push_back(in_tenths(pixel));
  const auto breaks_before = [&](std::size_t k) {
    return jumps && std::abs(pixels[k] - pixels[k - 1]) > height / 5.0;
  };
  const auto point = [&](char mark, std::size_t k) {
    return fmt::format("{}{},{}", mark, left + static_cast<int>(k), tenths(pixels[k]));
  };
  std::string text = point('M', 0);
  for (std::size_t last = 0; last + 1 < y.size();) {
    std::size_t next = last + 1;
    if (breaks_before(next)) {
      text += point('M', next);
    } else {
      while (next + 1 < y.size() && !breaks_before(next + 1) && is_straight(y, last, next + 1))
        ++next;
      text += point(' ', next);
    }
    last = next;
  }
  return text;
}

std::string frame(double from, double to, double low, double high, double zero) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"10\" fill=\"#666\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
      "<path d=\"M{2},{3}V{4}H{5}\" fill=\"none\" stroke=\"#999\"/>\n",
      width, height, left, top, bottom, right);
  if (low < 0 && high > 0)
    svg += fmt::format("<path d=\"M{},{}H{}\" stroke=\"#ddd\"/>\n", left, tenths(zero), right);
  const auto label = [&](int x, int y, std::string_view anchor, double value) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                       number(value));
  };
  label(left - 3, top + 4, "end", high);
  label(left - 3, bottom + 3, "end", low);
  label(left, height - 4, "middle", from);
  label(right - 4, height - 4, "middle", to);
  return svg;
}

}  // namespace

std::string plot_file(const Function& function) {
  std::string name(function.name);
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name + ".svg";
}

Picture picture_of(const Function& function) {
  if (function.example.is_drawn()) return Picture::example;
  if (function.notation != Notation::call) return Picture::none;
  for (const Argument& argument : function.arguments) {
    if (argument.entity == Entity::contact) return Picture::none;
    if (argument.entity == Entity::friction) return Picture::states;
  }
  switch (function.quantity) {
    case QuantityKind::measure:
    case QuantityKind::element_force:
    case QuantityKind::marker_force:
      return Picture::driven;
    default:
      return function.vector == VectorRule::none ? Picture::states : Picture::driven;
  }
}

Plot draw(const Function& function, double from, double to,
          const std::vector<std::vector<double>>& curves) {
  double low = curves.front().front(), high = low;
  for (const std::vector<double>& curve : curves)
    for (const double value : curve) low = std::min(low, value), high = std::max(high, value);
  const double range = high > low ? high - low : 1;
  const auto pixel = [&](double value) { return bottom - (bottom - top) * (value - low) / range; };
  std::string svg = frame(from, to, low, high, pixel(0));
  constexpr std::string_view colours[] = {"#06c", "#c30", "#393"};
  for (std::size_t k = 0; k < curves.size(); ++k) {
    std::vector<double> pixels;
    for (const double value : curves[k]) pixels.push_back(pixel(value));
    svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                       path(pixels, function.continuity == Continuity::jump), colours[k]);
  }
  return {plot_file(function), svg + "</svg>\n"};
}

std::vector<Plot> function_plots() {
  std::vector<Plot> plots;
  for (const Family& family : families())
    for (const Function& function : family.functions)
      if (picture_of(function) == Picture::example)
        plots.push_back(
            draw(function, function.example.from, function.example.to, {samples(function)}));
  return plots;
}

std::string_view example_data() {
  return "SPLINE/1, X = 0, 1, 2, 3, 4, 5, Y = 0, 0, 1, 1, 0.4, 0.4\n"
         "SPLINE/2, X = 0.5, 1, 2, 4, Y = 0.1, 1, 0.5, 0.1\n"
         "MATRIX/1, FULL = RORDER, ROWS = 5, COLUMNS = 3\n"
         ", VALUES = 0, 0, 0, 1, 1, 0, 2, 0, 0, 3, -1, 0, 4, 0, 0\n"
         "CURVE/1, OPEN, MATRIX = 1, CURVE_POINTS\n";
}

}  // namespace trammel::expression
