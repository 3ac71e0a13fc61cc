// LINEAR/STATEMAT with inputs that constraints read: transfer functions against closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <complex>
#include <regex>
#include <utility>

#include "app/script_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;
using Complex = std::complex<double>;

class DrivenInputs : public RunScript {
 protected:
  Rows table(const std::string& name) const { return rows_of("\n" + read(path(name))); }

  // C (s − A)⁻¹ B + D of the matrices plant_*.csv.
  Complex transfer(std::size_t output, std::size_t input, Complex s) const {
    const Rows A = table("plant_A.csv"), B = table("plant_B.csv"), C = table("plant_C.csv");
    const std::size_t n = A.size();
    std::vector<std::vector<Complex>> rows(n, std::vector<Complex>(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) rows[i][j] = (i == j ? s : Complex(0)) - A[i][j];
      rows[i][n] = B[i][input];
    }
    for (std::size_t k = 0; k < n; ++k) {  // Gauss and Jordan
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::abs(rows[i][k]) > std::abs(rows[k][k])) std::swap(rows[i], rows[k]);
      for (std::size_t i = 0; i < n; ++i) {
        const Complex factor = rows[i][k] / rows[k][k];
        for (std::size_t j = k; i != k && j <= n; ++j) rows[i][j] -= factor * rows[k][j];
      }
    }
    Complex sum = table("plant_D.csv")[output][input];
    for (std::size_t k = 0; k < n; ++k) sum += C[output][k] * rows[k][n] / rows[k][k];
    return sum;
  }
  static void expect_near(Complex found, Complex wanted) {
    EXPECT_NEAR(found.real(), wanted.real(), 1e-9);
    EXPECT_NEAR(found.imag(), wanted.imag(), 1e-9);
  }
};

const Complex places[] = {{0.7, 0}, {0, 2.2}, {-0.4, 3.1}};

// A mass of 1 on a spring of 8 and a damper of 0.5, whose other end u moves.
const std::string shaken = R"(shaken
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, TRANSLATIONAL, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = VARVAL(2)
POINT_MASS/3, MASS = 1, CM = 300, QG = 0, 0, 1
MARKER/300, POINT_MASS = 3
JPRIM/1, INLINE, I = 300, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 300, J = 101
, FUNCTION = -8*(DZ(300, 200, 101) - 1) - 0.5*VZ(300, 200, 101)
VARIABLE/2, FUNCTION = 0
VARIABLE/3, FUNCTION = DZ(300, 101)
VARIABLE/4, FUNCTION = DZ(200, 101)
VARIABLE/5, FUNCTION = VZ(200, 101)
VARIABLE/6, FUNCTION = ACCZ(300, 101)
PINPUT/1, VARIABLES = 2
POUTPUT/1, VARIABLES = 3, 4
POUTPUT/2, VARIABLES = 3, 5
POUTPUT/3, VARIABLES = 6
PSTATE/1, VARIABLES = 3
REQUEST/1, F2 = DZ(300, 101)
)";
const std::string linearise = "\nsim/stat\nlinear/statemat, pinput = 1, poutput = 1, file = plant";

TEST_F(DrivenInputs, shake_through_springs_and_dampers) {
  const std::regex motion("MOTION.*");
  const std::string general = "GCON/1, I = 200, FUNCTION = DZ(200, 101) - VARVAL(2)";
  for (const std::string& model : {shaken, std::regex_replace(shaken, motion, general)})
    for (const char* states : {"\n", ", pstate = 1\n"}) {
      const Finished r = script(linearise + states, "", model);
      ASSERT_EQ(r.exit_code, 0) << r.errors;
      ASSERT_EQ(table("plant_A.csv").size(), 2u);
      for (const Complex s : places) {
        expect_near(transfer(0, 0, s), (0.5 * s + 8.0) / (s * s + 0.5 * s + 8.0));
        expect_near(transfer(1, 0, s), 1);
      }
    }
  EXPECT_THAT(read(path("plant_states.csv")),
              HasSubstr("1,VARIABLE/3 without what inputs drive\n"));
}

// One position more, whose rate is the input.
TEST_F(DrivenInputs, may_be_velocities) {
  const std::string model =
      std::regex_replace(shaken, std::regex("JOINT = 1, F"), "JOINT = 1, VELOCITY, F");
  const Finished r =
      script("\nlinear/statemat, pinput = 1, poutput = 2, file = plant\n", "", model);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  for (const Complex s : places) {
    expect_near(transfer(0, 0, s), (0.5 * s + 8.0) / (s * s + 0.5 * s + 8.0) / s);
    expect_near(transfer(1, 0, s), 1);
  }
}

