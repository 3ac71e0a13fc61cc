// Forces that feed energy into a model: dampers with the wrong sign.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/rules.h"
#include "analysis/load_slopes.h"

namespace trammel::analysis::doctor {
namespace {

using elements::Load;
constexpr double aligned = 0.3;  // cosine between what a force acts along and what it grows with

// Cosine between the direction of the force and the direction of velocities in which it grows fastest:
// −1 of a damper.
double cosine(const LoadSlopes& slopes, const Load& load) {
  std::vector<TangentPart> direction = slopes.direction(load);
  std::vector<Vec6> gradient(direction.size(), Vec6::Zero());
  for (const TangentPart& part : slopes.gradient(load, 1))
    for (std::size_t k = 0; k < direction.size(); ++k)
      if (direction[k].body == part.body) gradient[k] += part.entries;
  double along = 0, slope = 0, length = 0;
  for (std::size_t k = 0; k < direction.size(); ++k) {
    along += gradient[k].dot(direction[k].entries);
    slope += gradient[k].squaredNorm(), length += direction[k].entries.squaredNorm();
  }
  return slope > 0 && length > 0 ? along / std::sqrt(slope * length) : 0;
}

}  // namespace

Findings negative_damping(const Patient& patient) {
  Findings findings;
  const LoadSlopes slopes(*patient.start.system, patient.start.state);
  if (!slopes.ok()) return findings;
  const elements::Equations& equations = patient.start.system->equations();
  std::set<std::pair<model::Kind, int>> told;
  for (const Load& load : equations.loads) {
    if (cosine(slopes, load) < aligned) continue;
    if (!told.insert({load.owner.kind, load.owner.id}).second) continue;
    const elements::Scalar& scalar = equations.scalars[std::size_t(load.scalar)];
    findings.push_back({model::Severity::warning, scalar.name.substr(0, scalar.name.find(": ")),
                        scalar.at,
                        "it grows with the velocity along which it acts: a damper with the wrong "
                        "sign, which feeds energy into the motion",
                        "a force that resists has the other sign: -c*VR(i, j), -c*WZ(i, j, j)"});
  }
  return findings;
}

Findings negative_stiffness(const Patient& patient) {
  Findings findings;
  for (const Connection& c : connections(patient.model))
    if (c.least_stiffness < 0)
      findings.push_back(
          {model::Severity::warning, c.label, c.at,
           fmt::format("its stiffness of {:g} pushes away what it should hold", c.least_stiffness),
           "stiffness is positive where a spring pulls back"});
  return findings;
}

}  // namespace trammel::analysis::doctor
