// What functions of forces, motions and states should not do.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "analysis/doctor/softened.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Continuity;
using expression::QuantityKind;

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

namespace {

// Functions of an expression that are not smooth where something changes, by how much they are not.
struct Breaks {
  std::set<std::string> jumps, corners, slopes;

  explicit Breaks(const expression::Tree& tree) {
    for_each_call(tree, [&](std::size_t n, const expression::Function& f) {
      if (f.continuity == Continuity::smooth || f.quantity != QuantityKind::none || is_contact(f) ||
          !changes(tree, n))
        return;
      const Corner corner = softened(tree, n);
      const std::string name(f.name);
      if (f.continuity == Continuity::jump && corner == Corner::sharp)
        jumps.insert(name);
      else if (corner == Corner::sharp || f.continuity == Continuity::jump)
        corners.insert(name);
      else if (corner == Corner::in_the_slope)
        slopes.insert(name);
    });
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
    findings.push_back(warning(
        element, found.text(is_displacement(element)),
        "STEP, STEP5 and HAVSIN go from one value to another smoothly; SQRT(x*x + small) is a "
        "rounded ABS"));
  });
  return findings;
}

namespace {

// visit(element, function of the contact, the number in an argument counted from the end of IMPACT's:
// 2 the exponent, 1 the damping, 0 the depth).
template <class Visit>
void for_each_contact(const model::Model& model, std::size_t from_the_end, const Visit& visit) {
  for_each_function(model, [&](const auto& element, const model::Expression& function) {
    for_each_call(function.tree, [&](std::size_t n, const expression::Function& f) {
      if (!is_contact(f)) return;
      const std::vector<std::size_t> arguments = function.tree.arguments(n);
      if (const auto number =
              literal(function.tree, arguments[arguments.size() - 1 - from_the_end]))
        visit(element, f, *number);
    });
  });
}

}  // namespace

Findings sharp_impacts(const Patient& patient) {
  Findings findings;
  for_each_contact(
      patient.model, 2, [&](const auto& element, const expression::Function& f, double exponent) {
        if (exponent > 1) return;
        findings.push_back(warning(
            element,
            fmt::format("the exponent {:g} of {} gives its force a corner, where contact begins",
                        exponent, f.name),
            "take more than 1; 2.2 is usual for steel on steel in N and mm"));
      });
  return findings;
}

Findings shallow_impacts(const Patient& patient) {
  Findings findings;
  const model::Unit* unit = patient.model.units.length_unit();
  constexpr double shallow_m = 0.99e-4;
  for_each_contact(
      patient.model, 0, [&](const auto& element, const expression::Function& f, double depth) {
        const double least = unit ? shallow_m / unit->si : 0;
        if (depth > least) return;
        findings.push_back(warning(
            element,
            fmt::format("{} reaches its full damping within {:g}: a jump, for which every touch "
                        "takes tiny steps",
                        f.name, depth),
            unit ? fmt::format("take 0.1 mm, {:g}, or more", 1e-4 / unit->si)
                 : "take a depth that penetration does not reach at once"));
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
