// Velocities of initial conditions, accelerations and reactions.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/velocity.h"

#include <gmock/gmock.h>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A rod of 2 m on a pin at the origin, along x, turning about z.
std::string rod(const std::string& part, const std::string& extra = {}) {
  return ground + "PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 1, 0, 0" + part + R"(
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
ACCGRAV/JGRAV = -10
)" + extra;
}

TEST(Velocity, the_rest_follows_from_what_is_given) {
  for (const char* part : {", WZ = 3", ", VY = 3"}) {
    Loaded model(rod(part));
    const InitialConditions& ic = model.assemble();
    ASSERT_TRUE(ic.ok()) << lines(ic.findings);
    EXPECT_NEAR(ic.state.v[1], 3, 1e-8) << part;
    EXPECT_NEAR(ic.state.v[5], 3, 1e-8) << part;
    EXPECT_THAT(ic.findings, IsEmpty()) << lines(ic.findings);
  }
}

TEST(Velocity, what_cannot_be_kept_is_reported) {
  Loaded model(rod(", VX = 1"));
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_LT(ic.state.v.norm(), 1e-9);
  EXPECT_THAT(lines(ic.findings), HasSubstr("warning: PART/2: the initial velocity had to change"));
}

TEST(Velocity, given_values_that_differ_in_the_last_digit_only) {
  Loaded model(rod(", VY = 3.00001, WZ = 3"));
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_NEAR(ic.state.v[1] - ic.state.v[5], 0, 1e-12);
  EXPECT_THAT(ic.findings, IsEmpty()) << lines(ic.findings);
}

// Given and free velocities in one part; v = 0 satisfies its constraints, so none contradicts another.
std::string hinged(const std::string& given, const std::string& place, const std::string& points,
                   const std::string& second) {
  return ground + "PART/2, MASS = 1, CM = 200, IP = .1, .1, .1, QG = " + place + given +
         "\nMARKER/200, PART = 2\n" + points + "JOINT/1, HOOKE, I = 201, J = 102\n" + second;
}

TEST(Velocity, rounded_values_beside_free_ones_are_no_contradiction) {
  const std::string plane = hinged(
      ", WX = 0.006, WY = 0.21, VX = -0.944", "0.343, 0.91, 0.74",
      "MARKER/201, PART = 2, QP = 0.219, -0.391, -0.718\nMARKER/102, PART = 1, QP = 0.562, 0.519, "
      "0.022\nMARKER/202, PART = 2, QP = 0.089, -0.454, -0.005\n"
      "MARKER/103, PART = 1, QP = 0.432, 0.456, 0.735, REULER = 0.939, 0.032, -0.199\n",
      "JPRIM/2, INPLANE, I = 202, J = 103\n");
  const std::string distance = hinged(
      ", VX = 0.100, VY = -0.081, VZ = 0.181, WX = 0.150, WY = 0.186, WZ = 0.000",
      "0.7132978878551017, -0.19947538102991724, 0.46717688265220825",
      "MARKER/201, PART = 2, QP = 0.9205177433169833, -0.06520958377580599, -0.5407969818861986\n"
      "MARKER/102, PART = 1, QP = 1.633815631172085, -0.26468496480572323, -0.07362009923399038\n"
      "MARKER/202, PART = 2, QP = 0.91742939080852, 0.7077630200113716, -0.5158163921509336\n",
      "GCON/1, I = 202, FUNCTION = VR(202,101)\n");
  const std::string locked =
      hinged(", WX = 1, WY = 0.5, VX = 0.3", "0.1, 0.2, 0.3",
             "MARKER/201, PART = 2, QP = 1, 0.3, 0.2\nMARKER/202, PART = 2, QP = 0.1, 1, 0.4\n"
             "MARKER/102, PART = 1, QP = 1.1, 0.5, 0.5\nMARKER/103, PART = 1, QP = 0.2, 1.2, 0.7\n",
             "JOINT/2, SPHERICAL, I = 202, J = 103\n");
  for (const std::string& text : {plane, distance, locked}) {
    Loaded model(text);
    const InitialConditions& ic = model.assemble();
    ASSERT_TRUE(ic.ok()) << lines(ic.findings);
    Values values = make_values(ic.system->layout());
    ic.system->evaluate(ic.state, Ask::velocity, values);
    EXPECT_LT(values.c1.lpNorm<Eigen::Infinity>(), 1e-9) << text;
  }
}

