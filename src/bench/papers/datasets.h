// The mechanisms of the papers as datasets. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "bench/direction_cosines.h"

namespace trammel::bench::papers {

std::string double_pendulum_dataset(const PlanarDoublePendulum&);

// A uniform rod on a pin at the origin; θ from the x axis, gravity along −y.
struct Rod {
  double mass = 1, half_length = 1, stiffness = 0, damping = 0, angle = 0, rate = 1, gravity = 9.81;

  double inertia() const { return mass * half_length * half_length * 4 / 3; }  // about the pin
  double acceleration(double angle, double rate) const;
};
std::string rod_dataset(const Rod&);

// Masses of 1 kg on slides along x, released so far from where their springs are free.
std::string mass_springs_dataset(const std::array<double, 3>& stiffness, double released_at = 0.01);

// n rods of 1 m that hang on each other, with springs and dampers in the joints.
std::string chain_dataset(int n);

}  // namespace trammel::bench::papers
