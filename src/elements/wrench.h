// What a constraint row or a load exerts on the body of its marker I: force and torque about the origin
// of I, in global axes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/equations.h"

namespace trammel::elements {

struct Wrench {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();

  Wrench& operator+=(const Wrench& other) {
    force += other.force;
    torque += other.torque;
    return *this;
  }
};
inline Wrench operator*(double f, const Wrench& w) {
  return {f * w.force, f * w.torque};
}

// With a unit multiplier; `weights` are W_i of the row (RowKernel::weights).           (REACT.1)
Wrench wrench_of_row(const Row&, const Equations&, const Motion&,
                     const std::vector<double>& weights);

// With f = 1.                                                                           (FUN.1)
Wrench wrench_of_load(const Load&, const Motion&);

}  // namespace trammel::elements
