// LINEAR with PSTATE: matrices and eigenvalues in coordinates of the user's choice.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <regex>

#include "app/script_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;

class PlantStates : public RunScript {
 protected:
  Rows table(const std::string& name) const { return rows_of("\n" + read(path(name))); }
  static void expect_near(const Rows& found, const Rows& wanted, double tolerance) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(found[i].size(), wanted[i].size()) << i;
      for (std::size_t j = 0; j < wanted[i].size(); ++j)
        EXPECT_NEAR(found[i][j], wanted[i][j], tolerance) << i << ' ' << j;
    }
  }
};

// A rod hangs on a hinge, m = 2, 1 m to its centre, J = 0.5 there, damped by 0.3, driven by a torque u:
// 2.5 φ̈ = −2·10 φ − 0.3 φ̇ + u.
const std::string rod = R"(rod
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 2, CM = 201, IP = 0.5, 0.5, 0.5, QG = 0, -1, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 0, 1, 0
JOINT/1, REVOLUTE, I = 202, J = 101
SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = VARVAL(1) - 0.3*WZ(202, 101)
ACCGRAV/JGRAV = -10
VARIABLE/1, FUNCTION = 0
VARIABLE/2, FUNCTION = AZ(202, 101)
VARIABLE/3, FUNCTION = 3*AZ(202, 101)
VARIABLE/4, FUNCTION = VX(201)
VARIABLE/5, FUNCTION = 7
VARIABLE/6, FUNCTION = DX(201)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 6
PSTATE/1, VARIABLES = 2
PSTATE/2, VARIABLES = 3, 2
PSTATE/3, VARIABLES = 4
PSTATE/4, VARIABLES = 5
REQUEST/1, F2 = AZ(202, 101)
)";

TEST_F(PlantStates, are_those_of_the_matrices) {
  const Finished r = script(
      "\nsim/stat\nlinear/statemat, pinput = 1, poutput = 1, pstate = 1, file = rod\n"
      "linear/mkb, pstate = 1, file = second\n",
      "", rod);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  expect_near(table("rod_A.csv"), {{0, 1}, {-20 / 2.5, -0.3 / 2.5}}, 1e-13);
  expect_near(table("rod_B.csv"), {{0}, {1 / 2.5}}, 1e-14);
  expect_near(table("rod_C.csv"), {{1, 0}}, 1e-14);
  expect_near(table("rod_D.csv"), {{0}}, 1e-14);
  EXPECT_EQ(read(path("rod_states.csv")), "STATE,MEANING\n1,VARIABLE/2\n2,rate of VARIABLE/2\n");
  expect_near(table("second_M.csv"), {{2.5}}, 1e-9);
  expect_near(table("second_K.csv"), {{20}}, 1e-9);
  expect_near(table("second_B.csv"), {{0.3}}, 1e-9);
}

TEST_F(PlantStates, that_repeat_others_are_left_out_and_named) {
  const Finished r =
      script("\nsim/stat\nlinear/statemat, pinput = 1, pstate = 2, file = rod\n", "", rod);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  expect_near(table("rod_A.csv"), {{0, 1}, {-8, -0.12}}, 1e-9);
  expect_near(table("rod_B.csv"), {{0}, {3 / 2.5}}, 1e-9);
  EXPECT_THAT(messages(), HasSubstr("VARIABLE/2 follows from the other plant states"));
}

TEST_F(PlantStates, that_are_no_displacements_are_refused_by_name) {
  const Finished velocity = script("\nsim/stat\nlinear/eigensol, pstate = 3\n", "", rod);
  EXPECT_EQ(velocity.exit_code, 3);
  EXPECT_THAT(velocity.errors,
              HasSubstr("LINEAR: VARIABLE/4 cannot be a plant state: it is not a function of "
                        "positions alone"));
  const Finished constant = script("\nsim/stat\nlinear/mkb, pstate = 4\n", "", rod);
  EXPECT_EQ(constant.exit_code, 3);
  EXPECT_THAT(constant.errors, HasSubstr("VARIABLE/5 cannot be a plant state: "));
  const Finished unknown = script("\nsim/stat\nlinear/mkb, pstate = 9\n", "", rod);
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.errors, HasSubstr("PSTATE/9 is not defined"));
}

// z̈ = −4z − 0.2ż at rest, p = z (1 + 3t) at t = 0:  p̈ = z̈ + 6ż,  ż = ṗ − 3p.
TEST_F(PlantStates, that_follow_the_time_do_so_at_rest) {
  const std::string mass = R"(mass
PART/1, GROUND
MARKER/101, PART = 1
MARKER/102, PART = 1, QP = 0, 0, -2
POINT_MASS/2, MASS = 2, CM = 200, QG = 0, 0, 1
MARKER/200, POINT_MASS = 2
JPRIM/1, INLINE, I = 200, J = 101
SPRINGDAMPER/1, TRANSLATION, I = 200, J = 102, K = 8, C = 0.4, LENGTH = 1
VARIABLE/1, FUNCTION = DZ(200, 101)*(1 + 3*TIME)
PSTATE/1, VARIABLES = 1
REQUEST/1, F2 = DZ(200, 101)
)";
  const Finished r = script("\nsim/stat\nlinear/statemat, pstate = 1, file = a\n", "", mass);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  expect_near(table("a_A.csv"), {{0, 1}, {-4 - 3 * 5.8, 5.8}}, 1e-9);
}

