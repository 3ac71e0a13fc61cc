// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/jumping_function.h"

#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Crosses DZ = 0 with a velocity of 1; a second force of 1 N.
std::string block(const std::string& force, const std::string& more = "") {
  return ground +
         "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, VZ = 1\n"
         "MARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 101\n"
         "SFORCE/8, TRANSLATION, ACTIONONLY, I = 20, J = 101, FUNCTION = 1\n"
         "SFORCE/9, TRANSLATION, ACTIONONLY, I = 20, J = 101, FUNCTION = " +
         force + "\n" + more;
}

std::optional<JumpingFunction> jump_of(const std::string& text, double t = 0,
                                       double acceleration = 0) {
  const Loaded model(text);
  const InitialConditions& start = model.session->assemble();
  State s = start.state;
  s.t = t;
  if (acceleration != 0) s.a.setConstant(acceleration);
  return find_jump(*start.system, s, 1e-8);
}

TEST(JumpingFunction, is_found_where_the_motion_crosses_its_jump) {
  const auto jump = jump_of(block("-SIGN(3, DZ(20, 101))"));
  ASSERT_TRUE(jump);
  EXPECT_EQ(jump->name, "SFORCE/9: FUNCTION");
  EXPECT_EQ(jump->at.line, 9);
  EXPECT_NEAR(jump->before, 3, 1e-12);
  EXPECT_NEAR(jump->after, -3, 1e-12);
  EXPECT_TRUE(jump_of(block("-SIGN(3, VZ(20, 101) - 1)"), 0, -4));
  EXPECT_TRUE(jump_of(block("IF(TIME - 5: 0, 1, 1)"), 5));
  EXPECT_TRUE(jump_of(block("0", "DIFF/1, IC = 0, FUNCTION = -SIGN(4, DIF(1)) - 2")));
}

TEST(JumpingFunction, a_steep_one_is_none) {
  for (const char* force :
       {"-1E9*DZ(20, 101)", "-STEP(DZ(20, 101), -1E-9, -3, 1E-9, 3)", "-3*TANH(DZ(20, 101)/1E-9)",
        "-IF(DZ(20, 101): 0, 0, DZ(20, 101))", "-SIGN(3, DZ(20, 101) - 0.1)",
        "IF(TIME: 0, 1, 1)"})  // the start is not crossed
    EXPECT_FALSE(jump_of(block(force))) << force;
}

TEST(JumpingFunction, oscillations_rounding_and_wild_accelerations_make_none) {
  EXPECT_FALSE(jump_of(block("100*SIN(2*PI*50*TIME)"), 10));
  EXPECT_FALSE(jump_of(block("100*SIN(2*PI*77*TIME)"), 2003.7));
  EXPECT_FALSE(jump_of(block("-0.1*(VZ(20, 101) - 1)"), 10));
  EXPECT_FALSE(jump_of(block("-1E6*(DZ(20, 101) + 1/3 - 0.33333333333333331)"), 10));
  EXPECT_FALSE(jump_of(block("-0.1*TANH((VZ(20, 101) - 1)/0.01)"), 10, 1e9));
  EXPECT_FALSE(jump_of(block("-STEP(VZ(20, 101), 0, 0, 10, 1)"), 10, 1e9));
}

// Where friction as a sign function stops the block no method goes on, and index 3 is not to blame.
TEST(JumpingFunction, is_named_where_a_run_ends) {
  for (const char* name :
       {"gstiff-i3", "gstiff-si2", "hht-i3", "hht-si2", "st-qc", "tlismni-am4"}) {
    SCOPED_TRACE(name);
    const Loaded model(block("-2 - SIGN(4, VZ(20, 101))"));
    RunSettings settings;
    settings.output_times = {1, 2};
    settings.integrator = name;
    model.session->assemble();
    const RunReport run = model.session->run(Kind::dynamic, settings, {});
    ASSERT_FALSE(run.findings.empty());
    const Finding& last = run.findings.back();
    EXPECT_THAT(last.text, HasSubstr("SFORCE/9: FUNCTION jumps here"));
    EXPECT_THAT(last.text, Not(HasSubstr("-si2")));
    EXPECT_THAT(last.hint, HasSubstr("STEP"));
    EXPECT_EQ(last.at.line, 9);
  }
}

}  // namespace
}  // namespace trammel::analysis
