// What makes the difficult problems difficult really happens.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/difficult_daes.h"

#include <gtest/gtest.h>

#include "numerics/dense.h"
#include "support/bouncing_ball.h"
#include "support/check_blocks.h"

namespace trammel::testing {
namespace {

TEST(GasSpring, reports_a_domain_error_below_zero_only) {
  const GasSpring spring;
  Values values = make_values(spring.layout());
  Blocks blocks = make_blocks(spring);
  State s = spring.initial_state();
  EXPECT_EQ(spring.evaluate(s, Ask::forces, values), Outcome::ok);
  s.q << -0.01;
  EXPECT_EQ(spring.evaluate(s, Ask::forces, values), Outcome::domain_error);
  EXPECT_EQ(spring.linearise(s, all_blocks, blocks), Outcome::domain_error);
}

TEST(GasSpring, rebounds_close_to_the_border_with_its_energy) {
  const GasSpring spring;
  const double start = spring.energy(spring.initial_state());
  double lowest = 1;
  for (int i = 0; i <= 200; ++i) {
    const State s = spring.exact(0.005 * i);
    lowest = std::min(lowest, s.q[0]);
    EXPECT_NEAR(spring.energy(s), start, 1e-13 * start);
  }
  EXPECT_LT(lowest, 0.06);
}

TEST(FoldingCrank, passes_a_pose_where_the_constraints_lose_rank) {
  const FoldingCrank crank;
  EXPECT_GT(crank.initial_state().q[0], 0.5);
  EXPECT_LT(crank.exact(0.6).q[0], -0.1);

  double before = 0, after = 0.6;
  while (after - before > 1e-14) {
    const double middle = (before + after) / 2;
    (crank.exact(middle).q[0] > 0 ? before : after) = middle;
  }
  Blocks blocks = make_blocks(crank);
  crank.linearise(crank.exact(before), all_blocks, blocks);
  const Vector singular = singular_values(blocks[Block::G].dense());
  EXPECT_EQ((singular.array() > 1e-9 * singular[0]).count(), 1);
}

TEST(FoldingCrank, keeps_its_energy) {
  const FoldingCrank crank;
  const double start = crank.energy(crank.initial_state());
  for (const double t : {0.1, 0.3, 0.6})
    EXPECT_NEAR(crank.energy(crank.exact(t)), start, 1e-13 * start);
}

TEST(BouncingBall, blocks_in_contact) {
  const BouncingBall ball({.damping = 30});
  State s = make_state(ball.layout());
  for (const double depth : {0.01, 0.0003})
    for (const double speed : {-4.0, -0.5, 0.1}) {
      s.q << -depth;
      s.v << speed;
      s.a << 3;
      EXPECT_EQ(check_blocks(ball, s, 1e-5, 1e-6), "");
    }
}

TEST(BouncingBall, penetrates_and_leaves) {
  const BouncingBall ball;
  const BouncingBall::Bounce bounce = ball.bounce(0);
  const State inside = ball.exact(double(bounce.touchdown + bounce.lift_off) / 2);
  EXPECT_NEAR(inside.q[0], -0.0143988266001336, 1e-12);
  EXPECT_NEAR(inside.v[0], 0, 1e-9);
}

}  // namespace
}  // namespace trammel::testing