// z̈ = −4z in motion, p = D z with D = 7 + (t − 0.5) of a DELAY:  p̈ = −4p + 2ż,  ż = (ṗ − p/D)/D.
TEST_F(PlantStates, keep_what_is_delayed) {
  const std::string mass = R"(mass
PART/1, GROUND
MARKER/101, PART = 1
POINT_MASS/2, MASS = 2, CM = 200, QG = 0, 0, 1
MARKER/200, POINT_MASS = 2
JPRIM/1, INLINE, I = 200, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = -8*DZ(200, 101)
VARIABLE/1, FUNCTION = DZ(200, 101)*DELAY(7 + TIME, 0.5, 9)
PSTATE/1, VARIABLES = 1
REQUEST/1, F2 = DZ(200, 101)
)";
  const Finished r =
      script("\nsim/dyn, end = 2, steps = 20\nlinear/statemat, pstate = 1, file = a\n", "", mass);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const double D = 8.5;
  expect_near(table("a_A.csv"), {{0, 1}, {-4 - 2 / (D * D), 2 / D}}, 1e-8);
}

// Two masses in a row: where only one coordinate is chosen, the program adds another one.
TEST_F(PlantStates, that_are_too_few_are_completed) {
  const std::string masses = R"(masses
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 90D, 0
MARKER/102, PART = 1
POINT_MASS/2, MASS = 1, CM = 201, QG = 1, 0, 0
MARKER/201, POINT_MASS = 2
POINT_MASS/3, MASS = 1, CM = 301, QG = 2, 0, 0
MARKER/301, POINT_MASS = 3
JPRIM/1, INLINE, I = 201, J = 101
JPRIM/2, INLINE, I = 301, J = 101
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = 4, LENGTH = 1
SPRINGDAMPER/2, TRANSLATION, I = 301, J = 201, K = 2, LENGTH = 1
VARIABLE/1, FUNCTION = DX(301, 201)
VARIABLE/2, FUNCTION = DX(201)
PSTATE/1, VARIABLES = 1
PSTATE/2, VARIABLES = 1, 2
REQUEST/1, F2 = DX(201)
)";
  const Finished r = script(
      "\nlinear/statemat, pstate = 1, file = one\nlinear/statemat, pstate = 2, file = two\n"
      "linear/eigensol\nlinear/eigensol, pstate = 2\n",
      "", masses);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_THAT(read(path("one_states.csv")),
              HasSubstr("2,free direction 1\n3,rate of VARIABLE/1\n"));
  // e = x2 − x1, x1:  ë = −2e − (−4x1 + 2e),  ẍ1 = −4x1 + 2e.
  expect_near(table("two_A.csv"), {{0, 0, 1, 0}, {0, 0, 0, 1}, {-4, 4, 0, 0}, {2, -4, 0, 0}}, 1e-9);
  const Rows A = table("one_A.csv");
  ASSERT_EQ(A.size(), 4u);
  EXPECT_NEAR(A[0][2], 1, 1e-9);
  EXPECT_NEAR(A[2][0] + A[3][1], -8, 1e-9) << "the trace does not depend on what was added";
  expect_near(rows_of(read(path("model_2.eig.csv"))), rows_of(read(path("model.eig.csv"))), 1e-9);
}

