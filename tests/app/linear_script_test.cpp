// LINEAR in command files: eigenvalues, energies of modes, matrices.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "app/script_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;

TEST_F(RunScript, eigenvalues_of_the_present_state) {
  const Finished r = script(
      "\naccgrav/jgrav = 0\nPOINT_MASS/3, VX = 0\nsim/stat\nlinear/eigensol\n"
      "sforce/1, function = -4*dz(201,101,101)-0.4*vz(201,101,101,101)\nlinear/eig, novec\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const std::vector<std::string> first = lines_of(read(path("model.eig.csv")));
  EXPECT_EQ(first.front(), "MODE,REAL,IMAG,FREQUENCY,DAMPING_RATIO");
  const std::vector<double> spring = rows_of(read(path("model.eig.csv"))).back();
  EXPECT_NEAR(spring[1], 0, 1e-9);
  EXPECT_NEAR(spring[2], 2, 1e-9);
  EXPECT_NEAR(spring[3], 1 / M_PI, 1e-9);
  const std::vector<double> damped = rows_of(read(path("model_2.eig.csv"))).back();
  EXPECT_NEAR(damped[1], -0.2, 1e-9);
  EXPECT_NEAR(damped[2], std::sqrt(4 - 0.04), 1e-9);
  EXPECT_NEAR(damped[4], 0.1, 1e-9);
  EXPECT_THAT(read(path("model.modes.csv")), HasSubstr("POINT_MASS/2,x,"));
  EXPECT_FALSE(fs::exists(path("model_2.modes.csv")));
  EXPECT_THAT(messages(), HasSubstr("E I G E N V A L U E S"));
  EXPECT_EQ(script("\nlinear/eigensol\n", "--eigen mine.csv").exit_code, 0);
  EXPECT_TRUE(fs::exists(path("mine.csv")));
}

// m ẍ = −4x − 0.4ẋ + 3u, outputs x, ẋ and ẍ + 2u.
TEST_F(RunScript, matrices_between_inputs_and_outputs) {
  const std::string plant = slider + R"(VARIABLE/1, FUNCTION = 0
VARIABLE/2, FUNCTION = DX(201)
VARIABLE/3, FUNCTION = VX(201)
VARIABLE/4, FUNCTION = ACCX(201) + 2*VARVAL(1)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2, 3, 4
)";
  const Finished r = script(
      "\naccgrav/jgrav = 0\nPOINT_MASS/3, VX = 0\n"
      "sforce/1, function = -4*dz(201,101,101)-0.4*vz(201,101,101,101)+3*varval(1)\nsim/stat\n"
      "linear/statemat, pinput = 1, poutput = 1, file = plant\nlinear/mkb\n",
      "", plant);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const auto table = [&](const std::string& name) { return rows_of("\n" + read(path(name))); };
  const Rows A = table("plant_A.csv"), B = table("plant_B.csv"), C = table("plant_C.csv"),
             D = table("plant_D.csv");
  const std::size_t n = A.size();
  ASSERT_EQ(n, 8u);  // four degrees of freedom
  ASSERT_EQ(C.size(), 3u);
  // Whatever the states are, C B, C A B and D do not depend on them.
  const auto product = [&](std::size_t output, bool twice) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        sum += C[output][i] * (twice ? A[i][j] : i == j ? 1.0 : 0.0) * B[j][0];
    return sum;
  };
  EXPECT_NEAR(product(0, false), 0, 1e-13);
  EXPECT_NEAR(product(1, false), 3, 1e-13);
  EXPECT_NEAR(product(0, true), 3, 1e-13);
  EXPECT_NEAR(product(1, true), -0.4 * 3, 1e-13);
  EXPECT_NEAR(D[0][0], 0, 1e-13);
  EXPECT_NEAR(D[2][0], 5, 1e-13);
  EXPECT_THAT(read(path("plant.m")), HasSubstr("A = ["));
  double stiffness = 0, mass = 0;
  for (std::size_t k = 0; k < 4; ++k) stiffness += table("model_K.csv")[k][k];
  for (std::size_t k = 0; k < 4; ++k) mass += table("model_M.csv")[k][k];
  EXPECT_NEAR(stiffness / mass, 4.0 / 4, 1e-9);
}

// Two masses in a row on springs of 1 and 3, the second one damped: energies by hand from the shapes.
TEST_F(RunScript, energies_of_modes) {
  const std::string row = R"(row
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 90D, 0
MARKER/102, PART = 1, QP = -1, 0, 0
POINT_MASS/2, MASS = 2, CM = 201, QG = 1, 0, 0
MARKER/201, POINT_MASS = 2
POINT_MASS/3, MASS = 1, CM = 301, QG = 2, 0, 0
MARKER/301, POINT_MASS = 3
JPRIM/1, INLINE, I = 201, J = 101
JPRIM/2, INLINE, I = 301, J = 101
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = 1, LENGTH = 2
SPRINGDAMPER/2, TRANSLATION, I = 301, J = 201, K = 3, C = 1E-6, LENGTH = 1
REQUEST/1, F2 = DX(201)
)";
  const Finished r =
      script("\nlinear/eigensol, kinetic, strain, dissipation, coords = 1, 1\n", "", row);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  // (4 - 2 w)(3 - w) = 9 with w = omega²; x2/x1 = (4 - 2 w)/3.
  const double w = (10 - std::sqrt(100 - 24)) / 4, ratio = (4 - 2 * w) / 3;
  const double t2 = 2, t3 = ratio * ratio, u1 = 1, u2 = 3 * (ratio - 1) * (ratio - 1);
  std::map<std::string, double> shares;
  for (const std::string& line : lines_of(read(path("model.energies.csv"))))
    if (line[0] == '1')
      shares[line.substr(2, line.rfind(',') - 2)] = std::stod(line.substr(line.rfind(',') + 1));
  EXPECT_NEAR(shares["kinetic,POINT_MASS/2"], t2 / (t2 + t3), 1e-6);
  EXPECT_NEAR(shares["kinetic,POINT_MASS/3"], t3 / (t2 + t3), 1e-6);
  EXPECT_NEAR(shares["strain,SPRINGDAMPER/1"], u1 / (u1 + u2), 1e-6);
  EXPECT_NEAR(shares["strain,SPRINGDAMPER/2"], u2 / (u1 + u2), 1e-6);
  EXPECT_NEAR(shares["dissipation,SPRINGDAMPER/2"], 1, 1e-9);
  EXPECT_EQ(shares.size(), 5u);
}

