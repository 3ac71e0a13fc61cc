// The reference integrator and the references built on it, against closed forms and invariants.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference_ode.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/accelerations.h"
#include "support/knife_edge.h"
#include "support/linear_oscillator.h"
#include "support/rod_chain.h"
#include "support/test_problems.h"
#include "support/tops.h"

namespace trammel::testing {
namespace {

TEST(ReferenceOde, harmonic_motion_to_extended_precision) {
  const auto spring = [](Real, const RealVector& y) { return real_vector({y[1], -y[0]}); };
  const RealVector y = integrate(spring, real_vector({1, 0}), 0, 20);
  EXPECT_LT(double(std::abs(y[0] - std::cos(20.0L))), 1e-16);
  EXPECT_LT(double(std::abs(y[1] + std::sin(20.0L))), 1e-16);
}

TEST(ReferenceOde, depends_on_time) {
  const auto rate = [](Real t, const RealVector& y) { return real_vector({-2 * t * y[0]}); };
  const RealVector y = integrate(rate, real_vector({1}), 0, 2);
  EXPECT_LT(double(std::abs(y[0] - std::exp(-4.0L))), 1e-17);
}

TEST(ReferenceOde, answers_do_not_depend_on_the_order_of_questions) {
  const RodChain one(double_rod_pendulum()), other(double_rod_pendulum());
  const State late = one.exact(2), early = one.exact(0.7);
  EXPECT_LT((other.exact(0.7).q - early.q).norm(), 1e-15);
  EXPECT_LT((other.exact(2).q - late.q).norm(), 1e-14);
}

TEST(ReferenceOde, refuses_times_before_the_start) {
  EXPECT_THROW(RodChain(rod_pendulum()).exact(-1), std::invalid_argument);
}

TEST(LinearOscillator, follows_the_damped_cosine) {
  const double w = 1e3, zeta = 0.05, wd = w * std::sqrt(1 - zeta * zeta);
  const LinearOscillator oscillator(mass_spring(w, zeta));
  for (const double t : {1e-3, 0.01, 0.05}) {
    const double decay = std::exp(-zeta * w * t);
    EXPECT_NEAR(oscillator.exact(t).q[0],
                decay * (std::cos(wd * t) + zeta * w / wd * std::sin(wd * t)), 1e-13);
  }
}

// The entries of K, of size 1e6, hold the slow eigenvalue to 1e-10 only.
TEST(LinearOscillator, slow_and_stiff_modes_move_independently) {
  const LinearOscillator oscillator(slow_and_stiff(1e3, 1e-3));
  const double t = 1.7, slow = std::cos(t), fast = 1e-3 * std::cos(1e3 * t);
  const State s = oscillator.exact(t);
  EXPECT_NEAR(s.q[0], std::cos(0.4) * slow - std::sin(0.4) * fast, 1e-10);
  EXPECT_NEAR(s.q[1], std::sin(0.4) * slow + std::cos(0.4) * fast, 1e-10);
}

TEST(RodChain, energy_is_conserved_without_dampers) {
  for (const RodChainParameters& p :
       {double_rod_pendulum(), free_double_pendulum(), hanging_chain(6)}) {
    const RodChain chain(p);
    const double start = chain.energy(chain.initial_state());
    EXPECT_NEAR(chain.energy(chain.exact(1)), start, 1e-14 * (1 + std::abs(start)));
  }
}

TEST(RodChain, multipliers_agree_with_the_index_1_system) {
  for (const RodChainParameters& p : {driven_rod_pendulum(), order_analysis_double_pendulum()}) {
    const RodChain chain(p);
    const State s = chain.exact(0.9);
    State solved = s;
    solved.a.setZero();
    solved.lambda.setZero();
    ASSERT_TRUE(solve_accelerations(chain, solved));
    EXPECT_LT((solved.a - s.a).norm() / s.a.norm(), 1e-13);
    EXPECT_LT((solved.lambda - s.lambda).norm() / s.lambda.norm(), 1e-13);
  }
}

TEST(RodChain, long_chains_are_sparse) {
  const RodChain chain(hanging_chain(300));
  EXPECT_LT(chain.pattern(Block::M).n_entries(), 5 * 300);
  EXPECT_LT(chain.pattern(Block::G).n_entries(), 8 * 300);
  EXPECT_LT(largest_residual(chain, chain.initial_state()), 1e-10);
}

TEST(KnifeEdge, closed_form_satisfies_the_index_1_system) {
  const KnifeEdge skate;
  const State s = skate.exact(1.3);
  State solved = s;
  solved.a.setZero();
  solved.lambda.setZero();
  ASSERT_TRUE(solve_accelerations(skate, solved));
  EXPECT_LT((solved.a - s.a).norm(), 1e-13);
  EXPECT_LT((solved.lambda - s.lambda).norm(), 1e-13);
}

TEST(HeavyTop, energy_is_conserved) {
  for (const HeavyTopParameters& p : {HeavyTopParameters{}, nutating_top()}) {
    const HeavyTop top(p);
    const double start = top.energy(top.initial_state());
    EXPECT_NEAR(top.energy(top.exact(0.5)), start, 1e-13 * start);
  }
}

TEST(HeavyTop, steady_precession_keeps_its_height) {
  for (const bool fast : {false, true}) {
    const HeavyTop top(precessing_top(fast));
    EXPECT_NEAR(top.exact(0.4).q[2], top.initial_state().q[2], 1e-14);
  }
}

TEST(AllTestProblems, cover_every_block_and_level) {
  std::array<bool, block_count> filled{};
  std::array<bool, 4> levels{};
  for (const TestProblem& problem : all_test_problems()) {
    levels[std::size_t(problem.level() + 1)] = true;
    Blocks blocks = make_blocks(*problem.dae);
    problem.dae->linearise(problem.reference(problem.t_end / 2), all_blocks, blocks);
    for (std::size_t b = 0; b < block_count; ++b)
      for (const double value : blocks[Block(b)].values()) filled[b] |= value != 0;
  }
  for (std::size_t b = 0; b < block_count; ++b) EXPECT_TRUE(filled[b]) << "block " << b;
  for (const bool level : levels) EXPECT_TRUE(level);
}

}  // namespace
}  // namespace trammel::testing
