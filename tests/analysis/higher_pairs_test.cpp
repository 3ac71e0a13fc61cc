// Points and curves on curves against pendulums, cams and what a pencil says.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;

// A closed curve in the x-y plane with its matrix; the round-off of ORDER = 8 is below 1e-8.
std::string circle(int id, double radius, double x = 0, double y = 0) {
  std::string values;
  for (int k = 0; k <= 40; ++k) {
    const double phi = 2 * pi * (k % 40) / 40;
    values += fmt::format(", {:.17g}, {:.17g}, 0\n", x + radius * std::cos(phi),
                          y + radius * std::sin(phi));
  }
  return fmt::format(
      "MATRIX/{0}, FULL = RORDER, ROWS = 41, COLUMNS = 3, VALUES =\n{1}"
      "CURVE/{0}, CLOSED, ORDER = 8, MATRIX = {0}\n",
      id, values);
}

std::string line(int id, double from, double to) {
  std::string values;
  for (int k = 0; k < 5; ++k) values += fmt::format(", {}, 0, 0", from + (to - from) * k / 4);
  return fmt::format(
      "MATRIX/{0}, FULL = RORDER, ROWS = 5, COLUMNS = 3, VALUES = {1}\nCURVE/{0}, MATRIX = {0}\n",
      id, values.substr(1));
}

struct PairRun {
  PairRun(const std::string& statements, double end, int steps, RunSettings with = {},
          Kind kind = Kind::dynamic)
      : loaded(statements) {
    const InitialConditions& start = loaded.assemble();
    EXPECT_TRUE(start.ok()) << lines(start.findings);
    freedom = start.degrees_of_freedom;
    record(*start.system, start.state);
    with.output_times = output_times(0, {.end = end, .steps = steps, .interval = {}});
    report = loaded.session->run(
        kind, with, [&](const system::System& system, const State& s) { record(system, s); });
  }
  void record(const system::System& system, const State& s) {
    std::vector<double> values(8 * system.equations().requests.size());
    system.requests(s, values);
    times.push_back(s.t);
    rows.push_back(std::move(values));
  }

  Loaded loaded;
  RunReport report;
  int freedom = 0;
  std::vector<double> times;
  std::vector<std::vector<double>> rows;
};

const std::string bead = ground + R"(
ACCGRAV/JGRAV = -9.81
MARKER/103, PART = 1, FLOATING
POINT_MASS/2, MASS = 2, CM = 200, QG = 1, 0, 0
MARKER/200, POINT_MASS = 2
REQUEST/1, F1 = DX(200, 101)\ F2 = DY(200, 101)\ F3 = VX(200, 101)\ F4 = VY(200, 101)
)";

class EveryBeadIntegrator : public testing::TestWithParam<IntegratorInfo> {};

TEST_P(EveryBeadIntegrator, a_bead_on_a_ring_is_a_pendulum) {
  RunSettings settings;
  settings.integrator = GetParam().name;
  settings.options.error = GetParam().order == 1 ? 1e-10 : 1e-8;
  const PairRun bead_run(bead + circle(1, 1) +
                             "PTCV/1, I = 200, JFLOAT = 103, RM = 101, CURVE = 1\n"
                             "REQUEST/2, F1 = PTCV(1, 0, 1, 0)\\ F2 = PTCV(1, 0, 2, 0)\\ "
                             "F3 = PTCV(1, 1, 3, 0)\\ F4 = PTCV(1, 0, 5, 0)\\ F5 = FX(200, 103)\n",
                         2, 8, settings);
  ASSERT_EQ(bead_run.report.status, Status::ok) << lines(bead_run.report.findings);
  EXPECT_EQ(bead_run.freedom, 1);
  for (std::size_t k = 0; k < bead_run.rows.size(); ++k) {
    const auto& r = bead_run.rows[k];
    const double x = r[0], y = r[1];
    EXPECT_NEAR(std::hypot(x, y), 1, 1e-7);
    const double energy = (r[2] * r[2] + r[3] * r[3]) / 2 + 9.81 * y;
    EXPECT_NEAR(energy, 0, GetParam().order == 1 ? 1e-2 : 2e-3);
    // m (v² + g·r) towards the centre: v² = −2 g y.
    const double tension = 2 * (-2 * 9.81 * y - 9.81 * y);
    const double slack = GetParam().order == 1 ? 0.04 : 0.01;
    EXPECT_NEAR(r[8], std::abs(tension), slack);
    EXPECT_NEAR(r[9], -tension * x, slack);
    EXPECT_NEAR(r[10], tension * y, slack);  // on the ring: the other way
    EXPECT_EQ(r[11], 0);
    EXPECT_EQ(r[12], r[9]);
  }
}

