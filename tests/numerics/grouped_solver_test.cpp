// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/grouped_solver.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace trammel {
namespace {

// Saddle matrices of bodies (six unknowns each) and joints between them: symmetric positive blocks of
// inertia, full blocks of stiffness between joined bodies, and rows of constraints.
struct Mechanism {
  struct Joint {
    int body, other, rows;  // other −1: ground
  };
  int bodies;
  std::vector<Joint> joints;

  int size() const {
    int n = 6 * bodies;
    for (const Joint& joint : joints) n += joint.rows;
    return n;
  }
};

Mechanism chain(int bodies, int rows) {
  Mechanism m{bodies, {}};
  for (int b = 0; b < bodies; ++b) m.joints.push_back({b, b - 1, rows});
  return m;
}

// Joints of no rows are springs: their bodies have fronts of six pivots.
Mechanism random_tree(int bodies, std::mt19937& random, int least_rows = 1, int most_rows = 6) {
  Mechanism m{bodies, {}};
  for (int b = 0; b < bodies; ++b)
    m.joints.push_back({b, std::uniform_int_distribution(-1, b - 1)(random),
                        std::uniform_int_distribution(least_rows, most_rows)(random)});
  return m;
}

Pattern pattern_of(const Mechanism& m) {
  std::vector<std::pair<int, int>> entries;
  const auto block = [&](int row, int rows, int column, int columns) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) entries.emplace_back(row + i, column + j);
  };
  for (int b = 0; b < m.bodies; ++b) block(6 * b, 6, 6 * b, 6);
  int row = 6 * m.bodies;
  for (const auto& [body, other, rows] : m.joints) {
    for (const int b : {body, other})
      if (b >= 0) block(row, rows, 6 * b, 6), block(6 * b, 6, row, rows);
    if (other >= 0) block(6 * body, 6, 6 * other, 6), block(6 * other, 6, 6 * body, 6);
    row += rows;
  }
  return Pattern::from_entries(m.size(), m.size(), std::move(entries));
}

SparseMatrix matrix_of(const Mechanism& m, const Pattern& pattern, std::mt19937& random) {
  SparseMatrix a(pattern);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (const int i : pattern.column(j))
      a.add(i, j, i < 6 * m.bodies && j < 6 * m.bodies ? 0.1 * any(random) : any(random));
  for (int i = 0; i < 6 * m.bodies; ++i) a.add(i, i, 3);
  return a;
}

std::vector<int> own_labels(int n) {
  std::vector<int> labels(static_cast<std::size_t>(n));
  std::iota(labels.begin(), labels.end(), 0);
  return labels;
}

double relative_error(const SparseMatrix& a, const GroupedSolver& solver) {
  const Vector exact = Vector::LinSpaced(a.n_rows(), -1, 2);
  Vector x = Vector::Zero(a.n_rows());
  a.multiply_add(exact, 1, x);
  solver.solve(x);
  return (x - exact).norm() / exact.norm();
}

TEST(GroupedSolver, solves_trees_by_fronts) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 40; ++trial) {
    const Mechanism m = random_tree(1 + trial, random);
    const Pattern pattern = pattern_of(m);
    GroupedSolver solver;
    ASSERT_FALSE(solver.analyse(pattern, own_labels(m.size())).is_singular());
    for (int again = 0; again < 3; ++again) {
      const SparseMatrix a = matrix_of(m, pattern, random);
      ASSERT_TRUE(solver.factor(a).ok());
      EXPECT_EQ(solver.uses_fronts(), again > 0) << trial;
      EXPECT_LT(relative_error(a, solver), 1e-9);
    }
  }
}

// Fronts of six pivots beside six others have kernels of their own; weak diagonals make rows change places.
TEST(GroupedSolver, solves_chains_of_bodies_on_springs) {
  std::mt19937 random(12);
  for (int trial = 0; trial < 20; ++trial) {
    Mechanism m = trial % 2 == 0 ? random_tree(3 + trial, random, 0, 0) : chain(3 + trial, 0);
    const Pattern pattern = pattern_of(m);
    GroupedSolver solver;
    ASSERT_FALSE(solver.analyse(pattern, own_labels(m.size())).is_singular());
    for (int again = 0; again < 3; ++again) {
      SparseMatrix a = matrix_of(m, pattern, random);
      for (int b = 0; b < m.bodies; ++b) a.add(6 * b, 6 * b, -3), a.add(6 * b, 6 * b + 1, 3);
      for (int b = 0; b < m.bodies; ++b)
        a.add(6 * b + 1, 6 * b + 1, -3), a.add(6 * b + 1, 6 * b, 3);
      ASSERT_TRUE(solver.factor(a).ok());
      EXPECT_EQ(solver.uses_fronts(), again > 0) << trial;
      EXPECT_LT(relative_error(a, solver), 1e-9);
    }
  }
}

TEST(GroupedSolver, leaves_closed_loops_to_free_pivots) {
  std::mt19937 random(8);
  Mechanism m = chain(5, 5);
  m.joints.push_back({4, 0, 4});
  const Pattern pattern = pattern_of(m);
  EXPECT_FALSE(find_block_order(pattern, own_labels(m.size())));
  GroupedSolver solver;
  solver.analyse(pattern, own_labels(m.size()));
  for (int again = 0; again < 3; ++again) {
    const SparseMatrix a = matrix_of(m, pattern, random);
    ASSERT_TRUE(solver.factor(a).ok());
    EXPECT_FALSE(solver.uses_fronts());
    EXPECT_LT(relative_error(a, solver), 1e-9);
  }
}

