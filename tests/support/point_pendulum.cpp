// SPDX-License-Identifier: BSD-3-Clause
#include "support/point_pendulum.h"

#include <cmath>

namespace trammel::testing {

void PointPendulum::place(Real theta, Real omega, State& s) const {
  const Real c = length * std::cos(theta), sine = length * std::sin(theta);
  s.q.head<2>() << double(sine), double(-c);
  s.v.head<2>() << double(c * omega), double(sine * omega);
}

Real PointPendulum::angular_acceleration(Real theta, Real force_x, Real force_y) const {
  const Real weight = Real(mass) * gravity;
  return (std::cos(theta) * force_x + std::sin(theta) * (force_y - weight)) / (Real(mass) * length);
}

}  // namespace trammel::testing