std::string name_of(const testing::TestParamInfo<IntegratorInfo>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Registry, EveryBeadIntegrator, testing::ValuesIn(integrators()), name_of);

TEST(HigherPair, a_bead_moves_as_the_same_mass_on_a_bar_does) {
  RunSettings settings;
  settings.options.error = 1e-9;
  const PairRun ring(bead + circle(1, 1) + "PTCV/1, I = 200, JFLOAT = 103, RM = 101, CURVE = 1", 3,
                     6, settings);
  const PairRun bar(
      bead + "GCON/1, FUNCTION = DM(200, 101) - 1\nJPRIM/1, INPLANE, I = 200, J = 101", 3, 6,
      settings);
  for (std::size_t k = 0; k < ring.rows.size(); ++k)
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(ring.rows[k][c], bar.rows[k][c], 2e-5);
}

TEST(HigherPair, the_nearest_place_of_the_curve_is_where_a_point_starts) {
  const std::string away = "POINT_MASS/2, MASS = 2, CM = 200, QG = 0.9, 0.9, 0.1";
  std::string text = bead;
  text.replace(text.find("POINT_MASS/2"),
               std::string("POINT_MASS/2, MASS = 2, CM = 200, QG = 1, 0, 0").size(), away);
  const PairRun run(text + circle(1, 1) + "PTCV/1, I = 200, JFLOAT = 103, RM = 101, CURVE = 1", 0.1,
                    1);
  EXPECT_NEAR(run.rows[0][0], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(run.rows[0][1], std::sqrt(0.5), 1e-6);
}

TEST(HigherPair, DISPLACEMENT_and_VELOCITY_set_the_start) {
  const PairRun run(bead + circle(1, 1) +
                        "PTCV/1, I = 200, JFLOAT = 103, RM = 101, CURVE = 1, "
                        "DISPLACEMENT = 0, 2, 0, VELOCITY = 3",
                    0.1, 1);
  EXPECT_NEAR(run.rows[0][0], 0, 1e-7);
  EXPECT_NEAR(run.rows[0][1], 1, 1e-7);
  EXPECT_NEAR(run.rows[0][2], -3, 1e-6);
  EXPECT_NEAR(run.rows[0][3], 0, 1e-6);
}

TEST(HigherPair, the_end_of_an_open_curve_stops_the_run) {
  // x = 1 + 5 t on a line that ends at 2.
  const std::string slide = bead + line(1, -1, 2) +
                            "!  adams_view_name='wire'\n"
                            "PTCV/7, I = 200, JFLOAT = 103, RM = 101, CURVE = 1, VELOCITY = 5";
  const PairRun run(slide, 1, 20);
  EXPECT_EQ(run.report.status, Status::failed);
  EXPECT_NEAR(run.report.time, 0.2, 1e-8);
  EXPECT_NEAR(run.rows.back()[0], 2, 1e-8);
  EXPECT_THAT(lines(run.report.findings),
              HasSubstr("error: PTCV/7 (wire): at time 0.2: the point reaches the end of CURVE/1"));
}

// Knife-edge follower on a round cam out of centre: y = e sin φ + √(R² − e² cos² φ).
TEST(HigherPair, a_follower_on_a_cam) {
  const double R = 0.5, e = 0.2, omega = 3;
  const PairRun run(ground + circle(1, R, e, 0) + R"(
MARKER/102, PART = 1, REULER = 180D, 90D, 180D
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/203, PART = 2, FLOATING
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 3*TIME
PART/3, MASS = 2, CM = 300, IP = 1, 1, 1, QG = 0, 0.4, 0
MARKER/300, PART = 3, REULER = 180D, 90D, 180D
JOINT/2, TRANSLATIONAL, I = 300, J = 102
PTCV/1, I = 300, JFLOAT = 203, RM = 200, CURVE = 1
REQUEST/1, F1 = DY(300, 101)\ F2 = VY(300, 101)\ F3 = ACCY(300, 101)\ F4 = PTCV(1, 0, 3, 0)
, F5 = MOTION(1, 0, 8, 0)
)",
                    2, 20, {}, Kind::kinematic);
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.report.findings);
  EXPECT_EQ(run.freedom, 0);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double s = std::sin(omega * run.times[k]), c = std::cos(omega * run.times[k]);
    const double root = std::sqrt(R * R - e * e * c * c), y = e * s + root;
    const double d1 = e * e * c * s / root;
    const double d2 = e * e * (c * c - s * s) / root - d1 * d1 / root;
    EXPECT_NEAR(run.rows[k][0], y, 1e-7);
    EXPECT_NEAR(run.rows[k][1], omega * (e * c + d1), 1e-6);
    EXPECT_NEAR(run.rows[k][2], omega * omega * (-e * s + d2), 1e-5);
    EXPECT_NEAR(run.rows[k][3], 2 * omega * omega * (-e * s + d2), 2e-5);
    // Power of the motion: what the follower gains.
    EXPECT_NEAR(run.rows[k][4] * omega, run.rows[k][3] * run.rows[k][1], 1e-4);
  }
}