// A particle between isotropic springs beside a table that turns with Ω: ±iω for those at rest, ±i(ω ± Ω) for
// those who turn with the table.
TEST_F(PlantStates, in_motion_decide_about_the_eigenvalues) {
  const std::string turntable = R"(turntable
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, WZ = 2
MARKER/201, PART = 2
JOINT/1, REVOLUTE, I = 201, J = 101
MOTION/1, JOINT = 1, FUNCTION = 2*TIME
POINT_MASS/3, MASS = 1, CM = 301
MARKER/301, POINT_MASS = 3
MARKER/102, PART = 1, FLOATING
JPRIM/1, INPLANE, I = 301, J = 101
VFORCE/1, I = 301, JFLOAT = 102, RM = 101, FX = -9*DX(301)\ FY = -9*DY(301)
VARIABLE/1, FUNCTION = DX(301)
VARIABLE/2, FUNCTION = DY(301)
VARIABLE/3, FUNCTION = DX(301, 201, 201)
VARIABLE/4, FUNCTION = DY(301, 201, 201)
PSTATE/1, VARIABLES = 1, 2
PSTATE/2, VARIABLES = 3, 4
REQUEST/1, F2 = DX(301)
)";
  const Finished r = script(
      "\nsim/dyn, end = 0.3, steps = 3\nlinear/eigensol, pstate = 1\nlinear/eigensol, pstate = 2\n"
      "linear/statemat, pstate = 2, file = turning\nlinear/mkb, pstate = 1, file = resting\n"
      "linear/mkb, pstate = 2, file = turning\n",
      "", turntable);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const Rows resting = rows_of(read(path("model.eig.csv"))),
             turning = rows_of(read(path("model_2.eig.csv")));
  ASSERT_EQ(resting.size(), 2u);
  EXPECT_NEAR(resting[0][2], 3, 1e-8);
  EXPECT_NEAR(resting[1][2], 3, 1e-8);
  ASSERT_EQ(turning.size(), 2u);
  EXPECT_NEAR(turning[0][2], 1, 1e-8);
  EXPECT_NEAR(turning[1][2], 5, 1e-8);
  // p̈ = −ω² p + 2Ω p̃ + Ω² p
  expect_near(table("turning_A.csv"), {{0, 0, 1, 0}, {0, 0, 0, 1}, {-5, 0, 0, 4}, {0, -5, -4, 0}},
              1e-7);
  expect_near(table("resting_M.csv"), {{1, 0}, {0, 1}}, 1e-9);
  expect_near(table("resting_B.csv"), {{0, 0}, {0, 0}}, 1e-7);
  expect_near(table("resting_K.csv"), {{9, 0}, {0, 9}}, 1e-7);
  expect_near(table("turning_M.csv"), {{1, 0}, {0, 1}}, 1e-9);
  expect_near(table("turning_B.csv"), {{0, -4}, {4, 0}}, 1e-7);
  expect_near(table("turning_K.csv"), {{5, 0}, {0, 5}}, 1e-7);
}

// 2.5 φ̈ + 0.3 φ̇ + 20 sin φ = 0 along its motion: a stiffness of 20 cos φ, whatever the velocity and the reactions are.
TEST_F(PlantStates, of_a_swinging_rod_have_the_stiffness_of_its_angle) {
  const Finished r = script(
      "\nsim/stat\nsim/dyn, end = 0.4, steps = 4\nlinear/mkb, pstate = 1, file = a\n"
      "linear/statemat, pstate = 1, file = b\n",
      "", std::regex_replace(rod, std::regex("FUNCTION = 0\n"), "FUNCTION = 15*SIN(6*TIME)\n"));
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const double angle = rows().back()[2];
  ASSERT_GT(std::abs(angle), 0.2);
  expect_near(table("a_M.csv"), {{2.5}}, 1e-8);
  expect_near(table("a_B.csv"), {{0.3}}, 1e-8);
  expect_near(table("a_K.csv"), {{20 * std::cos(angle)}}, 1e-6);
}

// 3 kg of which 2 are a force that follows the acceleration through a variable: s² = −18/3.
TEST_F(PlantStates, count_forces_that_are_solved_for) {
  const std::string slider = R"(slider
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 90D, 0
MARKER/102, PART = 1
POINT_MASS/2, MASS = 1, CM = 201, QG = 1, 0, 0
MARKER/201, POINT_MASS = 2
JPRIM/1, INLINE, I = 201, J = 101
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = 18, C = 0.6, LENGTH = 1
VARIABLE/1, FUNCTION = -2*ACCX(201) - 0.1*VARVAL(1)
VARIABLE/2, FUNCTION = DX(201)
SFORCE/1, TRANSLATION, I = 201, J = 102, FUNCTION = 1.1*VARVAL(1)
PSTATE/1, VARIABLES = 2
REQUEST/1, F2 = DX(201)
)";
  const Finished r = script("\nsim/stat\nlinear/mkb, pstate = 1, file = a\n", "", slider);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  expect_near(table("a_M.csv"), {{3}}, 1e-9);
  expect_near(table("a_B.csv"), {{0.6}}, 1e-9);
  expect_near(table("a_K.csv"), {{18}}, 1e-9);
}

// More positions are free than velocities.
TEST_F(PlantStates, need_a_rate_each) {
  const std::string knife = R"(knife
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, PLANAR, I = 201, J = 101
GCON/1, I = 201, FUNCTION = VY(201, 101, 201)
VARIABLE/1, FUNCTION = DX(201)
PSTATE/1, VARIABLES = 1
REQUEST/1, F2 = DX(201)
)";
  const Finished r = script("\nlinear/statemat, pstate = 1\n", "", knife);
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.errors, HasSubstr("constraints of velocities leave fewer free velocities"));
  const Finished second = script("\nlinear/mkb\n", "", knife);
  EXPECT_EQ(second.exit_code, 3);
  EXPECT_THAT(second.errors, HasSubstr("constraints of velocities leave fewer free velocities"));
}

}  // namespace
}  // namespace trammel::app
