// Static analysis: equilibria against closed forms, from anywhere, and what is said about them.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/static.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>

#include "analysis/settled.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double g = gravity;

// The end of the last rod hangs n below the origin.
void expect_hanging(const Settled& run, std::size_t n) {
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
  EXPECT_NEAR(run.results.at(0)[1], 0, 1e-9);
  EXPECT_NEAR(run.results.at(0)[2], -double(n), 1e-9);
}

TEST(Static, chains_hang_down_wherever_they_start) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-pi, pi);
  for (const std::size_t n : {1U, 2U, 3U, 5U, 10U})
    for (int k = 0; k < 6; ++k) {
      std::vector<double> angles(n);
      for (double& a : angles) a = angle(random);
      SCOPED_TRACE(fmt::format("{} rods, start {}", n, k));
      expect_hanging(Settled(chain(angles) + end_of(n)), n);
    }
}

TEST(Static, leaves_an_unstable_equilibrium_where_it_starts) {
  const Settled run(chain({pi / 2, pi / 2}) + end_of(2));
  expect_hanging(run, 2);
  EXPECT_THAT(lines(run.findings), HasSubstr("unstable equilibrium"));
  EXPECT_THAT(lines(run.findings), HasSubstr("rotation about z would move away first"));
}

// Spring k between the tip of an upright rod and a point above: m g / 2 > k is unstable, m g / 2 < k
// stable. The verdict changes within a millionth of the limit.
TEST(Static, knows_the_load_at_which_a_column_becomes_unstable) {
  for (const double factor : {1 - 1e-6, 1 + 1e-6}) {
    const Settled run(
        chain({pi / 2}) + end_of(1) +
        fmt::format("SPRINGDAMPER/1, ROTATION, I = 201, J = 101, KT = {}, ANGLE = 90D\n",
                    factor * g / 2));
    ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
    EXPECT_EQ(std::abs(run.results.at(0)[1]) < 1e-9, factor > 1) << run.results.at(0)[1];
    EXPECT_EQ(run.findings.empty(), factor > 1) << lines(run.findings);
  }
}

// H = 12.0724862702234764 of ten rods of 1.2 m and 0.6 kg between pins 8 m apart, from virtual work.
TEST(Static, ten_rods_form_a_catenary) {
  const double slope = std::acos(8.0 / 12.0);
  std::vector<double> angles(10, -slope);
  std::fill(angles.begin() + 5, angles.end(), slope);
  const Settled run(chain(angles, 1.2, 0.6) +
                    "MARKER/103, PART = 1, QP = 8, 0, 0, REULER = 90D, 90D, 0\n"
                    "MARKER/104, PART = 1, QP = 8, 0, 0, REULER = 0, 90D, 0\n"
                    "JPRIM/1, INPLANE, I = 1102, J = 103\nJPRIM/2, INPLANE, I = 1102, J = 104\n"
                    "REQUEST/1, F2 = JOINT(2, 0, 2, 0)\\ F3 = JOINT(2, 0, 3, 0)\n");
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
  EXPECT_THAT(run.findings, IsEmpty());
  EXPECT_THAT(run.report.notes, ElementsAre("The equilibrium at time = 0 is stable"));
  EXPECT_NEAR(-run.results.at(0)[1], 12.07248627022347638, 1e-11);
  EXPECT_NEAR(run.results.at(0)[2], 3 * g, 1e-11);
}

const std::string weight = ground + R"(
PART/2, MASS = 2, CM = 201
MARKER/201, PART = 2
MARKER/202, PART = 2, REULER = 0, 0, 0
JOINT/1, TRANSLATIONAL, I = 201, J = 101
REQUEST/1, DISPLACEMENT, I = 201, J = 101
)";

TEST(Static, follows_a_load_that_changes_with_time) {
  const Settled run(weight +
                        "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, "
                        "FUNCTION = 5*TIME - 10*DZ(201, 101) - 100*DZ(201, 101)**3\n",
                    {1, 2, 3});
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
  ASSERT_EQ(run.results.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    const double z = run.results[k][3];
    EXPECT_NEAR(10 * z + 100 * z * z * z, 5 * double(k), 1e-11);
  }
}

