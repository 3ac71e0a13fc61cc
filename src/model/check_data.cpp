// Splines, curves, graphics: lists that fit together.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "model/checks.h"

namespace trammel::model {
namespace {

constexpr std::size_t fewest_points = 4;  // of a cubic or Akima spline

// Index of the first value that is not above the one before it; 0 when all increase.
template <class Values>
std::size_t first_fall(const Values& values) {
  const auto fall =
      std::adjacent_find(values.begin(), values.end(), [](double a, double b) { return !(a < b); });
  return fall == values.end() ? 0 : static_cast<std::size_t>(fall - values.begin()) + 1;
}

bool check_blocks(Checks& checks, const Spline& spline) {
  const std::size_t points = spline.x.size();
  const bool several = spline.blocks.size() > 1;
  for (const auto& block : spline.blocks) {
    const bool fits = block.size() == points + 1 || (!several && block.size() == points);
    if (fits) continue;
    checks.add(Code::wrong_counts, spline, "Y",
               fmt::format("X has {} values and Y has {}", points, block.size()),
               several ? "each of several Y starts with its z" : "");
    return false;
  }
  return true;
}

void check_spline(Checks& checks, const Spline& spline) {
  if (!spline.is_read()) return;
  if (const std::size_t at = first_fall(spline.x))
    checks.add(Code::not_increasing, spline, "X",
               fmt::format("the values must increase, but {:.6g} follows {:.6g}", spline.x[at],
                           spline.x[at - 1]),
               "", static_cast<int>(at));
  if (spline.x.size() < fewest_points)
    checks.add(Code::too_few_points, spline, "X",
               fmt::format("a spline needs {} points, found {}", fewest_points, spline.x.size()));
  if (!check_blocks(checks, spline)) return;
  std::vector<double> z;
  for (std::size_t curve = 0; curve < spline.curves(); ++curve) z.push_back(spline.z(curve));
  if (const std::size_t at = first_fall(z))
    checks.add(Code::not_increasing, spline, "Y",
               fmt::format("the first values are z and must increase, but {:.6g} follows {:.6g}",
                           z[at], z[at - 1]));
}

void check_curve(Checks& checks, const Curve& curve) {
  const Matrix* matrix = checks.model.find(curve.matrix);
  if (!matrix || !matrix->is_read()) return;
  if (matrix->columns != 3)
    return checks.add(Code::wrong_counts, curve, "MATRIX",
                      fmt::format("matrix {} has {} columns, but points have three coordinates",
                                  matrix->id, matrix->columns));
  const auto error = curve_data_error(points(*matrix), shape(curve), fit(curve));
  if (error) checks.add(Code::no_curve, curve, "MATRIX", *error);
}

// Symbols and curves name their element by a number only.
void check_graphics(Checks& checks, const Graphics& graphics) {
  if (graphics.shape == Shape::curve && !checks.model.curves.contains(*graphics.curve) &&
      !checks.unread.contains("CURVE", *graphics.curve))
    checks.add(Code::undefined_reference, graphics, "CID",
               fmt::format("curve {} is not defined", *graphics.curve));
  if (graphics.shape != Shape::force) return;
  for (int k = 0; k < static_cast<int>(Kind::count); ++k) {
    const Kind kind = static_cast<Kind>(k);
    const std::string_view statement = statement_name(kind);
    std::string type = graphics.element_type;
    std::transform(type.begin(), type.end(), type.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    if (type != statement || checks.model.contains(kind, *graphics.element_id) ||
        checks.unread.contains(statement, *graphics.element_id))
      continue;
    checks.add(Code::undefined_reference, graphics, "EID",
               fmt::format("{}/{} is not defined", statement, *graphics.element_id));
  }
}

void check_multi_request(Checks& checks, const MultiRequest& multi) {
  for (std::size_t k = 0; k < multi.parts.ids.size(); ++k) {
    const Part* part = checks.model.parts.find(multi.parts.ids[k]);
    if (part && (part->ground || !part->cm))
      checks.add(Code::missing_argument, multi, "PARTS",
                 fmt::format("part {} has no CM, whose motion could be reported", part->id), "",
                 static_cast<int>(k));
  }
  constexpr Kind forces[] = {Kind::sforce,        Kind::vforce,  Kind::vtorque, Kind::gforce,
                             Kind::spring_damper, Kind::bushing, Kind::beam,    Kind::field};
  for (std::size_t k = 0; k < multi.forces.ids.size(); ++k) {
    const int id = multi.forces.ids[k];
    const bool exists = std::any_of(std::begin(forces), std::end(forces), [&](Kind kind) {
      return checks.model.contains(kind, id) || checks.unread.contains(statement_name(kind), id);
    });
    if (!exists)
      checks.add(Code::undefined_reference, multi, "APPFORS",
                 fmt::format("no applied force has the id {}", id), "", static_cast<int>(k));
  }
}

}  // namespace

void check_data(Checks& checks) {
  for (const MultiRequest& multi : checks.model.multi_requests) check_multi_request(checks, multi);
  for (const Spline& spline : checks.model.splines) check_spline(checks, spline);
  for (const Curve& curve : checks.model.curves) check_curve(checks, curve);
  for (const Graphics& graphics : checks.model.graphics) check_graphics(checks, graphics);
}

}  // namespace trammel::model
