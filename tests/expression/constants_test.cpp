// Numbers that have no value, or make a transition jump, are found without evaluating anything.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expression/inspect.h"
#include "expression/parse.h"

namespace trammel::expression {

namespace {

// "no value: 1/0", "jump: STEP(…)" in the order of evaluation.
std::vector<std::string> faults(const std::string& text) {
  std::vector<std::string> result;
  for (const ConstantFault& fault : constant_faults(*parse(text).tree))
    result.push_back((fault.kind == ConstantFault::Kind::jump ? "jump: " : "no value: ") +
                     text.substr(fault.origin.offset, fault.origin.length));
  return result;
}

using List = std::vector<std::string>;

TEST(Constants, without_a_value_are_found_where_they_stand) {
  EXPECT_EQ(faults("2*(1/0)"), List{"no value: 1/0"});
  EXPECT_EQ(faults("TIME + SQRT(1 - 2)"), List{"no value: SQRT(1 - 2)"});
  EXPECT_EQ(faults("DX(1)/(3 - 3)"), List{"no value: DX(1)/(3 - 3)"});
  EXPECT_EQ(faults("0**(-1) + LOG(0)"), (List{"no value: 0**(-1)", "no value: LOG(0)"}));
  EXPECT_EQ(faults("1E300*1E300"), List{"no value: 1E300*1E300"});
  EXPECT_EQ(faults("1/0 + 1/0"), (List{"no value: 1/0", "no value: 1/0"}));
  EXPECT_EQ(faults("(1/0)**2*3"), List{"no value: 1/0"}) << "once, where it begins";
}

TEST(Constants, of_a_transition_without_width_make_it_jump) {
  EXPECT_EQ(faults("STEP(TIME, 1, 0, 1, 5)"), List{"jump: STEP(TIME, 1, 0, 1, 5)"});
  EXPECT_EQ(faults("HAVSIN(TIME, 2, 0, 4/2, 5)"), List{"jump: HAVSIN(TIME, 2, 0, 4/2, 5)"});
  EXPECT_EQ(faults("IMPACT(DX(1), VX(1), 1, 1, 2.2, 1, 0)"),
            List{"jump: IMPACT(DX(1), VX(1), 1, 1, 2.2, 1, 0)"});
}

TEST(Constants, that_are_in_order_are_not_mentioned) {
  for (const char* text : {"0/1", "SQRT(0)", "0**0", "STEP(TIME, 1, 0, 2, 5)", "DX(1)/DX(2)",
                           "1/TIME", "SQRT(TIME - 5)", "IF(TIME: 1, 2, 3)", "1E-300*1E-300"})
    EXPECT_EQ(faults(text), List{}) << text;
}

}  // namespace

}  // namespace trammel::expression