// Sensors are asked at every equilibrium: GE by its condition, EQ also where VALUE was passed.
TEST(Static, sensors_watch_equilibria) {
  const std::string load = weight +
                           "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, "
                           "FUNCTION = TIME - 10*DZ(201, 101)\nREQUEST/2, F2 = SENVAL(7)\n";
  const Settled passed(
      load + "SENSOR/7, EQ, VALUE = 0.25, FUNCTION = DZ(201, 101)\\ EVALUATE = TIME",
      {1, 2, 3, 4, 5});
  ASSERT_EQ(passed.report.status, Status::ok) << lines(passed.findings);
  EXPECT_THAT(passed.report.notes, testing::ElementsAre("SENSOR/7 has become active at time = 3"));
  ASSERT_EQ(passed.results.size(), 6U);
  EXPECT_EQ(passed.results[2][9], 0);
  EXPECT_EQ(passed.results[5][9], 3);
  const Settled ended(
      load + "SENSOR/7, GE, VALUE = 0.25, FUNCTION = DZ(201, 101)\\ EVALUATE = TIME\\ RETURN",
      {1, 2, 3, 4, 5});
  EXPECT_EQ(ended.report.status, Status::ok);
  EXPECT_EQ(ended.report.time, 3);
  EXPECT_FALSE(ended.report.halted);
  EXPECT_EQ(ended.results.size(), 4U);
  EXPECT_TRUE(
      Settled(load + "SENSOR/7, LE, VALUE = 0, FUNCTION = DZ(201, 101)\\ EVALUATE = TIME\\ HALT")
          .report.halted);
}

TEST(Static, says_what_nothing_holds) {
  const Settled run(weight);
  EXPECT_EQ(run.report.status, Status::ok);
  EXPECT_THAT(lines(run.findings), HasSubstr("neutral: nothing holds PART/2: z"));
}

TEST(Static, says_what_is_out_of_balance) {
  const Settled run(weight + "ACCGRAV/KGRAV = -9.81\n");
  EXPECT_EQ(run.report.status, Status::failed);
  EXPECT_THAT(lines(run.findings), HasSubstr("PART/2: force along z is out of balance by 19.6"));
  EXPECT_THAT(run.results, IsEmpty());
}

TEST(Static, refuses_motions_of_velocities) {
  const Settled run(weight + "MOTION/7, TRANSLATION, JOINT = 1, VELOCITY, FUNCTION = 1\n");
  EXPECT_EQ(run.report.status, Status::impossible);
  EXPECT_THAT(lines(run.findings), HasSubstr("MOTION/7"));
}

// ẋ = 3 − x and ẋ = DZ, whose equation decides the position; held states keep their values instead.
TEST(Static, states_come_to_rest_unless_they_are_held) {
  const std::string states =
      "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, "
      "FUNCTION = DIF(1) - 4*DZ(201, 101)\n"
      "REQUEST/2, F2 = DIF(1)\\ F3 = DIF1(1)\\ F4 = MODE\n";
  const Settled free(weight + states + "DIFF/1, IC = 2, FUNCTION = 3 - DIF(1)\n");
  ASSERT_EQ(free.report.status, Status::ok) << lines(free.findings);
  EXPECT_NEAR(free.results.at(0)[9], 3, 1e-12);
  EXPECT_NEAR(free.results.at(0)[3], 0.75, 1e-12);
  const Settled held(weight + states + "DIFF/1, IC = 2, STATIC_HOLD, FUNCTION = 3 - DIF(1)\n");
  ASSERT_EQ(held.report.status, Status::ok) << lines(held.findings);
  EXPECT_NEAR(held.results.at(0)[9], 2, 1e-12);
  EXPECT_NEAR(held.results.at(0)[10], 0, 0);
  EXPECT_NEAR(held.results.at(0)[11], 5, 0);
  EXPECT_NEAR(held.results.at(0)[3], 0.5, 1e-12);
}

// A state that follows a position and pushes it on is a part of the stiffness, here −100: pseudo time, of which
// STABILITY makes much, does not count for it. A state that integrates a velocity has no equation at rest and
// keeps to the position that it has integrated: 3 z = 5.
TEST(Static, states_follow_positions_at_once) {
  const std::string load =
      "EQUILIBRIUM/STABILITY = 5, MAXIT = 100\n"
      "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = ";
  const Settled pushed(weight + load +
                       "10 - 100*DZ(201, 101) - DIF(1)\n"
                       "DIFF/1, IC = 0, FUNCTION = -DIF(1) - 200*DZ(201, 101)\n");
  ASSERT_EQ(pushed.report.status, Status::ok) << lines(pushed.findings);
  EXPECT_NEAR(pushed.results.at(0)[3], -0.1, 1e-12);
  EXPECT_THAT(lines(pushed.findings), HasSubstr("the equilibrium is unstable"));
  const Settled integrated(weight + load +
                           "5 - 3*DIF(1)\nDIFF/1, IC = 0, FUNCTION = VZ(201, 101)\n");
  ASSERT_EQ(integrated.report.status, Status::ok) << lines(integrated.findings);
  EXPECT_NEAR(integrated.results.at(0)[3], 5.0 / 3, 1e-3);
}

}  // namespace
}  // namespace trammel::analysis
