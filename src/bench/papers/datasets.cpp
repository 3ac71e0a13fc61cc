// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/datasets.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace trammel::bench::papers {

namespace {

constexpr const char* head = R"(experiment
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/100, PART = 1
)";

struct Link {  // a uniform rod in the plane; its marker 1 is the near end, 2 the far one
  int part;
  double mass, length, x, y, angle, vx, vy, rate;  // of the centre
};

std::string statements(const Link& l) {
  const double across = l.mass * l.length * l.length / 12;
  return fmt::format(
      "PART/{0}, MASS = {1:.17g}, CM = {0}00, IP = {2:.17g}, {3:.17g}, {3:.17g}\n"
      ", QG = {4:.17g}, {5:.17g}, 0, REULER = {6:.17g}, 0, 0, VX = {7:.17g}, VY = {8:.17g}, WZ = "
      "{9:.17g}\n"
      "MARKER/{0}00, PART = {0}\n"
      "MARKER/{0}01, PART = {0}, QP = {10:.17g}, 0, 0\n"
      "MARKER/{0}02, PART = {0}, QP = {11:.17g}, 0, 0\n",
      l.part, l.mass, across / 100, across, l.x, l.y, l.angle, l.vx, l.vy, l.rate, -l.length / 2,
      l.length / 2);
}

std::string hinge(int number, int i, int j, double stiffness, double damping, double relaxed) {
  std::string text = fmt::format("JOINT/{}, REVOLUTE, I = {}, J = {}\n", number, i, j);
  if (stiffness != 0 || damping != 0)
    text += fmt::format(
        "SPRINGDAMPER/{}, ROTATIONAL, I = {}, J = {}, KT = {:.17g}, CT = {:.17g}, ANGLE = "
        "{:.17g}D\n",
        number, i, j, stiffness, damping, relaxed * 180 / std::numbers::pi);
  return text;
}

}  // namespace

std::string double_pendulum_dataset(const PlanarDoublePendulum& p) {
  const double l = p.length[0], a = l / 2, b = p.length[1] / 2, w1 = p.rate[0], w2 = p.rate[1];
  const double c1 = std::cos(p.angle[0]), s1 = std::sin(p.angle[0]);
  const double c2 = std::cos(p.angle[1]), s2 = std::sin(p.angle[1]);
  const Link upper{2, p.mass[0], l, a * c1, a * s1, p.angle[0], -a * s1 * w1, a * c1 * w1, w1};
  const Link lower{3,
                   p.mass[1],
                   2 * b,
                   l * c1 + b * c2,
                   l * s1 + b * s2,
                   p.angle[1],
                   -l * s1 * w1 - b * s2 * w2,
                   l * c1 * w1 + b * c2 * w2,
                   w2};
  return head + statements(upper) + statements(lower) +
         hinge(1, 201, 100, p.stiffness[0], p.damping[0], p.relaxed[0]) +
         hinge(2, 301, 202, p.stiffness[1], p.damping[1], p.relaxed[1]) +
         fmt::format("ACCGRAV/IGRAV = {:.17g}, JGRAV = {:.17g}\nEND\n", p.gravity[0], p.gravity[1]);
}

double Rod::acceleration(double theta, double omega) const {
  return (-mass * gravity * half_length * std::cos(theta) - stiffness * theta - damping * omega) /
         inertia();
}

std::string rod_dataset(const Rod& r) {
  const double c = std::cos(r.angle), s = std::sin(r.angle), L = r.half_length;
  const Link link{2, r.mass, 2 * L, L * c, L * s, r.angle, -L * s * r.rate, L * c * r.rate, r.rate};
  return head + statements(link) + hinge(1, 201, 100, r.stiffness, r.damping, 0) +
         fmt::format("ACCGRAV/JGRAV = {:.17g}\nEND\n", -r.gravity);
}

std::string mass_springs_dataset(const std::array<double, 3>& stiffness, double released_at) {
  std::string text = head;
  for (int k = 0; k < 3; ++k)
    text += fmt::format(
        "MARKER/10{0}, PART = 1, QP = 0, {0}, 0, REULER = 90D, 90D, 0\n"
        "MARKER/11{0}, PART = 1, QP = -1, {0}, 0\n"
        "PART/{1}, MASS = 1, CM = {1}00, IP = 1E-3, 1E-3, 1E-3, QG = {4:.17g}, {0}, 0\n"
        "MARKER/{1}00, PART = {1}\n"
        "MARKER/{1}01, PART = {1}, REULER = 90D, 90D, 0\n"
        "JOINT/{2}, TRANSLATIONAL, I = {1}01, J = 10{0}\n"
        "SPRINGDAMPER/{2}, TRANSLATIONAL, I = {1}00, J = 11{0}, K = {3:.17g}, LENGTH = 1\n",
        k + 1, k + 2, k + 1, stiffness[std::size_t(k)], released_at);
  return text + "END\n";
}

std::string chain_dataset(int n) {
  std::string text = head;
  for (int k = 0; k < n; ++k) {
    const int part = k + 2;
    text += statements({part, 1, 1, k + 0.5, 0, 0, 0, 0, 0});
    text += hinge(k + 1, part * 100 + 1, k == 0 ? 100 : (part - 1) * 100 + 2, 400, 15, 0);
  }
  return text + "ACCGRAV/JGRAV = -9.81\nEND\n";
}

}  // namespace trammel::bench::papers
