// Parameters of the standard pendulums.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/rod_chain.h"

#include <numbers>

namespace trammel::testing {

using std::numbers::pi;

Rod hanging_rod(double mass, double length, double angle, double rate) {
  return {.mass = mass,
          .half_length = length / 2,
          .inertia = mass * length * length / 12,
          .angle = angle - pi / 2,
          .rate = rate};
}

namespace {

// The hinge of the first rod is relaxed when it hangs straight down.
RodChainParameters hanging(std::vector<Rod> rods) {
  rods.front().relaxed_angle = -pi / 2;
  return {.rods = std::move(rods)};
}

Rod sprung(Rod rod, double stiffness, double damping) {
  rod.stiffness = stiffness;
  rod.damping = damping;
  return rod;
}

}  // namespace

RodChainParameters rod_pendulum() {
  return {.rods = {{.mass = 1, .half_length = 1, .inertia = 1. / 3, .rate = 1}}};
}

RodChainParameters driven_rod_pendulum() {
  RodChainParameters p = rod_pendulum();
  p.amplitude = 0.2;
  p.frequency = 5;
  return p;
}

RodChainParameters double_rod_pendulum(bool with_springs) {
  RodChainParameters p{.rods = {{.mass = 1, .half_length = 1, .inertia = 1. / 3},
                                {.mass = 0.7, .half_length = 0.6, .inertia = 0.084, .angle = 0.3}}};
  if (with_springs) p.rods = {sprung(p.rods[0], 3, 0.4), sprung(p.rods[1], 2, 0.3)};
  return p;
}

RodChainParameters order_analysis_pendulum() {
  return hanging({sprung(hanging_rod(1.2, 1.2, pi / 2), 30, 0.4)});
}

RodChainParameters order_analysis_double_pendulum() {
  return hanging({sprung(hanging_rod(1.2, 1.2, pi / 2), 30, 0.4),
                  sprung(hanging_rod(0.8, 0.9, pi / 3), 18, 0.25)});
}

RodChainParameters free_double_pendulum() {
  return hanging({hanging_rod(1, 1, pi / 2), hanging_rod(1, 1, pi / 2)});
}

RodChainParameters stiff_double_pendulum(bool bent) {
  const double start = bent ? pi / 2 + 5 * pi / 12 : 5 * pi / 12;
  RodChainParameters p = hanging({sprung(hanging_rod(3, 2, pi / 2), 400, 15),
                                  sprung(hanging_rod(0.3, 3, start, 10), 3e5, 5e4)});
  p.rods[1].relaxed_angle = bent ? pi / 2 : 0;
  return p;
}

RodChainParameters hanging_chain(int links) {
  std::vector<Rod> rods(std::size_t(links), hanging_rod(1. / links, 1. / links, pi / 4));
  return hanging(std::move(rods));
}

}  // namespace trammel::testing
