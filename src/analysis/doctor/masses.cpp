// Parts without mass, and parts with hardly any.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/rules.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double tiny_share = 1e-5;  // of the median mass

double median_mass(const model::Model& model) {
  std::vector<double> masses;
  for (const model::Part& part : model.parts)
    if (!part.ground && part.mass > 0) masses.push_back(part.mass);
  for (const model::PointMass& point : model.point_masses)
    if (point.mass > 0) masses.push_back(point.mass);
  if (masses.empty()) return 0;
  const auto middle = masses.begin() + std::ptrdiff_t(masses.size() / 2);
  std::nth_element(masses.begin(), middle, masses.end());
  return *middle;
}

// By label, the stiffest connection of everything that connections hold.
std::map<std::string, Connection> stiffest(const model::Model& model) {
  std::map<std::string, Connection> result;
  for (const Connection& c : connections(model))
    for (const model::MarkerId end : c.ends)
      if (const Carrier held = carrier(model, end); !held.is_ground) {
        Connection& known = result[held.label];
        if (known.label.empty() || c.stiffness > known.stiffness) known = c;
      }
  return result;
}

bool holds(const model::Model& model, const Connection& c, const model::Part& part) {
  return std::any_of(c.ends.begin(), c.ends.end(), [&](model::MarkerId end) {
    const model::Marker* marker = model.find(end);
    return marker && marker->part.value == part.id;
  });
}

template <class Element>
std::string name_of(const Element& element) {
  return model::label(model::statement_name(Element::kind), element);
}

}  // namespace

// A part without mass, or inertia, is in order where joints alone move it; assembly names one that has a
// freedom of its own.
Findings parts_without_mass(const Patient& patient) {
  Findings findings;
  for (const model::Part& part : patient.model.parts) {
    if (part.ground) continue;
    const bool inertia =
        std::any_of(part.inertia.begin(), part.inertia.begin() + 3, [](double x) { return x > 0; });
    if (part.mass > 0 && (inertia || part.planar)) continue;
    for (const Connection& c : connections(patient.model)) {
      const bool pulls = part.mass == 0 ? c.stiffness + c.damping > 0
                                        : c.angular_stiffness + c.angular_damping > 0;
      if (!pulls || !holds(patient.model, c, part)) continue;
      findings.push_back(warning(
          part,
          part.mass == 0
              ? fmt::format("it has no mass, and {} pulls at it: what resists is nothing", c.label)
              : fmt::format("it has a mass, but no inertia to turn against {}", c.label),
          part.mass == 0 ? "MASS, CM and IP give it some; a dummy part must be held by joints alone"
                         : "IP gives it some; POINT_MASS is for what does not turn"));
      break;
    }
  }
  return findings;
}

Findings tiny_masses(const Patient& patient) {
  Findings findings;
  const double median = median_mass(patient.model);
  const auto held = stiffest(patient.model);
  const auto examine = [&](const auto& element) {
    if (element.mass <= 0 || element.mass >= tiny_share * median) return;
    std::string text = fmt::format("its mass of {:g} is tiny beside {:g}, that of most parts",
                                   element.mass, median);
    if (const auto c = held.find(name_of(element)); c != held.end()) {
      const double omega =
          std::sqrt(c->second.stiffness / element.mass * patient.model.units.consistency_factor());
      text += fmt::format("; on {} it swings with {:.3g} cycles per second", c->second.label,
                          omega / (2 * std::numbers::pi) * units_per_second(patient.model));
    }
    findings.push_back(warning(element, text,
                               "give a dummy part no mass at all and hold it by joints, or join it "
                               "with its neighbour"));
  };
  for (const model::Part& part : patient.model.parts)
    if (!part.ground) examine(part);
  for (const model::PointMass& point : patient.model.point_masses) examine(point);
  return findings;
}

}  // namespace trammel::analysis::doctor
