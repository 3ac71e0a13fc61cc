// Velocities of initial conditions, accelerations and reactions.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/velocity.h"

#include <gmock/gmock.h>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

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
