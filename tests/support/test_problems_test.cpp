// Every textbook DAE: blocks against differences, reference against the equations.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/test_problems.h"

#include <gtest/gtest.h>

#include <random>

#include "support/accelerations.h"
#include "support/allocations.h"
#include "support/check_blocks.h"

namespace trammel::testing {
namespace {

class EveryTestProblem : public ::testing::TestWithParam<TestProblem> {};

TEST_P(EveryTestProblem, blocks_match_central_differences) {
  const TestProblem& problem = GetParam();
  std::mt19937 random(1);
  for (const double part : {0.0, 0.31, 0.77, 1.0}) {
    const State on = problem.reference(part * problem.t_end);
    EXPECT_EQ(check_blocks(*problem.dae, on), "") << "t = " << on.t;
    const State off = nearby(*problem.dae, on, 0.05, random);
    EXPECT_EQ(check_blocks(*problem.dae, off), "") << "near t = " << on.t;
  }
}

TEST_P(EveryTestProblem, reference_satisfies_the_equations) {
  const TestProblem& problem = GetParam();
  EXPECT_LT(largest_residual(*problem.dae, problem.start), 1e-12);
  for (const double part : {0.2, 0.5, 1.0})
    EXPECT_LT(largest_residual(*problem.dae, problem.reference(part * problem.t_end)), 1e-11);
}

TEST_P(EveryTestProblem, evaluation_allocates_nothing) {
  if (!can_count_allocations()) GTEST_SKIP() << "allocations cannot be counted here";
  const Dae& dae = *GetParam().dae;
  const State& s = GetParam().start;
  Values values = make_values(dae.layout());
  Blocks blocks = make_blocks(dae);
  Vector reaction(dae.layout().n);
  const unsigned everything =
      Ask::forces | Ask::position | Ask::velocity | Ask::acceleration | Ask::auxiliary;
  const long before = allocations();
  dae.evaluate(s, everything, values);
  dae.linearise(s, all_blocks, blocks);
  dae.reaction(s, s.lambda, reaction);
  EXPECT_EQ(allocations() - before, 0);
}

// v is the derivative of q, a of v, ẋ of x along the reference.
TEST_P(EveryTestProblem, reference_is_a_motion) {
  const TestProblem& problem = GetParam();
  const Dae& dae = *problem.dae;
  const double h = 1e-6 * problem.t_end;
  for (const double part : {0.3, 0.8}) {
    const double t = part * problem.t_end;
    const State s = problem.reference(t);
    const State before = problem.reference(t - h), after = problem.reference(t + h);
    Vector forward(s.v.size()), backward(s.v.size());
    dae.difference(after.q, s.q, forward);
    dae.difference(before.q, s.q, backward);
    const double scale = 1 + s.a.norm();
    EXPECT_LT(((forward - backward) / (2 * h) - s.v).norm() / scale, 1e-5);
    EXPECT_LT(((after.v - before.v) / (2 * h) - s.a).norm() / scale, 1e-5);
    EXPECT_LT(((after.x - before.x) / (2 * h) - s.x_dot).norm() / scale, 1e-5);
  }
}

std::string name_of(const ::testing::TestParamInfo<TestProblem>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(support, EveryTestProblem, ::testing::ValuesIn(all_test_problems()),
                         name_of);

}  // namespace
}  // namespace trammel::testing
