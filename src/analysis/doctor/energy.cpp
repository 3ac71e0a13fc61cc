// Forces that feed energy into a model: dampers with the wrong sign.
//
// A single force is one if it grows with its own velocity. Several of one statement are judged together, in any
// axes: with u_k = d_k·v the velocities at which they do work, f = D u near this state, and e·De > 0 along an e
// that De keeps. Components alone would mislead: of a damped contact with friction, D = −c (n + μt) nᵀ − … , the
// axes decide about the sign of an entry, and a force across a velocity, D = c x yᵀ, feeds as much as it takes.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/rules.h"
#include "analysis/load_slopes.h"
#include "numerics/dense.h"

namespace trammel::analysis::doctor {
namespace {

using elements::Load;
constexpr double aligned = 0.3;  // cosine between what a force acts along and what it grows with
// Cosine between a velocity and the forces that it makes. Damped friction of μ = 1.5 has 0.5, a force across 0.7.
constexpr double kept = 0.75;
constexpr double negligible = 1e-9;  // of the largest slopes
constexpr double dependent = 1e-13;  // of the largest pivot

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

using Group = std::vector<const Load*>;

// Columns: entries of a group's directions, or of its slopes in velocities, over all bodies that feel it.
struct Columns {
  Matrix directions, slopes;
};

Columns columns_of(const LoadSlopes& slopes, const Group& group, double length) {
  std::map<int, int> place;  // of a body
  for (const Load* load : group)
    for (const TangentPart& part : slopes.direction(*load))
      place.emplace(part.body, int(place.size()));
  Columns c;
  c.directions = c.slopes =
      Matrix::Zero(6 * Eigen::Index(place.size()), Eigen::Index(group.size()));
  for (std::size_t k = 0; k < group.size(); ++k) {
    const auto add = [&](Matrix& to, const TangentPart& part) {
      if (const auto at = place.find(part.body); at != place.end())
        to.block<6, 1>(6 * at->second, Eigen::Index(k)) += part.entries;
    };
    // A torque T at ω is a force T/length at ω length.
    const double arm = group[k]->kind == Load::Kind::torque ? length : 1;
    for (TangentPart part : slopes.direction(*group[k]))
      part.entries *= arm, add(c.directions, part);
    for (TangentPart part : slopes.gradient(*group[k], 1)) part.entries /= arm, add(c.slopes, part);
  }
  return c;
}

// The load of a group along which most is pushed by its own velocity; none: nothing is.
const Load* pusher(const LoadSlopes& slopes, const Group& group, double length) {
  if (group.size() == 1) return cosine(slopes, *group.front()) < aligned ? nullptr : group.front();
  const Columns c = columns_of(slopes, group, length);
  // v = d u', u = dᵀd u'; the loads of one body may depend on each other.
  const PivotedQr lengths(c.directions.transpose() * c.directions);
  const Matrix D =
      lengths.shortest(c.directions.transpose() * c.slopes, dependent * lengths.largest_pivot())
          .transpose();
  const auto power = symmetric_pairs(0.5 * (D + D.transpose()));
  if (!power) return nullptr;
  for (Eigen::Index k = D.rows() - 1; k >= 0; --k) {
    const Vector e = power->vectors.col(k);
    if (!(power->values[k] > negligible * D.norm())) break;
    Eigen::Index most = 0;
    e.cwiseAbs().maxCoeff(&most);
    if (power->values[k] > kept * (D * e).norm()) return group[std::size_t(most)];
  }
  return nullptr;
}

std::vector<Group> groups_of(const elements::Equations& equations) {
  std::vector<Group> groups;
  std::map<std::pair<model::Kind, int>, std::size_t> places;
  for (const Load& load : equations.loads) {
    const auto place = places.emplace(std::pair(load.owner.kind, load.owner.id), groups.size());
    if (place.second) groups.emplace_back();
    groups[place.first->second].push_back(&load);
  }
  return groups;
}

}  // namespace

Findings negative_damping(const Patient& patient) {
  Findings findings;
  const LoadSlopes slopes(*patient.start.system, patient.start.state);
  if (!slopes.ok()) return findings;
  const elements::Equations& equations = patient.start.system->equations();
  for (const Group& group : groups_of(equations)) {
    const Load* suspect = pusher(slopes, group, patient.start.length);
    if (!suspect) continue;
    const elements::Scalar& scalar = equations.scalars[std::size_t(suspect->scalar)];
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
