// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/runaway.h"

#include <fmt/format.h>

#include <cmath>

namespace trammel::analysis {

namespace {

constexpr double far = 1e12;  // length units; the radius of Neptune's orbit has 4.5e12 m

double distance_from_origin(const elements::Body& body, const State& s) {
  if (body.kind == elements::Body::Kind::path) return 0;
  const bool planar = body.kind == elements::Body::Kind::planar;
  return planar ? std::hypot(s.q[body.q], s.q[body.q + 1]) : s.q.segment<3>(body.q).stableNorm();
}

}  // namespace

Findings runaway_part(const system::System& system, const State& s) {
  const elements::Body* farthest = nullptr;
  double distance = far;
  for (const elements::Body& body : system.equations().skeleton.bodies)
    if (const double d = distance_from_origin(body, s); !(d <= distance)) {
      farthest = &body;
      distance = d;
    }
  if (!farthest) return {};
  return {{model::Severity::warning, farthest->label, farthest->at,
           fmt::format("it is {:.2g} length units from the origin: the motion grows without bound",
                       distance),
           "forces that should pull back may push away: check their signs, and the units of "
           "stiffness and mass"}};
}

}  // namespace trammel::analysis
