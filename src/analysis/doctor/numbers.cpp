// Numbers that no sensible choice of units gives.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double huge = 1e16, minute = 1e-16;

bool is_extreme(double x) {
  return std::abs(x) >= huge || (x != 0 && std::abs(x) <= minute);
}

// Small ones among data are rounded zeros.
const double* huge_among(const std::vector<double>& numbers) {
  const auto found =
      std::find_if(numbers.begin(), numbers.end(), [](double x) { return std::abs(x) >= huge; });
  return found == numbers.end() ? nullptr : &*found;
}

std::string say(double x) {
  return fmt::format("the number {:g} is extreme", x);
}

const std::string hint = "choose units in which numbers are near one; 0 is better than 1E-20";

}  // namespace

Findings extreme_numbers(const Patient& patient) {
  Findings findings;
  const model::Model& model = patient.model;
  for_each_function(model, [&](const auto& element, const model::Expression& function) {
    for (const expression::Node& node : function.tree.nodes())
      if (node.kind == expression::NodeKind::number && is_extreme(node.number)) {
        findings.push_back(warning(element, say(node.number), hint));
        return;
      }
  });
  for (const model::Part& part : model.parts) {
    if (part.ground) continue;
    std::optional<double> wrong;
    if (is_extreme(part.mass)) wrong = part.mass;
    for (const double x : part.inertia)
      if (std::abs(x) >= huge || (part.mass > 0 && x > 0 && x <= minute)) wrong = x;
    if (wrong) findings.push_back(warning(part, say(*wrong), hint));
  }
  for (const model::PointMass& point : model.point_masses)
    if (is_extreme(point.mass)) findings.push_back(warning(point, say(point.mass), hint));
  for (const Connection& c : connections(model))
    for (const double x : {c.stiffness, c.damping, c.angular_stiffness, c.angular_damping})
      if (is_extreme(x)) {
        findings.push_back({model::Severity::warning, c.label, c.at, say(x), hint});
        break;
      }
  for (const model::Array& array : model.arrays)
    if (const double* x = huge_among(array.numbers))
      findings.push_back(warning(array, say(*x), hint));
  for (const model::Spline& spline : model.splines)
    for (const std::vector<double>& block : spline.blocks)
      if (const double* x = huge_among(block)) {
        findings.push_back(warning(spline, say(*x), hint));
        break;
      }
  return findings;
}

}  // namespace trammel::analysis::doctor
