// EXACT coordinates: held to the last digit, released only where they contradict constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/datasets.h"
#include "elements/exact_coordinate.h"

namespace trammel::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// |change| of each EXACT coordinate of the model.
std::vector<double> changes(const InitialConditions& ic) {
  std::vector<double> result;
  const elements::Equations& equations = ic.system->equations();
  for (const elements::ExactCoordinate& c : elements::exact_coordinates(equations)) {
    const elements::Body& body = equations.skeleton.bodies[std::size_t(c.body)];
    result.push_back(
        std::abs(elements::error(c, elements::motion(body, ic.state.q, ic.state.v, ic.state.a))));
  }
  return result;
}

// A rod on a ball joint whose tip has to come down to z = 0.2: THETA must change by 0.7 rad.
TEST(Exact, angles_keep_their_value_while_the_third_one_moves_far) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, REULER = 30D, 35D, 20D, EXACT = PSI:PHI
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 0.2, 0.3, 1
MARKER/102, PART = 1, QP = 0, 0, 0.2
JOINT/1, SPHERICAL, I = 200, J = 101
JPRIM/1, INPLANE, I = 201, J = 102
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_LT(violation(ic), 1e-12);
  for (const double change : changes(ic)) EXPECT_LT(change, 1e-13);
  EXPECT_THAT(lines(ic.findings), Not(HasSubstr("EXACT had to")));
}

const std::string on_a_slope = R"(
PART/3, MASS = 1, CM = 300, IP = 1, 1, 1, QG = 5, 4, 0, EXACT = X
MARKER/300, PART = 3
MARKER/105, PART = 1, ZP = 1, -1, 0, XP = 0, 0, 1
JPRIM/1, INPLANE, I = 300, J = 105
)";

TEST(Exact, only_what_contradicts_is_released) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 0.5, 0.25, 0, EXACT = X:Z:PSI:THETA:PHI
MARKER/200, PART = 2
JPRIM/2, INLINE, I = 200, J = 102
MARKER/102, PART = 1, QP = 0.1, 0, 0
)" + on_a_slope);
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  const std::vector<double> moved = changes(ic);
  ASSERT_EQ(moved.size(), 6u);
  EXPECT_NEAR(moved[0], 0.4, 1e-9) << "X of PART/2 contradicts JPRIM/2";
  for (std::size_t k = 1; k < moved.size(); ++k) EXPECT_LT(moved[k], 1e-12) << k;
  EXPECT_THAT(
      lines(ic.findings),
      AllOf(HasSubstr("PART/2: the position given as EXACT had to change"),
            HasSubstr("X by 0.4 length units"), Not(HasSubstr("PART/3: the position given"))));
}

TEST(Exact, changes_are_told_in_the_units_of_the_model) {
  Loaded model("UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\n" +
               ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 500, 0, 0, REULER = 30D, 0, 0, EXACT = X:PSI
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 100, 0, 0
JOINT/1, FIXED, I = 200, J = 101
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_THAT(lines(ic.findings), AllOf(HasSubstr("X by 500 mm"), HasSubstr("PSI by 30 degrees")));
  for (const Finding& f : ic.findings)
    if (f.label == "PART/2") {
      EXPECT_GT(f.at.line, 0) << f.text;
    }
}

TEST(Exact, an_initial_angle_of_a_joint_counts_more) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, REULER = 30D, 0, 0, EXACT = PSI
MARKER/200, PART = 2
JOINT/1, REVOLUTE, I = 200, J = 101, ICROT = 50D
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_THAT(lines(ic.findings), HasSubstr("PSI by 20 degrees"));
  EXPECT_THAT(lines(ic.findings), Not(HasSubstr("JOINT/1")));
}

TEST(Exact, everything_exact_and_consistent_is_left_alone) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 1, 2, 3, REULER = 10D, 20D, 30D,
, EXACT = X:Y:Z:PSI:THETA:PHI
MARKER/200, PART = 2
MARKER/102, PART = 1, QP = 1, 2, 3
JOINT/1, SPHERICAL, I = 200, J = 102
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_THAT(ic.findings, IsEmpty()) << lines(ic.findings);
  for (const double change : changes(ic)) EXPECT_LT(change, 1e-15);
}

}  // namespace
}  // namespace trammel::analysis
