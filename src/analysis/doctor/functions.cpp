// What functions of forces, motions and states should not do.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "expression/inspect.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Continuity;
using expression::Node;
using expression::NodeKind;
using expression::QuantityKind;
using expression::Tree;

template <class Visit>
void for_each_call(const Tree& tree, const Visit& visit) {
  for (std::size_t n = 0; n < tree.size(); ++n)
    if (tree.node(n).kind == NodeKind::call) visit(n, *tree.node(n).function);
}

bool reads_the_model(const Tree& tree, std::size_t root) {
  for (std::size_t n = root + 1 - tree.node(root).size; n <= root; ++n)
    if (tree.node(n).kind == NodeKind::call &&
        tree.node(n).function->quantity != QuantityKind::none)
      return true;
  return false;
}

// The number that an argument is, with or without a sign.
std::optional<double> literal(const Tree& tree, std::size_t n) {
  const Node& node = tree.node(n);
  if (node.kind == NodeKind::number || node.kind == NodeKind::integer) return node.number;
  if (node.kind == NodeKind::call && node.function->notation == expression::Notation::prefix)
    if (const auto value = literal(tree, n - 1)) return -*value;
  return {};
}

bool is_contact(const expression::Function& function) {
  return function.name == "IMPACT" || function.name == "BISTOP";
}

std::string joined(const std::set<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string effect(bool jumps, bool of_displacement) {
  if (of_displacement)
    return jumps ? "no mechanism follows a displacement that jumps"
                 : "velocities jump at the corner, and forces there mean nothing";
  return jumps ? "no method keeps an order of its own across a jump: it restarts there with short "
                 "steps"
               : "methods of higher order than one lose it at the corner, and shorten their steps";
}

bool is_displacement(const model::Motion& motion) {
  return motion.level == model::MotionLevel::displacement;
}
template <class Element>
bool is_displacement(const Element&) {
  return false;
}

}  // namespace

Findings discontinuous_functions(const Patient& patient) {
  Findings findings;
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    std::set<std::string> jumping, bending;
    for_each_call(function.tree, [&](std::size_t n, const expression::Function& f) {
      if (f.continuity == Continuity::smooth || f.quantity != QuantityKind::none || is_contact(f) ||
          !reads_the_model(function.tree, n))
        return;
      (f.continuity == Continuity::jump ? jumping : bending).insert(std::string(f.name));
    });
    if (jumping.empty() && bending.empty()) return;
    const bool jumps = !jumping.empty();
    findings.push_back(warning(
        element,
        fmt::format("its function uses {}, which {}; {}", joined(jumps ? jumping : bending),
                    jumps ? "may jump" : "has a corner", effect(jumps, is_displacement(element))),
        "STEP, STEP5 and HAVSIN go from one value to another smoothly; SQRT(x*x + small) is a "
        "rounded ABS"));
  });
  return findings;
}

Findings sharp_impacts(const Patient& patient) {
  Findings findings;
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    for_each_call(function.tree, [&](std::size_t n, const expression::Function& f) {
      if (!is_contact(f)) return;
      const std::vector<std::size_t> arguments = function.tree.arguments(n);
      const std::size_t place = f.name == "IMPACT" ? 4 : 5;
      if (place >= arguments.size()) return;
      const auto exponent = literal(function.tree, arguments[place]);
      if (!exponent || *exponent > 1) return;
      findings.push_back(warning(
          element,
          fmt::format("the exponent {:g} of {} gives its force a corner, where contact begins",
                      *exponent, f.name),
          "take more than 1; 2.2 is usual for steel on steel in N and mm"));
    });
  });
  return findings;
}

Findings splines_in_motions(const Patient& patient) {
  Findings findings;
  for (const model::Motion& motion : patient.model.motions) {
    if (!motion.active || motion.function.is_user()) continue;
    std::set<std::string> splines;
    bool akima = false;
    for_each_call(motion.function.tree, [&](std::size_t, const expression::Function& f) {
      if (f.name == "CUBSPL" || f.name == "AKISPL" || f.name == "INTERP")
        splines.insert(std::string(f.name));
      akima = akima || f.name == "AKISPL";
    });
    if (splines.empty()) continue;
    if (is_displacement(motion))
      findings.push_back(warning(
          motion,
          fmt::format("a displacement by {}: its acceleration has corners, or jumps, at the points "
                      "of the spline, and forces follow",
                      joined(splines)),
          "prescribe the velocity by the spline of the derivative (VELOCITY), or smooth the data"));
    else if (akima)
      findings.push_back(warning(motion,
                                 "AKISPL has one continuous derivative only, a motion needs two",
                                 "CUBSPL is smoother"));
  }
  return findings;
}

namespace {

// The frame in which rates are taken is the last argument of these.
bool takes_rates(const expression::Function& f) {
  constexpr std::string_view names[] = {"VX",   "VY",   "VZ",   "VM",   "ACCX", "ACCY",
                                        "ACCZ", "ACCM", "WDTX", "WDTY", "WDTZ", "WDTM"};
  return std::find(std::begin(names), std::end(names), f.name) != std::end(names);
}

bool moves(const model::Model& model, int marker) {
  const model::Marker* m = model.markers.find(marker);
  if (!m || !m->part) return false;
  const model::Part* part = model.find(m->part);
  return part && !part->ground;
}

}  // namespace

Findings velocities_without_frame(const Patient& patient) {
  Findings findings;
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    for_each_call(function.tree, [&](std::size_t n, const expression::Function& f) {
      if (!takes_rates(f)) return;
      const std::vector<std::size_t> arguments = function.tree.arguments(n);
      if (arguments.size() < 2 || arguments.size() >= f.arguments.size()) return;
      const int j = function.tree.node(arguments[1]).integer();
      if (!moves(patient.model, j)) return;
      findings.push_back(warning(
          element,
          fmt::format(
              "{} has no marker for the frame in which its rate is taken, so that ground is "
              "it; MARKER/{} belongs to a part that moves and turns",
              f.name, j),
          fmt::format("give the last marker, too: {} is what a damper between the two feels", j)));
    });
  });
  return findings;
}

Findings possible_divisions_by_zero(const Patient& patient) {
  Findings findings;
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    const Tree& tree = function.tree;
    for_each_call(tree, [&](std::size_t n, const expression::Function& f) {
      if (f.notation != expression::Notation::infix || f.name != "/") return;
      const std::size_t divisor = tree.arguments(n)[1];
      const Node& node = tree.node(divisor);
      // A bare displacement or a time passes through zero; distances of parts seldom do.
      const bool may_vanish =
          node.kind == NodeKind::call &&
          (node.function->quantity == QuantityKind::time ||
           (node.function->quantity == QuantityKind::measure && node.function->name != "DM"));
      if (!may_vanish) return;
      findings.push_back(warning(
          element, fmt::format("it divides by {}, which may become zero", node.function->name),
          "keep away from zero what is divided by: SQRT(x*x + small)"));
    });
  });
  return findings;
}

}  // namespace trammel::analysis::doctor