TEST(Velocity, given_values_are_kept_to_the_last_digits_whatever_the_others_must_do) {
  // A long lever: a small angular velocity that is given moves its free centre fast.
  Loaded model(ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 50, 0, 0, WZ = 0.1
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -50, 0, 0
MARKER/202, PART = 2, QP = 0.1, 0, 0
MARKER/203, PART = 2, QP = 0, 0.1, 0
JOINT/1, REVOLUTE, I = 201, J = 101
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_NEAR(ic.state.v[5], 0.1, 1e-14);
  EXPECT_NEAR(ic.state.v[1], 5, 1e-12);
}

TEST(Velocity, a_motion_wins_over_initial_conditions) {
  std::string text = rod("", "MOTION/1, I = 201, J = 101, B3, FUNCTION = 5*TIME\n");
  text.replace(text.find("JOINT/1, REVOLUTE"), 17, "JOINT/1, REVOLUTE, ICROT = 0, 3");
  Loaded model(text);
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_NEAR(ic.state.v[5], 5, 1e-9);
  EXPECT_THAT(lines(ic.findings), HasSubstr("warning: JOINT/1: an initial condition contradicts"));
}

TEST(Velocity, an_initial_joint_velocity_is_used) {
  std::string text = rod("");
  text.replace(text.find("JOINT/1, REVOLUTE"), 17, "JOINT/1, REVOLUTE, ICROT = 0.5, 3");
  Loaded model(text);
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_NEAR(ic.state.v[5], 3, 1e-9);
}

TEST(Velocity, conflicting_velocity_motions) {
  Loaded model(rod("", R"(MOTION/1, JOINT = 1, VELOCITY, FUNCTION = 5
MOTION/2, JOINT = 1, VELOCITY, FUNCTION = 4
)"));
  const InitialConditions& ic = model.assemble();
  EXPECT_EQ(ic.status, Status::impossible);
  EXPECT_THAT(lines(ic.findings), HasSubstr("MOTION/1 and MOTION/2 contradict each other"));
}

TEST(Velocity, redundant_rows_share_velocities) {
  FourBar bar;
  bar.extra = "MOTION/1, JOINT = 1, FUNCTION = 90D + 2*TIME\n";
  Loaded model(bar.text());
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_NEAR(ic.state.v[5], 2, 1e-9);
  EXPECT_EQ(ic.degrees_of_freedom, 0);
  Values values = make_values(ic.system->layout());
  ic.system->evaluate(ic.state, Ask::velocity | Ask::acceleration, values);
  EXPECT_LT(values.c1.lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT(values.c2.lpNorm<Eigen::Infinity>(), 1e-10);
}

TEST(Acceleration, of_a_pendulum_at_rest) {
  Loaded model(rod(""));
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  // ω̇ = m g l / (J + m l²)
  EXPECT_NEAR(ic.state.a[5], -20.0 / 3, 1e-12);
  EXPECT_NEAR(ic.state.a[1], -20.0 / 3, 1e-12);
}

TEST(Acceleration, a_free_part_without_mass_is_named) {
  Loaded model(ground + "PART/2\nMARKER/200, PART = 2\n");
  const InitialConditions& ic = model.assemble();
  EXPECT_EQ(ic.status, Status::impossible);
  EXPECT_THAT(lines(ic.findings), HasSubstr("PART/2"));
}

TEST(Acceleration, a_force_without_a_value) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = SQRT(-1 - TIME)
)");
  const InitialConditions& ic = model.assemble();
  EXPECT_EQ(ic.status, Status::impossible);
  EXPECT_THAT(lines(ic.findings), HasSubstr("SFORCE/1"));
}

}  // namespace
}  // namespace trammel::analysis
