// SPDX-License-Identifier: BSD-3-Clause
#include "elements/reaction.h"

#include "elements/row_kernel.h"

namespace trammel::elements {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

double component_of_row(const Reaction& reaction, const Equations& equations, const Motion& motion,
                        const Row& row, const std::vector<double>& weights) {
  const int body = equations.skeleton.markers[index(reaction.at)].body;
  const Vec3& origin = motion.markers[index(reaction.at)].r;
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (std::size_t i = 0; i < row.terms.size(); ++i) {
    const Reading& reading = equations.readings[index(row.terms[i].reading)];
    if (reading.level() != row.level) continue;
    const kinematics::Markers at(
        motion.markers[index(reading.markers[0])], motion.markers[index(reading.markers[1])],
        motion.markers[index(reading.markers[2])], motion.markers[index(reading.markers[3])]);
    kinematics::Gradient n;
    reading.measure->gradient(at, n);
    for (const auto& term : n) {
      const int marker = reading.markers[static_cast<std::size_t>(term.of.slot)];
      if (equations.skeleton.markers[index(marker)].body != body ||
          kinematics::level(term.of.quantity) != row.level)
        continue;
      const Vec3 share = weights[i] * term.n;
      if (static_cast<int>(term.of.quantity) % 2 == 1) {
        torque -= share;  // (REACT.1)
      } else {
        force -= share;
        torque -= (motion.markers[index(marker)].r - origin).cross(share);
      }
    }
  }
  return motion.markers[index(reaction.axes)]
      .A.col(reaction.axis)
      .dot(reaction.torque ? torque : force);
}

}  // namespace trammel::elements