// Three bodies with joints of 5, 3, 3 and 5 rows, a spatial four-bar: there is room for all of them, and yet it is a loop.
TEST(GroupedSolver, leaves_loops_with_room_to_free_pivots) {
  const Mechanism m{3, {{0, -1, 5}, {1, 0, 3}, {2, 1, 3}, {2, -1, 5}}};
  EXPECT_FALSE(find_block_order(pattern_of(m), own_labels(m.size())));
}

// The last joint holds the body before it alone: its multipliers have no pivot in the front of the last
// body. The fronts say no, KLU solves.
TEST(GroupedSolver, gives_way_where_fixed_pivots_fail) {
  std::mt19937 random(9);
  const int bodies = 8, rows = 3;
  const Mechanism m = chain(bodies, rows);
  const Pattern pattern = pattern_of(m);
  GroupedSolver solver;
  solver.analyse(pattern, own_labels(m.size()));
  SparseMatrix a = matrix_of(m, pattern, random);
  ASSERT_TRUE(solver.factor(a).ok());
  ASSERT_TRUE(solver.factor(a).ok());
  ASSERT_TRUE(solver.uses_fronts());
  const int last = 6 * (bodies - 1), row = m.size() - rows;
  for (int i = row; i < m.size(); ++i)
    for (int j = last; j < last + 6; ++j)
      a.values()[std::size_t(pattern.find(i, j))] = a.values()[std::size_t(pattern.find(j, i))] = 0;
  ASSERT_TRUE(solver.factor(a).ok());
  EXPECT_FALSE(solver.uses_fronts());
  EXPECT_LT(relative_error(a, solver), 1e-9);
}

// What is too large for KLU is left to the fronts, or singular, and said to be so without a search.
TEST(GroupedSolver, does_not_ask_KLU_where_it_would_not_end) {
  std::mt19937 random(11);
  const int bodies = 200, rows = 3;  // 1800 unknowns
  const Mechanism m = chain(bodies, rows);
  const Pattern pattern = pattern_of(m);
  GroupedSolver solver;
  solver.set_largest_for_klu(1000);
  solver.analyse(pattern, own_labels(m.size()));
  SparseMatrix a = matrix_of(m, pattern, random);
  ASSERT_TRUE(solver.factor(a).ok());
  EXPECT_TRUE(solver.uses_fronts());
  SparseMatrix weak = a;
  const int last = 6 * (bodies - 1), row = m.size() - rows;
  for (int i = row; i < m.size(); ++i)
    for (int j = last; j < last + 6; ++j)
      weak.values()[std::size_t(pattern.find(i, j))] =
          weak.values()[std::size_t(pattern.find(j, i))] = 0;
  const FactorReport report = solver.factor(weak);
  EXPECT_TRUE(report.is_singular());
  EXPECT_GE(report.column, row);
  EXPECT_EQ(solver.counters().factorisations, 0);
  const SingularReport why = solver.diagnose(weak);
  EXPECT_EQ(why.cause, SingularReport::Cause::numerical);
  ASSERT_EQ(why.columns.size(), 1u);
  EXPECT_EQ(why.columns[0].index, report.column);
  a.values()[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver.factor(a).result, FactorReport::Result::not_finite);
}

TEST(GroupedSolver, singular_and_infinite_matrices_are_reported_as_KLU_does) {
  std::mt19937 random(10);
  const Mechanism m = chain(4, 3);
  const Pattern pattern = pattern_of(m);
  GroupedSolver solver;
  solver.analyse(pattern, own_labels(m.size()));
  SparseMatrix a = matrix_of(m, pattern, random);
  ASSERT_TRUE(solver.factor(a).ok());
  SparseMatrix singular = a;
  for (int j = 0; j < m.size(); ++j)
    if (pattern.find(2, j) >= 0) singular.add(2, j, -a.dense()(2, j));
  EXPECT_TRUE(solver.factor(singular).is_singular());
  a.values()[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(solver.factor(a).result, FactorReport::Result::not_finite);
  Vector x = Vector::Ones(m.size());
  solver.solve(x);
  EXPECT_TRUE(std::isnan(x[0]));
}

TEST(BlockOrder, grows_in_proportion_to_a_chain) {
  const auto of = [](int bodies) {
    const Mechanism m = chain(bodies, 5);
    const auto order = find_block_order(pattern_of(m), own_labels(m.size()));
    EXPECT_TRUE(order);
    return order ? *order : BlockOrder{};
  };
  const BlockOrder few = of(50), many = of(500);
  EXPECT_LT(double(many.entries), 1.05 * 10 * double(few.entries));
  EXPECT_LT(many.flops, 1.05 * 10 * few.flops);
  for (const BlockOrder::Front& front : many.fronts) EXPECT_LE(front.size(), 17);
}

TEST(BlockOrder, is_a_permutation_whose_fronts_follow_each_other) {
  std::mt19937 random(11);
  const Mechanism m = random_tree(30, random);
  const auto order = find_block_order(pattern_of(m), own_labels(m.size()));
  ASSERT_TRUE(order);
  std::vector<int> sorted = order->order;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, own_labels(m.size()));
  int next = 0;
  for (std::size_t f = 0; f < order->fronts.size(); ++f) {
    const BlockOrder::Front& front = order->fronts[f];
    EXPECT_EQ(front.first, next);
    next += front.n_pivots;
    if (front.rest.empty()) continue;
    EXPECT_GT(front.parent, int(f));
    const BlockOrder::Front& parent = order->fronts[std::size_t(front.parent)];
    for (const int place : front.rest)
      EXPECT_TRUE((place >= parent.first && place < parent.first + parent.n_pivots) ||
                  std::binary_search(parent.rest.begin(), parent.rest.end(), place));
  }
  EXPECT_EQ(next, m.size());
}

}  // namespace
}  // namespace trammel
