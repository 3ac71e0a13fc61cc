// SPDX-License-Identifier: BSD-3-Clause
#include "elements/wrench.h"

#include "elements/index.h"
#include "kinematics/kernels.h"

namespace trammel::elements {
namespace {

bool is_turning(kinematics::Quantity quantity) {
  return static_cast<int>(quantity) % 2 == 1;
}

}  // namespace

Wrench wrench_of_row(const Row& row, const Equations& equations, const Motion& motion,
                     const std::vector<double>& weights) {
  const int body = equations.skeleton.markers[index(row.i)].body;
  const Vec3& at = motion.markers[index(row.i)].r;
  Wrench sum;
  kinematics::Gradient gradient;
  for (std::size_t i = 0; i < row.terms.size(); ++i) {
    const Reading& reading = equations.readings[index(row.terms[i].reading)];
    if (reading.level() != row.level || weights[i] == 0) continue;
    reading.measure->gradient(kinematics::Markers(motion.markers[index(reading.markers[0])],
                                                  motion.markers[index(reading.markers[1])],
                                                  motion.markers[index(reading.markers[2])],
                                                  motion.markers[index(reading.markers[3])]),
                              gradient);
    for (const auto& term : gradient) {
      const int marker = reading.markers[static_cast<std::size_t>(term.of.slot)];
      if (equations.skeleton.markers[index(marker)].body != body ||
          kinematics::level(term.of.quantity) != row.level)
        continue;
      const Vec3 n = -weights[i] * term.n;  // (REACT.1)
      if (is_turning(term.of.quantity)) {
        sum.torque += n;
      } else {
        sum.force += n;
        sum.torque += (motion.markers[index(marker)].r - at).cross(n);
      }
    }
  }
  return sum;
}

Wrench wrench_of_load(const Load& load, const Motion& motion) {
  if (load.kind == Load::Kind::line) {
    const Vec3 line = motion.markers[index(load.i)].r - motion.markers[index(load.j)].r;
    return {kinematics::Direction(line).u, Vec3::Zero()};  // (LOAD.2)
  }
  const Vec3 e = motion.markers[index(load.rm)].A.col(load.axis);  // (LOAD.3), (LOAD.4)
  return load.kind == Load::Kind::torque ? Wrench{Vec3::Zero(), e} : Wrench{e, Vec3::Zero()};
}

}  // namespace trammel::elements
