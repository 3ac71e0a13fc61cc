// Eigenvalues of linearised mechanisms against closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/modes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "analysis/datasets.h"
#include "numerics/index_one.h"
#include "system/redundancy.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;

struct Linearised {
  explicit Linearised(const std::string& statements, const ModeOptions& options = {})
      : model(statements) {
    const InitialConditions& ic = model.assemble();
    EXPECT_TRUE(ic.ok()) << lines(ic.findings);
    const Vector units = system::tangent_units(ic.system->layout(), ic.length);
    report = find_modes(*ic.system, ic.state, units, options);
    EXPECT_EQ(report.message, "");
  }

  Loaded model;
  ModeReport report;
};

// n masses of 2 kg along x, springs of 50 N/m between them and to both walls, dampers of 0.3 Ns/m.
std::string spring_chain(int n, double damping) {
  std::string text = ground;
  for (int k = 1; k <= n; ++k)
    text += fmt::format(
        "PART/{0}, MASS = 2, CM = {0}00, QG = {1}, 0, 0\nMARKER/{0}00, PART = {0}, REULER = 90D, "
        "90D, "
        "0\nMARKER/1{0}, PART = 1, QP = {1}, 0, 0, REULER = 90D, 90D, 0\n"
        "JOINT/{0}, TRANSLATIONAL, I = {0}00, J = 1{0}\n",
        k + 1, k);
  text += fmt::format("MARKER/90000, PART = 1, QP = {}, 0, 0\n", n + 1);
  for (int k = 0; k <= n; ++k)
    text +=
        fmt::format("SPRINGDAMPER/{}, TRANSLATION, I = {}, J = {}, K = 50, LENGTH = 1, C = {}\n",
                    k + 1, k == 0 ? 101 : 100 * (k + 1), k == n ? 90000 : 100 * (k + 2), damping);
  return text;
}

void expect_spring_modes(const ModeReport& report, int n, double damping, std::size_t count) {
  ASSERT_GE(report.modes.size(), count);
  for (std::size_t k = 0; k < count; ++k) {
    const double s = std::sin(double(k + 1) * pi / (2 * (n + 1)));
    const double square = 4 * 50.0 / 2 * s * s, half = 4 * damping / 2 * s * s / 2;
    EXPECT_NEAR(report.modes[k].value.real(), -half, 1e-9);
    EXPECT_NEAR(report.modes[k].value.imag(), std::sqrt(square - half * half), 1e-9);
  }
}

TEST(Modes, of_masses_between_springs) {
  const int n = 6;
  const Linearised chain(spring_chain(n, 0.3));
  ASSERT_EQ(chain.report.modes.size(), std::size_t(n));
  expect_spring_modes(chain.report, n, 0.3, n);
  // Shapes: sines.
  for (int k = 0; k < n; ++k) {
    const Eigen::VectorXcd& shape = chain.report.modes[std::size_t(k)].shape;
    double largest = 0;
    for (int i = 1; i <= n; ++i)
      largest = std::max(largest, std::abs(std::sin((k + 1) * i * pi / (n + 1))));
    for (int i = 1; i <= n; ++i)
      EXPECT_NEAR(std::abs(shape[6 * (i - 1)]),
                  std::abs(std::sin((k + 1) * i * pi / (n + 1))) / largest, 1e-9);
  }
}

TEST(Modes, undamped_on_demand) {
  ModeOptions options;
  options.without_damping = true;
  expect_spring_modes(Linearised(spring_chain(4, 0.3), options).report, 4, 0, 4);
}

TEST(Modes, the_lowest_of_a_large_model) {
  ModeOptions options;
  options.dense_limit = 0;
  options.lowest = 5;
  const Linearised chain(spring_chain(40, 0.3), options);
  EXPECT_FALSE(chain.report.is_complete);
  expect_spring_modes(chain.report, 40, 0.3, 5);
}

TEST(Modes, rigid_bodies_have_exact_zeros) {
  const Linearised pair(ground + R"(
PART/2, MASS = 2, CM = 201, IP = 1, 2, 3
MARKER/201, PART = 2
PART/3, MASS = 3, CM = 301, IP = 2, 3, 4, QG = 1, 0, 0
MARKER/301, PART = 3
MARKER/302, PART = 3, QP = -1, 0, 0
BUSHING/1, I = 201, J = 302, K = 100, 200, 300, KT = 10, 20, 30, C = 1, 1, 1, CT = 1, 1, 1
)");
  int zeros = 0;
  for (const Mode& mode : pair.report.modes) {
    zeros += mode.is_rigid;
    EXPECT_TRUE(mode.is_rigid || std::abs(mode.value) > 1) << mode.value;
  }
  EXPECT_EQ(zeros, 12);
  EXPECT_EQ(pair.report.modes.size(), 18U);
}

