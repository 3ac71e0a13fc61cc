// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/error_norm.h"

#include <gmock/gmock.h>

#include <numeric>

#include "numerics/every_problem.h"
#include "support/allocations.h"

namespace trammel::testing {
namespace {

using ::testing::ElementsAre;

// Two lengths, a rotation, an angle, a modal coordinate; two states.
Layout mixed_layout() {
  Layout l;
  l.n_q = 8, l.n = 7, l.n_x = 2;
  l.rotations = {{2, 2}};
  l.kinds = {Kind::length, Kind::length, Kind::angle, Kind::angle,
             Kind::angle,  Kind::angle,  Kind::modal};
  return l;
}

State state_with(const Layout& l, std::initializer_list<double> vector_like, double x0, double x1) {
  State s = make_state(l);
  const std::vector<int> raw = raw_index_of_tangent(l);
  auto value = vector_like.begin();
  for (const int i : raw)
    if (i >= 0) s.q[i] = *value++;
  s.x << x0, x1;
  return s;
}

TEST(ErrorNorm, weighs_lengths_and_states_by_their_size_but_at_least_one_unit) {  // (NORM.1)
  const Layout l = mixed_layout();
  ErrorNorm norm(l);
  norm.reset(state_with(l, {-3, 0.2, 40, 0.5}, -6, 0.1));
  EXPECT_THAT(norm.position_weights(), ElementsAre(3, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(norm.state_weights(), ElementsAre(6, 1));
}

TEST(ErrorNorm, weighs_angles_by_one_radian_however_far_they_turn) {
  const Layout l = mixed_layout();
  ErrorNorm norm(l);
  State s = state_with(l, {0, 0, 700, 0}, 0, 0);
  s.q.segment<4>(2) << -0.5, 0.5, -0.5, 0.5;
  norm.reset(s);
  EXPECT_EQ(norm.position_weights(), Vector::Ones(l.n));
}

TEST(ErrorNorm, remembers_the_largest_size_of_the_run_until_reset) {
  const Layout l = mixed_layout();
  ErrorNorm norm(l);
  norm.reset(state_with(l, {2, 5, 0, 0}, 3, 0));
  norm.observe(state_with(l, {-4, 1, 0, -8}, 1, -7));
  EXPECT_THAT(norm.position_weights(), ElementsAre(4, 5, 1, 1, 1, 1, 8));
  EXPECT_THAT(norm.state_weights(), ElementsAre(3, 7));
  norm.observe(state_with(l, {0, 0, 0, 0}, 0, 0));
  EXPECT_THAT(norm.position_weights(), ElementsAre(4, 5, 1, 1, 1, 1, 8));
  norm.reset(state_with(l, {0, 2, 0, 0}, 0, 0));
  EXPECT_THAT(norm.position_weights(), ElementsAre(1, 2, 1, 1, 1, 1, 1));
  EXPECT_THAT(norm.state_weights(), ElementsAre(1, 1));
}

TEST(ErrorNorm, is_the_largest_weighted_entry) {  // (NORM.2)
  const Layout l = mixed_layout();
  ErrorNorm norm(l);
  norm.reset(state_with(l, {2, 5, 0, 10}, 4, 0));
  Vector delta(7);
  delta << 2, 10, 1, -1, 3, 0.5, -20;  // 1, 2, 1, −1, 3, ½, −2 after weighing
  EXPECT_DOUBLE_EQ(norm.of_position(delta), 3);
  EXPECT_DOUBLE_EQ(norm.of_states(Vector{{8, -3}}), 3);
}

TEST(ErrorNorm, takes_the_unit_of_a_coordinate_from_the_layout) {
  Layout l = mixed_layout();
  l.scales = {10, 1e-3, 1, 1, 1, 1, 1e-6};
  ErrorNorm norm(l);
  EXPECT_THAT(norm.position_weights(), ElementsAre(10, 1e-3, 1, 1, 1, 1, 1e-6));
  norm.reset(state_with(l, {3, 0.2, 0, 1e-9}, 0, 0));
  EXPECT_THAT(norm.position_weights(), ElementsAre(10, 0.2, 1, 1, 1, 1, 1e-6));
}

TEST(ErrorNorm, of_nothing_is_zero) {
  const Layout empty;
  ErrorNorm norm(empty);
  norm.reset(make_state(empty));
  EXPECT_EQ(norm.of_position(Vector()), 0);
  EXPECT_EQ(norm.of_states(Vector()), 0);
}

class ErrorNormOf : public EveryProblem {};
INSTANTIATE_TEST_SUITE_P(textbook, ErrorNormOf, ::testing::ValuesIn(all_test_problems()),
                         problem_name);

// The norm does not see which quaternion of the two names an orientation, nor where a body points.
TEST_P(ErrorNormOf, depends_on_lengths_only) {
  ErrorNorm norm(layout());
  norm.reset(problem().start);
  std::mt19937 random(2);
  std::vector<State> visited = {problem().start};
  for (int k = 0; k < 5; ++k) {
    visited.push_back(nearby(dae(), problem().start, 3, random));
    norm.observe(visited.back());
  }
  Vector expected = Vector::Ones(layout().n);
  const std::vector<int> raw = raw_index_of_tangent(layout());
  for (int i = 0; i < layout().n; ++i)
    if (layout().kinds[std::size_t(i)] != Kind::angle)
      for (const State& s : visited)
        expected[i] = std::max(expected[i], std::abs(s.q[raw[std::size_t(i)]]));
  EXPECT_EQ(norm.position_weights(), expected);
}

TEST_P(ErrorNormOf, is_a_norm) {
  ErrorNorm norm(layout());
  norm.reset(problem().start);
  const Vector u = random_vector(layout().n), w = random_vector(layout().n);
  EXPECT_GT(norm.of_position(u), 0);
  EXPECT_NEAR(norm.of_position(-3 * u), 3 * norm.of_position(u), 1e-14);
  EXPECT_LE(norm.of_position(u + w), norm.of_position(u) + norm.of_position(w) + 1e-15);
  EXPECT_EQ(norm.of_position(Vector::Zero(layout().n)), 0);
}

TEST_P(ErrorNormOf, allocates_nothing) {
  if (!can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  ErrorNorm norm(layout());
  const long before = allocations();
  norm.reset(problem().start);
  norm.observe(problem().start);
  double sum = norm.of_position(problem().start.v) + norm.of_states(problem().start.x);
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace trammel::testing
