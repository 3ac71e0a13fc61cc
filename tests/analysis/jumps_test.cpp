// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/jumps.h"

#include <gmock/gmock.h>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Findings jumps(const std::string& motion, double end = 2) {
  const Loaded model(ground +
                     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\n"
                     "JOINT/1, REVOLUTE, I = 201, J = 101\n"
                     "SPLINE/1, X = 0, 1, 2, 3, Y = 0, 1, 0, 5\n"
                     "MOTION/7, JOINT = 1, " +
                     motion);
  return jumping_motions(model.session->equations(), 0, end);
}

TEST(Jumps, are_found_wherever_they_are) {
  for (const auto& [function, time, size] :
       {std::tuple{"IF(TIME - 0.5: 0, 0, 1)", "time 0.5;", "by 1 "},
        {"IF(TIME - 0.5: 0, 1, 1) + 10*TIME", "time 0.5;", "by 1 "},
        {"IF(TIME - 1.2345678: 2, 2, 2.5)", "time 1.2345678;", "by 0.5 "},
        {"IF(TIME: 0, 0, 0.1)", "time 0;", "by 0.1 "},
        {"SIGN(0.2, TIME - 1)", "time 1;", "by 0.4 "},
        {"MOD(TIME, 0.3)", "time 0.3, the first of 6 jumps;", "by 0.3 "}}) {
    const Findings found = jumps(std::string("FUNCTION = ") + function);
    ASSERT_EQ(found.size(), 1u) << function;
    EXPECT_EQ(found[0].label, "MOTION/7");
    EXPECT_EQ(found[0].at.line, 9);
    EXPECT_THAT(found[0].text, HasSubstr(time)) << function;
    EXPECT_THAT(found[0].text, HasSubstr(size)) << function;
  }
}

// A pulse of 1 ms in 20 s, its three corners.
TEST(Jumps, close_to_each_other_are_all_found) {
  const Findings found = jumps("FUNCTION = MAX(0, 0.001 - ABS(TIME - 0.5))", 20);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].text, HasSubstr("time 0.499, the first of 3 jumps;"));
}

TEST(Jumps, what_is_continuous_is_not_one) {
  for (const char* function :
       {"IF(TIME - 0.5: 0, 0, (TIME - 0.5)**2)", "STEP(TIME, 0.5, 0, 0.500001, 1)",
        "1E6*SIN(1000*TIME)*IF(TIME: 1, 1, 1)", "ABS(TIME - 1)**3", "MAX(0, TIME - 1)**2",
        "AKISPL(TIME, 0, 1, 0)", "IF(TIME - 5: 0, 0, 1)"})
    EXPECT_THAT(lines(jumps(std::string("FUNCTION = ") + function)), IsEmpty()) << function;
}

TEST(Jumps, of_velocities_are_corners_of_displacements) {
  for (const auto& [motion, time, size] :
       {std::tuple{"FUNCTION = IF(TIME - 0.5: 0, 0, TIME - 0.5)", "time 0.5;", "by 1 "},
        {"FUNCTION = 3*ABS(TIME - 1)", "time 1;", "by 6 "},
        {"FUNCTION = MAX(0, TIME - 0.25)", "time 0.25;", "by 1 "},
        {"VELOCITY, FUNCTION = IF(TIME - 0.5: 0, 0, 2)", "time 0.5;", "by 2 "}}) {
    const Findings found = jumps(motion);
    ASSERT_EQ(found.size(), 1u) << motion;
    EXPECT_THAT(found[0].text, HasSubstr("velocity jumps")) << motion;
    EXPECT_THAT(found[0].text, HasSubstr(time)) << motion;
    EXPECT_THAT(found[0].text, HasSubstr(size)) << motion;
  }
  EXPECT_THAT(jumps("VELOCITY, FUNCTION = ABS(TIME - 1)"), IsEmpty());
  EXPECT_THAT(jumps("ACCELERATION, FUNCTION = IF(TIME - 0.5: 0, 0, 1)"), IsEmpty());
}

}  // namespace
}  // namespace trammel::analysis
