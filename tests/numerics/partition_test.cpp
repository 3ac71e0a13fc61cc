// Coordinate partitioning: the choice against dense algebra, completion on every textbook DAE.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "numerics/dense.h"
#include "numerics/every_problem.h"
#include "numerics/partitioned_motion.h"

namespace trammel::testing {
namespace {

SparseMatrix random_sparse(int rows, int columns, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (j == i || value(random) > 0.4) entries.emplace_back(i, j);
  SparseMatrix a(Pattern::from_entries(rows, columns, entries));
  for (const auto& [i, j] : entries) a.add(i, j, value(random));
  return a;
}

Matrix columns_of(const Matrix& m, const PivotColumns& choice, int most_level) {
  Matrix result(m.rows(), 0);
  for (int j = 0; j < m.cols(); ++j) {
    const int level = choice.level[std::size_t(j)];
    if (level == PivotColumns::independent || level > most_level) continue;
    result.conservativeResize(Eigen::NoChange, result.cols() + 1);
    result.col(result.cols() - 1) = m.col(j);
  }
  return result;
}

// Whatever the weights, dependent coordinates move no more than about as much as the others.
TEST(PivotColumns, make_dependent_coordinates_follow_gently) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(-3, 3);
  for (int trial = 0; trial < 40; ++trial) {
    const int m0 = 1 + trial % 7, m1 = trial % 3, n = m0 + m1 + 1 + trial % 5;
    const SparseMatrix a = random_sparse(m0 + m1, n, random);
    Vector weights(n);
    for (double& w : weights) w = std::pow(10, exponent(random));
    const PivotColumns choice = choose_pivot_columns(a, m0, m1, weights);
    ASSERT_TRUE(choice.is_complete);
    EXPECT_EQ(std::count(choice.level.begin(), choice.level.end(), 0), m0);
    EXPECT_EQ(std::count(choice.level.begin(), choice.level.end(), 1), m1);
    const Matrix scaled = a.dense() * weights.asDiagonal();
    const Matrix dependent = columns_of(scaled, choice, 1);
    const Matrix follow = DenseLu(dependent).solve(scaled);
    EXPECT_LT(follow.cwiseAbs().maxCoeff(), 20) << trial;
    const Matrix positions = columns_of(scaled.topRows(m0), choice, 0);
    EXPECT_LT(DenseLu(positions).solve(scaled.topRows(m0)).cwiseAbs().maxCoeff(), 20) << trial;
  }
}

TEST(PivotColumns, tell_of_dependent_rows) {
  const Matrix dense{{1, 0, 2, 0}, {0, 1, 0, 1}, {1, 1, 2, 1}};
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) entries.emplace_back(i, j);
  SparseMatrix a(Pattern::from_entries(3, 4, entries));
  for (const auto& [i, j] : entries) a.add(i, j, dense(i, j));
  EXPECT_FALSE(choose_pivot_columns(a, 3, 0, Vector::Ones(4)).is_complete);
  EXPECT_TRUE(choose_pivot_columns(a, 2, 0, Vector::Ones(4)).is_complete);
}

class Completion : public EveryProblem {};

TEST_P(Completion, satisfies_constraints_of_all_levels_and_keeps_what_is_independent) {
  if (problem().singular) GTEST_SKIP() << "has no partition in one of its poses";
  const Layout& l = layout();
  PartitionedMotion motion(dae());
  Values values = make_values(l);
  for (const double part : {0.0, 0.35, 0.8}) {
    const State s = on_the_way(part);
    ASSERT_TRUE(motion.choose(s, Vector::Ones(l.n)).ok());
    // Off by a little in every coordinate, as predictions are.
    const Vector off_q = 1e-4 * random_vector(l.n), off_v = 1e-4 * random_vector(l.n);
    State t = s;
    dae().retract(s.q, off_q, t.q);
    t.v = s.v + off_v;
    const State predicted = t;
    ASSERT_TRUE(motion.evaluate(t).ok());
    dae().evaluate(t, Ask::position | Ask::velocity | Ask::acceleration, values);
    const double speed = std::max(1.0, t.v.cwiseAbs().maxCoeff());
    const auto largest = [](const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; };
    EXPECT_LT(largest(values.c0), 1e-13 * std::max(1.0, largest(t.q)));
    EXPECT_LT(largest(values.c1), 1e-12 * speed * speed);
    EXPECT_LT(largest(values.c2), 1e-9 * std::max(1.0, largest(t.a)));
    Vector moved(l.n);
    dae().difference(t.q, predicted.q, moved);
    motion.keep_independent_position(moved);
    EXPECT_LT(largest(moved), 1e-14);
    moved = t.v - predicted.v;
    motion.keep_independent_velocity(moved);
    EXPECT_EQ(largest(moved), 0);
  }
}

// A pendulum with x independent becomes upright and hangs sideways: its partition has to change.
TEST(Partition, is_worn_when_its_dependent_coordinate_can_no_longer_follow) {
  const TestProblem& p = test_problem("cartesian_pendulum");
  PartitionedMotion motion(*p.dae);
  State s = p.start;
  const double length = s.q.norm();
  s.q << length * std::sin(0.1), -length * std::cos(0.1);
  ASSERT_TRUE(motion.choose(s, Vector::Ones(2)).ok());
  int angle = 10;
  for (; angle < 90 && !motion.is_worn(); ++angle) {
    const double a = angle * M_PI / 180;
    s.q << length * std::sin(a), -length * std::cos(a);
    s.v << 0, 0;
    ASSERT_TRUE(motion.evaluate(s).ok()) << angle;
    motion.refresh(s);
  }
  EXPECT_GT(angle, 60);
  EXPECT_LT(angle, 85);
}

INSTANTIATE_TEST_SUITE_P(Registry, Completion, ::testing::ValuesIn(all_test_problems()),
                         [](const auto& i) { return i.param.name; });

}  // namespace
}  // namespace trammel::testing