TEST(Modes, of_a_pendulum_hanging_and_standing) {
  for (const double sign : {1.0, -1.0}) {
    const Linearised pendulum(
        ground + fmt::format("ACCGRAV/JGRAV = {}\nPART/2, MASS = 2, CM = 201, IP = 0.1, 0.1, 0.1\n"
                             "MARKER/201, PART = 2, QP = 0, -0.5, 0\nMARKER/202, PART = 2\n"
                             "JOINT/1, REVOLUTE, I = 202, J = 101\n",
                             -9.81 * sign));
    const double square = 2 * 9.81 * 0.5 / (0.1 + 2 * 0.25);
    ASSERT_EQ(pendulum.report.modes.size(), sign > 0 ? 1U : 2U);
    const auto value = pendulum.report.modes[0].value;
    EXPECT_NEAR(sign > 0 ? value.imag() : std::abs(value.real()), std::sqrt(square), 1e-12);
  }
}

TEST(Modes, soft_beside_stiff_is_not_rigid) {
  const Linearised pair(ground + R"(
PART/2, MASS = 1, CM = 201
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
MARKER/102, PART = 1, QP = 0, 0, -1
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = 4, LENGTH = 1
PART/3, MASS = 1, CM = 301, QG = 1, 0, 0
MARKER/301, PART = 3
MARKER/103, PART = 1, QP = 1, 0, 0
JOINT/2, TRANSLATIONAL, I = 301, J = 103
MARKER/104, PART = 1, QP = 1, 0, -1
SPRINGDAMPER/2, TRANSLATION, I = 301, J = 104, K = 1E12, LENGTH = 1
)");
  ASSERT_EQ(pair.report.modes.size(), 2U);
  EXPECT_NEAR(pair.report.modes[0].value.imag(), 2, 1e-3);
  EXPECT_NEAR(pair.report.modes[1].value.imag(), 1e6, 1e-3);
}

// ẋ₂ + ẋ₃ + 3x₃ = 0 on masses of 1 and 5 with springs of 4 and 7: 6s³ + 3s² + 11s + 12 = 0.
TEST(Modes, with_a_constraint_of_velocities) {
  const Linearised skate(ground + R"(
PART/2, MASS = 1, CM = 201
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
MARKER/102, PART = 1, QP = 0, 0, -1
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = 4, LENGTH = 1
PART/3, MASS = 5, CM = 301, QG = 1, 0, 0
MARKER/301, PART = 3
MARKER/103, PART = 1, QP = 1, 0, 0
JOINT/2, TRANSLATIONAL, I = 301, J = 103
MARKER/104, PART = 1, QP = 1, 0, -1
SPRINGDAMPER/2, TRANSLATION, I = 301, J = 104, K = 7, LENGTH = 1
GCON/1, FUNCTION = VZ(201, 101) + VZ(301, 103) + 3*DZ(301, 103)
)");
  bool oscillates = false;
  for (const Mode& mode : skate.report.modes) {
    const std::complex<double> s = mode.value;
    EXPECT_LT(std::abs(6.0 * s * s * s + 3.0 * s * s + 11.0 * s + 12.0), 1e-6) << s;
    oscillates = oscillates || s.imag() > 1;
  }
  EXPECT_TRUE(oscillates);
  EXPECT_EQ(skate.report.modes.size(), 2U);
}

TEST(Modes, shapes_are_numbers_where_damping_alone_resists) {
  const Linearised pair(ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, QG = 1, 0, 0
MARKER/301, PART = 3
MARKER/103, PART = 1, QP = 1, 0, 0
JOINT/2, TRANSLATIONAL, I = 301, J = 103
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 301, J = 103, FUNCTION = -2*VZ(301, 103)
)");
  for (const Mode& mode : pair.report.modes) EXPECT_TRUE(mode.shape.allFinite()) << mode.value;
}

// A symmetric body that spins freely about its axis: the axis wobbles with (J_3 − J_1)/J_1 ω in body
// axes, and turns with ω in them.
TEST(Modes, of_a_spinning_body) {
  const double spin = 3, j1 = 2, j3 = 5;
  const Linearised top(ground +
                       fmt::format("PART/2, MASS = 1, CM = 201, IP = {0}, {0}, {1}, WZ = {2}\n"
                                   "MARKER/201, PART = 2\nJOINT/1, SPHERICAL, I = 201, J = 101\n",
                                   j1, j3, spin));
  ASSERT_EQ(top.report.modes.size(), 4U);
  EXPECT_NEAR(std::abs(top.report.modes[0].value), 0, 1e-7);
  EXPECT_NEAR(std::abs(top.report.modes[1].value), 0, 1e-7);
  EXPECT_NEAR(top.report.modes[2].value.imag(), spin, 1e-7);
  EXPECT_NEAR(top.report.modes[3].value.imag(), (j3 - j1) / j1 * spin, 1e-7);
}

// ẋ = −4x + 3 DZ pulls at a mass: s² m + k − 3/(s + 4) = 0.
TEST(Modes, with_differential_states) {
  const Linearised controlled(ground + R"(
PART/2, MASS = 2, CM = 201
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
DIFF/1, IC = 0, FUNCTION = -4*DIF(1) + 3*DZ(201, 101)
VARIABLE/1, FUNCTION = DIF(1) - 10*DZ(201, 101)
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = VARVAL(1)
)");
  ASSERT_EQ(controlled.report.modes.size(), 2U);
  for (const Mode& mode : controlled.report.modes) {
    const std::complex<double> s = mode.value;
    EXPECT_NEAR(std::abs((s * s * 2.0 + 10.0) * (s + 4.0) - 3.0), 0, 1e-11);
  }
}

}  // namespace
}  // namespace trammel::analysis