// The same cam with a roller of radius r: a cam of radius R + r.
TEST(HigherPair, a_roller_on_a_cam) {
  const double R = 0.5, e = 0.2, r = 0.15, omega = 3;
  const PairRun run(ground + circle(1, R, e, 0) + circle(2, r) + R"(
MARKER/102, PART = 1, REULER = 180D, 90D, 180D
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/203, PART = 2, FLOATING
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 3*TIME
PART/3, MASS = 2, CM = 300, IP = 1, 1, 1, QG = 0, 0.62, 0
MARKER/300, PART = 3, REULER = 180D, 90D, 180D
MARKER/301, PART = 3
MARKER/303, PART = 3, FLOATING
JOINT/2, TRANSLATIONAL, I = 300, J = 102
CVCV/1, IFLOAT = 303, JFLOAT = 203, IRM = 301, JRM = 200, ICURVE = 2, JCURVE = 1
REQUEST/1, F1 = DY(300, 101)\ F2 = VY(300, 101)\ F3 = ACCY(300, 101)\ F4 = CVCV(1, 0, 3, 0)
, F5 = CVCV(1, 1, 3, 0)\ F6 = CVCV(1, 0, 8, 0)
)",
                    2, 20, {}, Kind::kinematic);
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.report.findings);
  EXPECT_EQ(run.freedom, 0);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double s = std::sin(omega * run.times[k]), c = std::cos(omega * run.times[k]);
    const double root = std::sqrt((R + r) * (R + r) - e * e * c * c), y = e * s + root;
    const double d1 = e * e * c * s / root;
    const double d2 = e * e * (c * c - s * s) / root - d1 * d1 / root;
    const double a = omega * omega * (-e * s + d2);
    EXPECT_NEAR(run.rows[k][0], y, 1e-6);
    EXPECT_NEAR(run.rows[k][1], omega * (e * c + d1), 1e-5);
    EXPECT_NEAR(run.rows[k][2], a, 1e-4);
    EXPECT_NEAR(run.rows[k][3], 2 * a, 2e-4);
    EXPECT_NEAR(run.rows[k][4], -2 * a, 2e-4);
    EXPECT_EQ(run.rows[k][5], 0);
  }
}

// Two discs that touch where they are given: where on their curves is for assembly to find, and no move of a part.
TEST(HigherPair, places_on_curves_are_found_and_not_moved) {
  const double R = 0.5, e = 0.31, r = 0.2;
  const std::string cam = ground + circle(1, R, e, 0) + circle(2, r) + R"(
MARKER/102, PART = 1, REULER = 180D, 90D, 180D
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/203, PART = 2, FLOATING
JOINT/1, CYLINDRICAL, I = 200, J = 101
PART/3, MASS = 2, CM = 300, IP = 1, 1, 1, QG = 0, {:.17g}, 0
MARKER/300, PART = 3, REULER = 180D, 90D, 180D
MARKER/301, PART = 3
MARKER/303, PART = 3, FLOATING
JOINT/2, TRANSLATIONAL, I = 300, J = 102
CVCV/1, IFLOAT = 303, JFLOAT = 203, IRM = 301, JRM = 200, ICURVE = 2, JCURVE = 1
)";
  const double y = std::sqrt((R + r) * (R + r) - e * e);
  Loaded touching(fmt::format(fmt::runtime(cam), y));
  const InitialConditions& ic = touching.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_EQ(lines(ic.findings), "");
  Loaded apart(fmt::format(fmt::runtime(cam), y + 0.02));
  EXPECT_THAT(lines(apart.assemble().findings),
              testing::ContainsRegex("PART/[23]: assembly (moved|turned) it"));
}

