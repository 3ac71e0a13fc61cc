// Section 7 of the ADAMS/Solver primer: a pendulum on a pin at (4, 0), worked through.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "bench/papers/experiments.h"
#include "bench/papers/mechanism.h"
#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

constexpr double mass = 3, inertia = 0.7, g = 9.81, half_length = 1;

std::string pendulum(double x, double y, double theta, double rate, const char* extra) {
  return fmt::format(
      "pendulum of the primer\n"
      "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
      "PART/1, GROUND\nMARKER/101, PART = 1, QP = 4, 0, 0\n"
      "PART/2, MASS = {}, CM = 200, IP = 1, 1, {}, QG = {:.17g}, {:.17g}, 0, REULER = {:.17g}, 0, "
      "0\n"
      ", VX = {:.17g}, VY = {:.17g}, WZ = {:.17g}{}\n"
      "MARKER/200, PART = 2\nMARKER/201, PART = 2, QP = {}, 0, 0\n"
      "JOINT/1, REVOLUTE, I = 201, J = 101\nACCGRAV/JGRAV = {}\nEND\n",
      mass, inertia, x, y, theta, -rate * half_length * std::sin(theta),
      rate * half_length * std::cos(theta), rate, extra, -half_length, -g);
}

// Largest residual of the primer's equations of motion with the reactions eliminated, over poses and rates.
double largest_residual() {
  double largest = 0;
  for (const double theta : {0.0, 0.4, 2.0, -1.3})
    for (const double w : {0.0, 3.0}) {
      const double s = std::sin(theta), c = std::cos(theta), l = half_length;
      const Mechanism m(pendulum(4 + l * c, l * s, theta, w, ""));
      const Vector& a = m.start().a;
      const double expected = -mass * g * l * c / (inertia + mass * l * l);
      largest = std::max({largest, std::abs(a[5] - expected),
                          std::abs(a[0] + l * s * a[5] + l * c * w * w),
                          std::abs(a[1] - l * c * a[5] + l * s * w * w)});
    }
  return largest;
}

}  // namespace

Outcome primer_pendulum(const Effort&) {
  Outcome out;
  out.text =
      "The pendulum that the primer works through by hand. Its other numbers (the weighted step, "
      "the Jacobian, motions, "
      "equilibria, eigenvalues) are held to 1e-10 by tests of the program, with four misprints of "
      "the text corrected: the "
      "right-hand side of 7.2 is -Φ; d3 is -2e-10, printed -2^-10; ∂L/∂q has -mg, printed +mg; two "
      "entries of the Jacobian of "
      "BDF stand in the wrong place.";
  const Mechanism lying(pendulum(6, -2, 0, 0, ", EXACT = PSI"));
  const double x = lying.start().q[0], y = lying.start().q[1];
  out.claims.push_back(
      {"initial conditions (7.2): centre of a pendulum that lies at (6, -2), its angle held",
       "(5, 0)", fmt::format("({:.12g}, {:.12g})", x, std::abs(y) < 1e-14 ? 0 : y),
       std::hypot(x - 5, y) < 1e-12 ? Verdict::reproduced : Verdict::not_reproduced});
  const double residual = largest_residual();
  out.claims.push_back({"equations of motion (7.3), four poses, at rest and with 3 rad/s",
                        "closed form", fmt::format("largest difference {:.1e}", residual),
                        residual < 1e-11 ? Verdict::reproduced : Verdict::not_reproduced});
  out.numbers = {{"x", x}, {"y", y}, {"residual", residual}};
  return out;
}

}  // namespace trammel::bench::papers
