// Joints that do the work of another one.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>
#include <tuple>
#include <utility>

#include "analysis/doctor/rules.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double same_place = 1e-6;  // of the typical length

using Carriers = std::pair<int, int>;  // ids of parts, of point masses negative

int carrier_id(const model::Model& model, model::MarkerId id) {
  const model::Marker& marker = model[id];
  return marker.part ? marker.part.value : -marker.point_mass.value;
}

}  // namespace

Findings duplicate_joints(const Patient& patient) {
  const elements::Equations& equations = patient.start.system->equations();
  const State& s = patient.start.state;
  elements::Motion motion(equations.skeleton);
  elements::move(equations.skeleton, s.q, s.v, s.a, motion);
  const auto place = [&](model::MarkerId id) {
    return motion.markers[std::size_t(equations.marker(id))].r;
  };
  std::multimap<std::tuple<model::JointType, int, int>, const model::Joint*> seen;
  Findings findings;
  for (const model::Joint& joint : patient.model.joints) {
    if (!joint.active) continue;
    Carriers parts{carrier_id(patient.model, joint.i), carrier_id(patient.model, joint.j)};
    if (parts.first > parts.second) std::swap(parts.first, parts.second);
    const auto key = std::tuple(joint.type, parts.first, parts.second);
    const auto [first, last] = seen.equal_range(key);
    for (auto other = first; other != last; ++other) {
      const double apart = (place(joint.i) - place(other->second->i)).norm();
      if (apart > same_place * patient.start.length) continue;
      findings.push_back(warning(joint,
                                 fmt::format("it joins the same parts at the same place as {}",
                                             model::label("JOINT", *other->second)),
                                 "take one of them out"));
      break;
    }
    seen.emplace(key, &joint);
  }
  std::map<int, const model::Motion*> driven;
  for (const model::Motion& m : patient.model.motions) {
    if (!m.active || !m.joint) continue;
    const auto [known, fresh] = driven.emplace(m.joint.value * 8 + int(m.axis), &m);
    if (!fresh)
      findings.push_back(warning(
          m,
          fmt::format("it drives the joint that {} drives", model::label("MOTION", *known->second)),
          "take one of them out"));
  }
  return findings;
}

}  // namespace trammel::analysis::doctor