// A disc that slides in a bowl without friction: a pendulum of the length R − r that does not turn.
TEST(HigherPair, a_disc_in_a_bowl_swings_and_does_not_turn) {
  RunSettings settings;
  settings.options.error = 1e-9;
  const PairRun run(ground + circle(1, 3) + circle(2, 1) + R"(
ACCGRAV/JGRAV = -9.81
MARKER/103, PART = 1, FLOATING
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 2, 0, 0
MARKER/200, PART = 2
MARKER/203, PART = 2, FLOATING
JPRIM/1, PARALLEL_AXES, I = 200, J = 101
CVCV/1, IFLOAT = 203, JFLOAT = 103, IRM = 200, JRM = 101, ICURVE = 2, JCURVE = 1
, IDISPLACEMENT = 1, 0, 0, JDISPLACEMENT = 3, 0, 0
REQUEST/1, F1 = DX(200, 101)\ F2 = DY(200, 101)\ F3 = AZ(200, 101)\ F4 = CVCV(1, 0, 1, 0)
)",
                    2, 4, settings);
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.report.findings);
  EXPECT_EQ(run.freedom, 2);
  const PairRun bar(ground + R"(
ACCGRAV/JGRAV = -9.81
POINT_MASS/2, MASS = 2, CM = 200, QG = 2, 0, 0
MARKER/200, POINT_MASS = 2
GCON/1, FUNCTION = DM(200, 101) - 2
JPRIM/1, INPLANE, I = 200, J = 101
REQUEST/1, F1 = DX(200, 101)\ F2 = DY(200, 101)
)",
                    2, 4, settings);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.rows[k][0], bar.rows[k][0], 2e-5);
    EXPECT_NEAR(run.rows[k][1], bar.rows[k][1], 2e-5);
    EXPECT_NEAR(run.rows[k][2], 0, 1e-6);
    EXPECT_NEAR(run.rows[k][3], 2 * 9.81 * 3 * -run.rows[k][1] / 2, 1e-3);
  }
}

std::string problems_of(const std::string& statements) {
  const adm::Reading reading = adm::read({"test.adm", "test\n" + ground + statements + "\nEND\n"});
  EXPECT_TRUE(reading.ok()) << reading.messages();
  std::string text;
  const Session session(reading.model);
  for (const model::Problem& p : session.problems()) text += p.label + ": " + p.message + "\n";
  return text;
}

TEST(HigherPair, curves_that_cannot_touch_in_one_point_are_refused) {
  const std::string parts = R"(
MARKER/103, PART = 1, FLOATING
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 2, 0, 0
MARKER/200, PART = 2
MARKER/203, PART = 2, FLOATING
MATRIX/9, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1
CURVE/9, MATRIX = 9
CURVE/8, MATRIX = 9, ORDER = 2
)";
  const std::string pair = "CVCV/1, IFLOAT = 203, JFLOAT = 103, IRM = 200, JRM = 101, ";
  EXPECT_THAT(problems_of(parts + line(1, 0, 1) + line(2, 0, 2) + pair + "ICURVE = 1, JCURVE = 2"),
              HasSubstr("CVCV/1: both curves are straight"));
  EXPECT_THAT(problems_of(parts + line(1, 0, 1) + pair + "ICURVE = 9, JCURVE = 1"),
              HasSubstr("CVCV/1: CURVE/9 does not lie in a plane"));
  EXPECT_THAT(problems_of(parts + "PTCV/1, I = 200, JFLOAT = 103, RM = 101, CURVE = 8"),
              HasSubstr("PTCV/1: CURVE/8 has corners: velocities jump there"));
}

}  // namespace
}  // namespace trammel::analysis