// A large input on a heavy mass: B = 1/m has its digits although the acceleration hardly changes.
TEST_F(RunScript, matrices_of_a_heavy_plant) {
  const std::string plant = R"(plant
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 90D, 0
POINT_MASS/2, MASS = 1E7, CM = 201, QG = 1, 0, 0
MARKER/201, POINT_MASS = 2
JPRIM/1, INLINE, I = 201, J = 101
VARIABLE/1, FUNCTION = 0
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = VARVAL(1) + 1E8
VARIABLE/2, FUNCTION = VX(201)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2
REQUEST/1, F2 = DX(201)
)";
  const Finished r =
      script("\nlinear/statemat, pinput = 1, poutput = 1, file = plant\n", "", plant);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const Rows B = rows_of("\n" + read(path("plant_B.csv"))),
             C = rows_of("\n" + read(path("plant_C.csv")));
  double gain = 0;
  for (std::size_t k = 0; k < B.size(); ++k) gain += C[0][k] * B[k][0];
  EXPECT_NEAR(gain * 1e7, 1, 1e-13);
}

// What constraints read cannot be an unknown; it is an input all the same, by differences.
TEST_F(RunScript, matrices_of_an_input_that_a_motion_reads) {
  const std::string driven = slider + R"(MARKER/302, PART = 1, QP = 0, 5, 0
VARIABLE/1, FUNCTION = 3
VARIABLE/2, FUNCTION = ACCX(301)
MOTION/1, I = 301, J = 302, X, ACCELERATION, FUNCTION = VARVAL(1)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2
)";
  const Finished r =
      script("\nlinear/statemat, pinput = 1, poutput = 1, file = plant\n", "", driven);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_NEAR(rows_of("\n" + read(path("plant_D.csv")))[0][0], 1, 1e-8);
}

// m z̈ = m g − 40 D z, D the delayed z: at the equilibrium D = z = e, a number for what swings about it. Before an
// equilibrium is found, and in motions from the start, D is the given history.
TEST_F(RunScript, what_an_equilibrium_delays_is_a_number_for_its_modes) {
  const std::string late = R"(late
PART/1, GROUND
MARKER/101, PART = 1
ACCGRAV/KGRAV = 10
POINT_MASS/2, MASS = 2, CM = 200, QG = 0, 0, 1
MARKER/200, POINT_MASS = 2
JPRIM/1, INLINE, I = 200, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101
, FUNCTION = -40*DELAY(DZ(200, 101), 0.5, 9)*DZ(200, 101)
REQUEST/1, F2 = DELAY(DZ(200, 101), 0.5, 9)
)";
  const Finished r = script(
      "\nlinear/eigensol\nsim/stat\nlinear/eigensol\nsim/dyn, end = 0.1, steps = 1\n", "", late);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const double e = std::sqrt(0.5);
  EXPECT_NEAR(rows_of(read(path("model.eig.csv"))).back()[2], std::sqrt(20 * 9), 1e-9);
  EXPECT_NEAR(rows_of(read(path("model_2.eig.csv"))).back()[2], std::sqrt(20 * e), 1e-7);
  EXPECT_NEAR(rows().back()[2], 9, 1e-12);
}

// Variables that depend on each other are unknowns: they are solved for.
TEST_F(RunScript, matrices_of_mass_and_stiffness_with_variables) {
  const std::string chained = slider + "VARIABLE/1, FUNCTION = -4*DX(201)\n";
  const std::string change = "accgrav/jgrav = 0\nsforce/1, function = varval(1)\n";
  const Finished r = script("\n" + change + "linear/mkb\n", "", chained);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  double stiffness = 0;
  const Rows K = rows_of("\n" + read(path("model_K.csv")));
  for (std::size_t k = 0; k < K.size(); ++k) stiffness = std::max(stiffness, std::abs(K[k][k]));
  EXPECT_NEAR(stiffness, 4, 1e-9) << "a variable that can be put in its place is";
  const std::string looped = slider +
                             "VARIABLE/1, FUNCTION = -4*DX(201) + 0.1*SIN(VARVAL(2))\n"
                             "VARIABLE/2, FUNCTION = 0.1*VARVAL(1)\n";
  const Finished loop = script("\n" + change + "linear/mkb\n", "", looped);
  ASSERT_EQ(loop.exit_code, 0) << loop.errors;
  double v = -4;
  for (int k = 0; k < 50; ++k) v = -4 + 0.1 * std::sin(0.1 * v);
  stiffness = 0;
  const Rows of_loop = rows_of("\n" + read(path("model_K.csv")));
  for (std::size_t k = 0; k < of_loop.size(); ++k)
    stiffness = std::max(stiffness, std::abs(of_loop[k][k]));
  EXPECT_NEAR(stiffness, 4 / (1 - 0.01 * std::cos(0.1 * v)), 1e-9);
}

}  // namespace
}  // namespace trammel::app
