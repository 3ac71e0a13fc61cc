// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/jumping_function.h"

#include <gmock/gmock.h>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string block(const std::string& force, double speed = 1) {
  return ground + "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, VZ = " + std::to_string(speed) +
         "\nMARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 101\n"
         "SFORCE/8, TRANSLATION, ACTIONONLY, I = 20, J = 101, FUNCTION = 1\n"
         "SFORCE/9, TRANSLATION, ACTIONONLY, I = 20, J = 101, FUNCTION = " +
         force;
}

TEST(JumpingFunction, is_found_where_the_motion_crosses_its_jump) {
  const Loaded model(block("-SIGN(3, DZ(20, 101))"));
  const InitialConditions& start = model.session->assemble();  // at DZ = 0, with a velocity
  const auto jump = find_jump(*start.system, start.state);
  ASSERT_TRUE(jump);
  EXPECT_EQ(jump->name, "SFORCE/9: FUNCTION");
  EXPECT_NEAR(jump->before, 3, 1e-12);
  EXPECT_NEAR(jump->after, -3, 1e-12);
}

TEST(JumpingFunction, a_steep_one_is_none) {
  for (const char* force :
       {"-1E9*DZ(20, 101)", "-STEP(DZ(20, 101), -0.001, -3, 0.001, 3)", "-3*TANH(DZ(20, 101)/1E-3)",
        "-IF(DZ(20, 101): 0, 0, DZ(20, 101))", "-SIGN(3, DZ(20, 101) - 0.1)"}) {
    const Loaded model(block(force));
    const InitialConditions& start = model.session->assemble();
    EXPECT_FALSE(find_jump(*start.system, start.state)) << force;
  }
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
  }
}

}  // namespace
}  // namespace trammel::analysis
