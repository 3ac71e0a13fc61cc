// Equilibria and eigenvalues against independent solutions: P06h and P06i of ../shared/reference, and
// closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "analysis/datasets.h"
#include "analysis/modes.h"
#include "io/adm/source.h"
#include "kinematics/marker_motion.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;

const Output nothing = [](const system::System&, const State&) {};

const State& settle(Session& session, const model::Model& model) {
  const InitialConditions& start = session.assemble();
  EXPECT_TRUE(start.ok()) << lines(start.findings);
  Findings ignored;
  const RunReport report = session.run(Kind::statics, run_settings(model, {}, ignored), nothing);
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return session.state().state;
}

ModeReport modes_at(const Session& session) {
  const InitialConditions& at = session.state();
  return find_modes(*at.system, at.state, system::tangent_units(at.system->layout(), at.length),
                    {});
}

Vec3 marker_position(const Session& session, int id) {
  const elements::Equations& equations = session.equations();
  elements::Motion motion(equations.skeleton);
  const State& s = session.state().state;
  elements::move(equations.skeleton, s.q, s.v, s.a, motion);
  return motion.markers[std::size_t(equations.marker(model::MarkerId{id}))].r;
}

TEST(EquilibriaAndModes, damped_double_pendulum_about_hanging) {
  const adm::Reading reading =
      adm::read(adm::read_source(TRAMMEL_SOURCE_DIR "/examples/double_pendulum.adm"));
  Session session(reading.model);
  settle(session, reading.model);
  const ModeReport found = modes_at(session);
  ASSERT_EQ(found.modes.size(), 2U) << found.message;
  // P06i, eigenvalues_damped
  EXPECT_NEAR(found.modes[0].value.real(), -0.06546969904568441, 1e-8);
  EXPECT_NEAR(found.modes[0].value.imag(), 4.0916206946166977, 1e-8);
  EXPECT_NEAR(found.modes[1].value.real(), -2.0467988194728341, 1e-8);
  EXPECT_NEAR(found.modes[1].value.imag(), 18.341083596938002, 1e-8);
}

TEST(EquilibriaAndModes, chain_that_is_free_at_one_end) {
  const int n = 10;
  std::string text = ground;
  for (int k = 1; k <= n; ++k)
    text += fmt::format(
        "PART/{0}, MASS = 2, CM = {0}00, IP = 1, 1, 1, QG = {1}, 0, 0\n"
        "MARKER/{0}00, PART = {0}, REULER = 90D, 90D, 0\n"
        "MARKER/1{0}, PART = 1, QP = {1}, 0, 0, REULER = 90D, 90D, 0\n"
        "JOINT/{0}, TRANSLATIONAL, I = {0}00, J = 1{0}\n"
        "SPRINGDAMPER/{1}, TRANSLATION, I = {0}00, J = {2}, K = 5000, LENGTH = 1\n",
        k + 1, k, k == 1 ? 101 : 100 * k);
  Loaded chain(text);
  ASSERT_TRUE(chain.assemble().ok());
  const ModeReport found = modes_at(*chain.session);
  ASSERT_EQ(found.modes.size(), std::size_t(n));
  for (int k = 1; k <= n; ++k)
    EXPECT_NEAR(found.modes[std::size_t(k - 1)].value.imag(),
                100 * std::sin((2 * k - 1) * pi / (2 * (2 * n + 1))), 1e-8);
}

// Rods with torsion springs EI/h, twice that at the clamp, and a dead transverse load at the tip.
Loaded cantilever(int n, double load) {
  std::string text = ground;
  const double h = 1.0 / n;
  for (int k = 1; k <= n; ++k)
    text += fmt::format(
        "PART/{0}, MASS = 1, CM = {0}00, IP = 1, 1, 1, QG = {1}, 0, 0\nMARKER/{0}00, PART = {0}\n"
        "MARKER/{0}01, PART = {0}, QP = {2}, 0, 0\nJOINT/{0}, REVOLUTE, I = {0}00, J = {3}\n"
        "SPRINGDAMPER/{0}, ROTATION, I = {0}00, J = {3}, KT = {4}\n",
        k + 1, (k - 1) * h, h, k == 1 ? "101" : fmt::format("{}01", k), (k == 1 ? 2.0 : 1.0) / h);
  text += fmt::format(
      "MARKER/109, PART = 1, FLOATING\nVFORCE/1, I = {}01, JFLOAT = 109, RM = 101, "
      "FX = 0\\ FY = {}\\ FZ = 0\n",
      n + 1, load);
  return Loaded(text);
}

