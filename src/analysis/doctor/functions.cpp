// What functions of forces, motions and states should not do.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/doctor/contacts.h"
#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "analysis/doctor/softened.h"
#include "analysis/doctor/time_function.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Continuity;
using expression::QuantityKind;

constexpr double equal = 1e-9;

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

namespace {

// A jump by name only: on both sides of the moment the branches of IF(TIME − 2: …) are the same.
bool meets_itself(const expression::Tree& tree, std::size_t n) {
  if (tree.node(n).function->notation != expression::Notation::arithmetic_if) return false;
  const std::vector<std::size_t> arguments = tree.arguments(n);
  const TimeFunction condition(tree, arguments[0]);
  const auto moment = condition.zero();
  if (!moment) return false;
  const auto value = [&](std::size_t k) { return TimeFunction(tree, arguments[k]).at(*moment); };
  const auto before = value(1), then = value(2), after = value(3);
  if (!before || !then || !after) return false;
  const double scale = std::max({1.0, std::abs(*before), std::abs(*after)});
  return std::abs(*before - *after) <= equal * scale && std::abs(*then - *after) <= equal * scale;
}

// The angle of a displacement, which has a function that counts turns.
bool is_angle_of_displacements(const expression::Tree& tree, std::size_t n) {
  if (tree.node(n).function->name != "ATAN2") return false;
  const auto reads_displacement = [&](std::size_t argument) {
    const auto nodes = subtree(tree, argument);
    return std::any_of(nodes.begin(), nodes.end(), [](const expression::Node& node) {
      return node.kind == expression::NodeKind::call && node.function->measure &&
             node.function->level == 0;
    });
  };
  const std::vector<std::size_t> arguments = tree.arguments(n);
  return reads_displacement(arguments[0]) && reads_displacement(arguments[1]);
}

// Functions of an expression that are not smooth where something changes, by how much they are not.
struct Breaks {
  std::set<std::string> jumps, corners, slopes;
  bool has_angle = false;

  explicit Breaks(const expression::Tree& tree) {
    for_each_call(tree, [&](std::size_t n, const expression::Function& f) {
      if (f.continuity == Continuity::smooth || f.quantity != QuantityKind::none || is_contact(f) ||
          !changes(tree, n))
        return;
      const Corner corner = softened(tree, n);
      const std::string name(f.name);
      const bool jump = f.continuity == Continuity::jump && !meets_itself(tree, n);
      has_angle = has_angle || is_angle_of_displacements(tree, n);
      if (jump && corner == Corner::sharp)
        jumps.insert(name);
      else if (corner == Corner::sharp || jump)
        corners.insert(name);
      else if (corner == Corner::in_the_slope)
        slopes.insert(name);
    });
  }

  std::string hint() const {
    if (has_angle)
      return "AZ(i, j) measures the angle by which a part has turned, and counts whole turns where "
             "ATAN2 jumps by 2*PI";
    return "STEP, STEP5 and HAVSIN go from one value to another smoothly; SQRT(x*x + small) is a "
           "rounded ABS";
  }

  std::string text(bool of_displacement) const {
    if (jumps.empty() && corners.empty())
      return fmt::format(
          "the second derivative of its function jumps, by {}: methods of higher "
          "order than two lose it there",
          joined(slopes));
    const bool jump = !jumps.empty();
    return fmt::format("its function uses {}, which {}; {}", joined(jump ? jumps : corners),
                       jump ? "may jump" : "has a corner", effect(jump, of_displacement));
  }
};

}  // namespace

Findings discontinuous_functions(const Patient& patient) {
  Findings findings;
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    const Breaks found(function.tree);
    if (found.jumps.empty() && found.corners.empty() && found.slopes.empty()) return;
    findings.push_back(warning(element, found.text(is_displacement(element)), found.hint()));
  });
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

}  // namespace trammel::analysis::doctor
