// SPDX-License-Identifier: BSD-3-Clause
#include "support/pin_four_bar.h"

namespace trammel::testing {

PinFourBar::PinFourBar(const PinFourBarSizes& size)
    : SmallDae(
          vector_layout({Kind::length, Kind::length, Kind::length, Kind::length}, {.level_0 = 3})),
      size_(size) {}

double PinFourBar::energy(const State& s) const {
  return 0.5 * (size_.mass_B * s.v.head<2>().squaredNorm() +
                size_.mass_C * s.v.tail<2>().squaredNorm()) +
         gravity * size_.mass_B * s.q[1] + (gravity * size_.mass_C - size_.lift) * s.q[3];
}

Outcome PinFourBar::terms(const State& s, Terms& e) const {
  const Eigen::Vector2d B = s.q.head<2>(), C = s.q.tail<2>(), D(size_.frame, 0);
  const Eigen::Vector2d vB = s.v.head<2>(), vC = s.v.tail<2>();
  const auto square = [](double x) { return x * x; };
  e.M.diagonal() << size_.mass_B, size_.mass_B, size_.mass_C, size_.mass_C;
  e.Q << 0, -gravity * size_.mass_B, 0, size_.lift - gravity * size_.mass_C;
  e.c0 << B.squaredNorm() - square(size_.crank), (C - B).squaredNorm() - square(size_.coupler),
      (C - D).squaredNorm() - square(size_.rocker);
  e.c0 /= 2;
  e.G.row(0) << B.transpose(), 0, 0;
  e.G.row(1) << (B - C).transpose(), (C - B).transpose();
  e.G.row(2) << 0, 0, (C - D).transpose();
  e.Gq.row(0) << vB.transpose(), 0, 0;
  e.Gq.row(1) << (vB - vC).transpose(), (vC - vB).transpose();
  e.Gq.row(2) << 0, 0, vC.transpose();
  e.c1 = e.G * s.v;
  e.c2 = e.G * s.a + e.Gq * s.v;
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  e.Kg.topLeftCorner<2, 2>() = (s.lambda[0] + s.lambda[1]) * one;
  e.Kg.bottomRightCorner<2, 2>() = (s.lambda[1] + s.lambda[2]) * one;
  e.Kg.topRightCorner<2, 2>() = e.Kg.bottomLeftCorner<2, 2>() = -s.lambda[1] * one;
  return Outcome::ok;
}

}  // namespace trammel::testing
