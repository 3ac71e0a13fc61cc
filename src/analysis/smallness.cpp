// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/smallness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trammel::analysis {

namespace {

constexpr double noticeable = 1e-3;   // of the size
constexpr double recommended = 1e-5;  // of the size

// The diagonal of the box that holds all markers, or the fastest part's way in a unit of time.
double size_of(const elements::Skeleton& skeleton, const State& s) {
  elements::Motion motion(skeleton);
  elements::move(skeleton, s.q, s.v, s.a, motion);
  Vec3 lowest = motion.markers.front().r, highest = lowest;
  double way = 0;
  for (const kinematics::MarkerMotion& marker : motion.markers) {
    lowest = lowest.cwiseMin(marker.r);
    highest = highest.cwiseMax(marker.r);
    way = std::max(way, marker.v.norm());
  }
  return std::max((highest - lowest).norm(), way);
}

}  // namespace

Findings warn_of_smallness(const InitialConditions& ic, double error) {
  const elements::Equations& equations = ic.system->equations();
  const double size = size_of(equations.skeleton, ic.state);
  if (!(size > 0) || error <= noticeable * size) return {};
  const model::Unit* unit = equations.model->units.length_unit();
  return {
      {model::Severity::warning,
       "",
       {},
       fmt::format("the model measures {:.2g} {} only, and an ERROR of {:g} is meant for about "
                   "one unit of length: each step may be off by {:.2g} % of the size",
                   size, unit ? unit->symbol : "length units", error, 100 * error / size),
       fmt::format("use ERROR = {:.0e} or less, or smaller units of length", recommended * size)}};
}

}  // namespace trammel::analysis
