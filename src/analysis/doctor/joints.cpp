// Joints that do the work of another one.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/doctor/rules.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double same_place = 1e-6;  // of the typical length
constexpr double same_axis = 1e-6;   // radians

using Carriers = std::pair<int, int>;  // ids of parts, of point masses negative

int carrier_id(const model::Model& model, model::MarkerId id) {
  const model::Marker& marker = model[id];
  return marker.part ? marker.part.value : -marker.point_mass.value;
}

// Do two joints of a type have the same equations? Where they stand matters but to those that leave points
// free, how they are turned but to those that leave all turns free or none.
class Poses {
 public:
  explicit Poses(const Patient& patient)
      : equations_(patient.start.system->equations()),
        motion_(equations_.skeleton),
        length_(patient.start.length) {
    const State& s = patient.start.state;
    elements::move(equations_.skeleton, s.q, s.v, s.a, motion_);
  }

  bool is_same(const model::Joint& a, const model::Joint& b) const {
    using Type = model::JointType;
    const bool anywhere = a.type == Type::translational || a.type == Type::planar;
    const bool any_turn = a.type == Type::spherical || a.type == Type::fixed;
    const Vec3 apart = marker(a.i).r - marker(b.i).r;
    const Vec3 axis = marker(a.j).A.col(2);
    const double distance = a.type == Type::planar        ? std::abs(apart.dot(axis))
                            : a.type == Type::cylindrical ? (apart - apart.dot(axis) * axis).norm()
                            : anywhere                    ? 0
                                                          : apart.norm();
    if (distance > same_place * length_) return false;
    return any_turn || (parallel(a.i, b.i) || parallel(a.i, b.j));
  }

 private:
  const kinematics::MarkerMotion& marker(model::MarkerId id) const {
    return motion_.markers[std::size_t(equations_.marker(id))];
  }
  bool parallel(model::MarkerId a, model::MarkerId b) const {
    return marker(a).A.col(2).cross(marker(b).A.col(2)).norm() < same_axis;
  }

  const elements::Equations& equations_;
  elements::Motion motion_;
  double length_;
};

}  // namespace

Findings duplicate_joints(const Patient& patient) {
  const Poses poses(patient);
  std::multimap<std::tuple<model::JointType, int, int>, const model::Joint*> seen;
  Findings findings;
  for (const model::Joint& joint : patient.model.joints) {
    if (!joint.active) continue;
    Carriers parts{carrier_id(patient.model, joint.i), carrier_id(patient.model, joint.j)};
    if (parts.first > parts.second) std::swap(parts.first, parts.second);
    const auto key = std::tuple(joint.type, parts.first, parts.second);
    const auto [first, last] = seen.equal_range(key);
    for (auto other = first; other != last; ++other) {
      if (!poses.is_same(joint, *other->second)) continue;
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