// ż₂ = u̇, and z̈₃ = 8 (u − z₃) + 0.5 (u̇ − ż₃).
TEST_F(DrivenInputs, whose_rates_are_outputs_are_refused_by_name) {
  for (const auto& [outputs, name] : {std::pair{"2", "VARIABLE/5"}, std::pair{"3", "VARIABLE/6"}}) {
    const Finished r =
        script(std::string("\nsim/stat\nlinear/statemat, pinput = 1, poutput = ") + outputs + "\n",
               "", shaken);
    EXPECT_EQ(r.exit_code, 3) << r.errors;
    EXPECT_THAT(r.errors, HasSubstr(std::string("the plant output ") + name +
                                    " follows the rate of the plant input VARIABLE/2, which a "
                                    "MOTION or GCON reads"));
  }
}

// A rod, 2 kg, 1 m to its centre, J = 0.5 there, hangs on a slide that u moves: 2.5 φ̈ + 0.3 φ̇ + 20 φ = −2 ü.
TEST_F(DrivenInputs, shake_by_inertia) {
  const std::string rod = R"(rod
PART/1, GROUND
MARKER/103, PART = 1, REULER = 90D, 90D, 0
PART/3, MASS = 1, CM = 301, IP = 1, 1, 1
MARKER/301, PART = 3
MARKER/303, PART = 3, REULER = 90D, 90D, 0
JOINT/2, TRANSLATIONAL, I = 303, J = 103
MOTION/1, JOINT = 2, FUNCTION = VARVAL(1)
PART/2, MASS = 2, CM = 201, IP = 0.5, 0.5, 0.5, QG = 0, -1, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 0, 1, 0
JOINT/1, REVOLUTE, I = 202, J = 301
SFORCE/1, ROTATIONAL, I = 202, J = 301, FUNCTION = -0.3*WZ(202, 301)
ACCGRAV/JGRAV = -10
VARIABLE/1, FUNCTION = 0
VARIABLE/2, FUNCTION = AZ(202, 301)
VARIABLE/3, FUNCTION = DX(201)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2, 3
REQUEST/1, F2 = AZ(202, 301)
)";
  const Finished r = script(linearise + "\n", "", rod);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  for (const Complex s : places) {
    const Complex angle = -2.0 * s * s / (2.5 * s * s + 0.3 * s + 20.0);
    expect_near(transfer(0, 0, s), angle);
    expect_near(transfer(1, 0, s), 1.0 + angle);
  }
}

// A MOTION reads one input, so that all are found by differences; these remember as the model does.
TEST_F(DrivenInputs, do_not_forget_what_is_delayed) {
  const std::string model = R"(late
PART/1, GROUND
MARKER/101, PART = 1
POINT_MASS/2, MASS = 2, CM = 200, QG = 0, 0, 1
MARKER/200, POINT_MASS = 2
JPRIM/1, INLINE, I = 200, J = 101
PART/3, MASS = 2, CM = 300, IP = 1, 1, 1
MARKER/300, PART = 3
JOINT/1, TRANSLATIONAL, I = 300, J = 101
MOTION/1, JOINT = 1, FUNCTION = VARVAL(4)
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101
, FUNCTION = VARVAL(2)*DELAY(7 + TIME, 0.5, 9) - 8*DZ(200, 101)
VARIABLE/2, FUNCTION = 0
VARIABLE/3, FUNCTION = DZ(200, 101)*DELAY(7 + TIME, 0.5, 9)
VARIABLE/4, FUNCTION = 0
PINPUT/1, VARIABLES = 2, 4
POUTPUT/1, VARIABLES = 3
REQUEST/1, F2 = DZ(200, 101)
)";
  const Finished r = script(
      "\nsim/dyn, end = 2, steps = 20\nlinear/statemat, pinput = 1, poutput = 1, file = plant\n",
      "", model);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  for (const Complex s : places) {
    expect_near(transfer(0, 0, s), 8.5 * 4.25 / (s * s + 4.0));
    expect_near(transfer(0, 1, s), 0);
  }
}

}  // namespace
}  // namespace trammel::app
