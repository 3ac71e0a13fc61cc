// Numbers that no sensible choice of units gives.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "analysis/doctor/trees.h"

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

// Is a minute number there to keep from zero what it is added to?
bool keeps_from_zero(const expression::Tree& tree, std::size_t n) {
  if (std::abs(tree.node(n).number) > minute) return false;
  const std::vector<std::size_t> above = parents(tree);
  while (n != tree.root() && is_negation(tree, above[n])) n = above[n];
  if (n == tree.root()) return false;
  const std::size_t sum = above[n];
  if (!is_operator(tree, sum, "+") && !is_operator(tree, sum, "-")) return false;
  return changes(tree, sum);
}

const std::string rounding_hint =
    "what it is to keep from zero passes there as if it were not added: take a number that counts, "
    "the square of the smallest velocity (or length) of interest in SQRT(x*x + small)";

template <class Element>
std::optional<Finding> of_function(const Element& element, const expression::Tree& tree) {
  for (std::size_t n = 0; n < tree.size(); ++n)
    if (tree.node(n).kind == expression::NodeKind::number && is_extreme(tree.node(n).number))
      return warning(element, say(tree.node(n).number),
                     keeps_from_zero(tree, n) ? rounding_hint : hint);
  return {};
}

}  // namespace

Findings extreme_numbers(const Patient& patient) {
  Findings findings;
  const model::Model& model = patient.model;
  for_each_function(model, [&](const auto& element, const model::Expression& function) {
    if (auto finding = of_function(element, function.tree)) findings.push_back(std::move(*finding));
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