TEST(EquilibriaAndModes, cantilever_of_rods) {
  struct Case {
    int n;
    double load, w, x;  // P06h, discrete
  };
  for (const Case& c : {Case{4, 1, 0.310555770036150317, 0.941550385109145555},
                        {16, 1, 0.302273620254285424, 0.943443781477155002},
                        {4, 10, 0.838335491725816005, 0.430928399117965502},
                        {16, 10, 0.812362047553772252, 0.444255608874319367}}) {
    Loaded rods = cantilever(c.n, c.load);
    settle(*rods.session, rods.reading.model);
    const Vec3 tip = marker_position(*rods.session, (c.n + 1) * 100 + 1);
    EXPECT_NEAR(tip.y(), c.w, 1e-8) << c.n << " rods, load " << c.load;
    EXPECT_NEAR(tip.x(), c.x, 1e-8) << c.n << " rods, load " << c.load;
  }
}

// Two springs of stiffness k and free length L from (±1, 0) to an apex at height y, which a load P pushes
// down: 2k y (1 − L/√(1 + y²)) = −P.
double apex(double k, double length, double load, double from, double to) {
  const auto residual = [&](double y) {
    return 2 * k * y * (1 - length / std::sqrt(1 + y * y)) + load;
  };
  for (int n = 0; n < 200; ++n) {
    const double middle = (from + to) / 2;
    (residual(from) * residual(middle) <= 0 ? to : from) = middle;
  }
  return (from + to) / 2;
}

TEST(EquilibriaAndModes, arch_on_both_sides_of_its_snap) {
  const double k = 100, height = 0.5, length = std::hypot(1, height);
  for (const double side : {1.0, -1.0}) {
    Loaded arch(ground + fmt::format(R"(
MARKER/102, PART = 1, QP = 1, 0, 0
MARKER/103, PART = 1, QP = -1, 0, 0
MARKER/104, PART = 1, REULER = 0, -90D, 0
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0, {}, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, REULER = 0, -90D, 0
JOINT/1, TRANSLATIONAL, I = 202, J = 104
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = {}, LENGTH = {:.17g}
SPRINGDAMPER/2, TRANSLATION, I = 201, J = 103, K = {}, LENGTH = {:.17g}
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 202, J = 104, FUNCTION = -1
)",
                                     side * height, k, length, k, length));
    settle(*arch.session, arch.reading.model);
    const double expected =
        side > 0 ? apex(k, length, 1, 0.35, 0.6) : apex(k, length, 1, -0.7, -0.4);
    EXPECT_NEAR(marker_position(*arch.session, 201).y(), expected, 1e-8);
  }
}

// Gravity from the side: k₁θ₁ − k₂(θ₂−θ₁) = (m₁/2 + m₂) l₁ (gₓ cos θ₁ − g sin θ₁),
// k₂(θ₂−θ₁) = m₂ l₂/2 (gₓ cos θ₂ − g sin θ₂).
TEST(EquilibriaAndModes, double_pendulum_with_springs_in_a_side_wind) {
  adm::Source source = adm::read_source(TRAMMEL_SOURCE_DIR "/examples/double_pendulum.adm");
  const std::size_t at = source.text.find("ACCGRAV/");
  ASSERT_NE(at, std::string::npos);
  source.text.replace(at, source.text.find('\n', at) - at, "ACCGRAV/IGRAV = 5, JGRAV = -9.81");
  const adm::Reading reading = adm::read(source);
  ASSERT_TRUE(reading.ok()) << reading.messages();
  Session session(reading.model);
  settle(session, reading.model);
  double a = 0, b = 0;
  for (int n = 0; n < 2000; ++n) {  // downhill in both angles
    const double f1 =
        30 * a - 18 * (b - a) - (0.6 + 0.8) * 1.2 * (5 * std::cos(a) - 9.81 * std::sin(a));
    const double f2 = 18 * (b - a) - 0.4 * 0.9 * (5 * std::cos(b) - 9.81 * std::sin(b));
    a -= 0.02 * f1, b -= 0.02 * f2;
  }
  EXPECT_NEAR(marker_position(session, 203).x(), 1.2 * std::sin(a), 1e-8);
  EXPECT_NEAR(marker_position(session, 303).x(), 1.2 * std::sin(a) + 0.9 * std::sin(b), 1e-8);
  EXPECT_NEAR(marker_position(session, 303).y(), -1.2 * std::cos(a) - 0.9 * std::cos(b), 1e-8);
}

}  // namespace
}  // namespace trammel::analysis
