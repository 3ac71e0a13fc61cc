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
constexpr double far_away = 1e6;  // in units of length

bool is_extreme(double x) {
  return std::abs(x) >= huge || (x != 0 && std::abs(x) <= minute);
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
  return findings;
}

Findings unsuitable_units(const Patient& patient) {
  double farthest = 0;
  const elements::Body* body_there = nullptr;
  const State& s = patient.start.state;
  for (const elements::Body& body : patient.start.system->equations().skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;
    const double distance = s.q.segment(body.q, body.kind == elements::Body::Kind::planar ? 2 : 3)
                                .cwiseAbs()
                                .maxCoeff();
    if (distance > farthest) farthest = distance, body_there = &body;
  }
  if (farthest < far_away) return {};
  return {{model::Severity::warning, body_there->label, body_there->at,
           fmt::format("it is {:.3g} units of length away: of positions, ERROR = 1E-3 keeps nine "
                       "digits and more",
                       farthest),
           "take a longer unit, or an origin nearby"}};
}

}  // namespace trammel::analysis::doctor
