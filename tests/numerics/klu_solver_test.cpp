// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/klu_solver.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "numerics/dense.h"
#include "numerics/saddle_chain.h"
#include "support/allocations.h"

namespace trammel {
namespace {

using Result = FactorReport::Result;

SparseMatrix sparse(const Matrix& dense) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < dense.cols(); ++j)
    for (int i = 0; i < dense.rows(); ++i) entries.emplace_back(i, j);
  SparseMatrix a(Pattern::from_entries(int(dense.rows()), int(dense.cols()), entries));
  for (int j = 0; j < dense.cols(); ++j)
    for (int i = 0; i < dense.rows(); ++i) a.add(i, j, dense(i, j));
  return a;
}

// ‖Ax − b‖ relative to what round-off in x alone explains.
double backward_error(const Matrix& a, const Vector& x, const Vector& b) {
  return (a * x - b).lpNorm<Eigen::Infinity>() /
         (a.cwiseAbs().rowwise().sum().maxCoeff() * x.lpNorm<Eigen::Infinity>());
}

TEST(KluSolver, solves_with_the_matrix_and_its_transpose_for_every_ordering) {
  const SparseMatrix a = saddle_chain({.bodies = 12, .joint_rows = 5, .seed = 1});
  const Vector b = Vector::LinSpaced(a.n_rows(), -1, 2);
  for (const Ordering ordering :
       {Ordering::automatic, Ordering::amd, Ordering::colamd, Ordering::natural}) {
    KluSolver solver;
    EXPECT_FALSE(solver.analyse(a.pattern(), ordering).is_singular());
    ASSERT_EQ(solver.factor(a).result, Result::factored);
    Vector x = b;
    solver.solve(x);
    EXPECT_LT(backward_error(a.dense(), x, b), 1e-14);
    x = b;
    solver.solve_transposed(x);
    EXPECT_LT(backward_error(a.dense().transpose(), x, b), 1e-14);
  }
}

TEST(KluSolver, knows_the_sign_of_the_determinant) {
  std::mt19937 random(12);
  std::normal_distribution<double> normal;
  int positive = 0;
  for (int k = 0; k < 40; ++k) {
    Matrix a(5, 5);
    for (int i = 0; i < 25; ++i) a(i / 5, i % 5) = (i + k) % 3 == 0 ? 0 : normal(random);
    KluSolver solver;
    EXPECT_EQ(solver.determinant_sign(), 0);
    const SparseMatrix sparsely = sparse(a);
    solver.analyse(sparsely.pattern());
    if (!solver.factor(sparsely).ok()) continue;
    EXPECT_EQ(solver.determinant_sign(), DenseLu(a).determinant() > 0 ? 1 : -1) << a;
    positive += DenseLu(a).determinant() > 0;
  }
  EXPECT_GT(positive, 5);
  EXPECT_LT(positive, 35);
}

TEST(KluSolver, refactors_new_values_without_allocation) {
  SparseMatrix a = saddle_chain({.bodies = 40, .joint_rows = 5, .seed = 1});
  KluSolver solver;
  solver.analyse(a.pattern());
  ASSERT_TRUE(solver.factor(a).ok());
  const Vector b = Vector::LinSpaced(a.n_rows(), -1, 2);
  Vector x = b, y = b, z = b;
  for (double& value : a.values()) value *= 1 + 0.01 * std::sin(1e3 * value);

  const long before = testing::allocations();
  const FactorReport report = solver.factor(a);
  solver.solve(x);
  solver.solve_transposed(y);
  solver.solve_refined(a, b, z);
  const long allocated = testing::allocations() - before;

  EXPECT_EQ(report.result, Result::refactored);
  EXPECT_LT(backward_error(a.dense(), x, b), 1e-14);
  EXPECT_LT(backward_error(a.dense().transpose(), y, b), 1e-14);
  EXPECT_LT(backward_error(a.dense(), z, b), 1e-15);
  EXPECT_EQ(solver.counters().factorisations, 1);
  EXPECT_EQ(solver.counters().refactorisations, 1);
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  EXPECT_EQ(allocated, 0);
}

TEST(KluSolver, the_allocation_counter_sees_klu) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  const SparseMatrix a = saddle_chain({.bodies = 3, .joint_rows = 5, .seed = 1});
  KluSolver solver;
  solver.analyse(a.pattern(), Ordering::amd);
  const long before = testing::allocations();
  ASSERT_TRUE(solver.factor(a).ok());
  EXPECT_GT(testing::allocations() - before, 3);
}

// The pivots chosen for e = 1 are useless for e = 1e-14: without new ones x has two digits.
TEST(KluSolver, chooses_new_pivots_when_a_pivot_collapses) {
  Matrix dense(3, 3);
  dense << 1, 1, 0.3, 1, 0.5, 0.2, 0.1, 0.4, 1;
  KluSolver solver;
  solver.analyse(sparse(dense).pattern(), Ordering::natural);
  ASSERT_TRUE(solver.factor(sparse(dense)).ok());
  dense(0, 0) = 1e-14;
  const FactorReport report = solver.factor(sparse(dense));
  EXPECT_EQ(report.result, Result::factored);
  EXPECT_GT(report.growth, 0.1);
  const Vector b = Vector::LinSpaced(3, 1, 3);
  Vector x = b;
  solver.solve(x);
  EXPECT_LT(backward_error(dense, x, b), 1e-15);
  EXPECT_EQ(solver.counters().factorisations, 2);
  EXPECT_EQ(solver.factor(sparse(dense)).result, Result::refactored);
}

// The pivot itself stays 1e-9; what changes is the rest of its column.
TEST(KluSolver, chooses_new_pivots_when_a_column_outgrows_its_pivot) {
  Matrix dense(3, 3);
  dense << 1e-9, 1, 0.5, 1e-9, 0.3, 1, 0, 0.7, 0.3;
  KluSolver solver;
  solver.analyse(sparse(dense).pattern(), Ordering::natural);
  ASSERT_TRUE(solver.factor(sparse(dense)).ok());
  dense(2, 0) = 1;
  EXPECT_EQ(solver.factor(sparse(dense)).result, Result::factored);
  const Vector b = Vector::LinSpaced(3, 1, 3);
  Vector x = b;
  solver.solve(x);
  EXPECT_LT(backward_error(dense, x, b), 1e-15);
}

TEST(KluSolver, stays_accurate_over_many_refactorisations_of_a_drifting_matrix) {
  KluSolver solver;
  const SparseMatrix a0 = saddle_chain({.bodies = 8, .joint_rows = 5, .seed = 1});
  const SparseMatrix a1 = saddle_chain({.bodies = 8, .joint_rows = 5, .seed = 2});
  solver.analyse(a0.pattern());
  SparseMatrix a = a0;
  const Vector b = Vector::LinSpaced(a.n_rows(), -1, 2);
  for (int step = 0; step <= 200; ++step) {
    for (std::size_t k = 0; k < a.values().size(); ++k)
      a.values()[k] = a0.values()[k] + step / 200.0 * (a1.values()[k] - a0.values()[k]);
    ASSERT_TRUE(solver.factor(a).ok()) << step;
    Vector x = b;
    solver.solve(x);
    EXPECT_LT(backward_error(a.dense(), x, b), 1e-12) << step;
  }
  EXPECT_LT(solver.counters().factorisations, 20);
}

TEST(KluSolver, refinement_recovers_digits) {
  const SparseMatrix a = saddle_chain({.bodies = 100, .joint_rows = 5, .seed = 5});
  KluSolver solver;
  solver.analyse(a.pattern());
  ASSERT_TRUE(solver.factor(a).ok());
  const Vector b = Vector::LinSpaced(a.n_rows(), -1, 2);
  Vector plain = b, refined(b.size());
  solver.solve(plain);
  solver.solve_refined(a, b, refined);
  EXPECT_LT(backward_error(a.dense(), refined, b), 0.5 * backward_error(a.dense(), plain, b));
}

TEST(KluSolver, does_not_mistake_bad_scaling_for_a_singular_matrix) {
  SparseMatrix a = saddle_chain({.bodies = 6, .joint_rows = 5, .seed = 3});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-9, 9);
  Vector row(a.n_rows()), column(a.n_columns());
  for (auto& x : row) x = std::pow(10, exponent(random));
  for (auto& x : column) x = std::pow(10, exponent(random));
  SparseMatrix scaled = a;
  for (int j = 0; j < a.n_columns(); ++j)
    for (int k = a.pattern().start()[std::size_t(j)]; k < a.pattern().start()[std::size_t(j) + 1];
         ++k)
      scaled.values()[std::size_t(k)] *= row[a.pattern().rows()[std::size_t(k)]] * column[j];
  KluSolver solver;
  solver.analyse(a.pattern());
  EXPECT_TRUE(solver.factor(scaled).ok());
}

TEST(KluSolver, reports_an_exactly_singular_matrix_and_recovers) {
  Matrix dense(3, 3);
  dense << 1, 2, 3, 2, 4, 6, 1, 0, 1;
  KluSolver solver;
  solver.analyse(sparse(dense).pattern());
  EXPECT_TRUE(solver.factor(sparse(dense)).is_singular());
  EXPECT_FALSE(solver.is_factored());
  Vector x = Vector::Ones(3);
  solver.solve(x);
  EXPECT_TRUE(x.array().isNaN().all());

  dense(1, 1) = 5;
  EXPECT_TRUE(solver.factor(sparse(dense)).ok());
  dense(1, 1) = 4;
  EXPECT_TRUE(solver.factor(sparse(dense)).is_singular());
  dense(1, 1) = 5;
  EXPECT_TRUE(solver.factor(sparse(dense)).ok());
}

TEST(KluSolver, reports_matrices_that_are_singular_up_to_round_off) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (const int n : {5, 20, 60}) {
    for (int trial = 0; trial < 20; ++trial) {
      Matrix left(n, n - 1), right(n - 1, n);
      for (auto& x : left.reshaped()) x = normal(random);
      for (auto& x : right.reshaped()) x = normal(random);
      const SparseMatrix a = sparse(left * right);
      KluSolver solver;
      solver.analyse(a.pattern());
      EXPECT_TRUE(solver.factor(a).is_singular()) << n;
    }
  }
}

TEST(KluSolver, accepts_ill_conditioned_matrices_that_still_have_digits) {
  Matrix dense(2, 2);
  dense << 1, 1, 1, 1 + 1e-12;
  KluSolver solver;
  solver.analyse(sparse(dense).pattern());
  const FactorReport report = solver.factor(sparse(dense));
  EXPECT_TRUE(report.ok());
  EXPECT_NEAR(report.rcond, 0.25e-12, 1e-15);  // 1/(‖A‖₁‖A⁻¹‖₁)
}

TEST(KluSolver, names_the_unknowns_and_equations_of_a_structurally_singular_pattern) {
  // Rows 0 and 3 both determine only column 0; column 2 appears nowhere.
  const Pattern pattern = Pattern::from_entries(4, 4, {{0, 0}, {3, 0}, {1, 1}, {2, 3}, {1, 3}});
  KluSolver solver;
  const AnalysisReport report = solver.analyse(pattern);
  EXPECT_TRUE(report.is_singular());
  EXPECT_EQ(report.structural_rank, 3);
  EXPECT_EQ(report.unmatched_columns, std::vector<int>{2});
  ASSERT_EQ(report.unmatched_rows.size(), 1u);
  EXPECT_TRUE(report.unmatched_rows[0] == 0 || report.unmatched_rows[0] == 3);

  SparseMatrix a(pattern);
  for (double& value : a.values()) value = 1;
  const FactorReport factored = solver.factor(a);
  EXPECT_TRUE(factored.is_singular());
  EXPECT_EQ(factored.column, 2);
}

TEST(KluSolver, reports_where_an_entry_is_not_finite) {
  const SparseMatrix good = saddle_chain({.bodies = 5, .joint_rows = 5, .seed = 1});
  KluSolver solver;
  solver.analyse(good.pattern());
  ASSERT_TRUE(solver.factor(good).ok());
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    SparseMatrix a = good;
    const int row = good.pattern().column(17)[3];
    a.add(row, 17, bad);
    const FactorReport report = solver.factor(a);
    EXPECT_EQ(report.result, Result::not_finite);
    EXPECT_EQ(report.row, row);
    EXPECT_EQ(report.column, 17);
    EXPECT_FALSE(solver.is_factored());
    EXPECT_TRUE(solver.factor(good).ok());
  }
}

TEST(KluSolver, automatic_ordering_takes_the_cheaper_one) {
  for (const bool star : {false, true}) {
    const SparseMatrix a = saddle_chain({.bodies = 60, .joint_rows = 4, .star = star, .seed = 1});
    double flops[3];
    int k = 0;
    for (const Ordering ordering : {Ordering::automatic, Ordering::amd, Ordering::colamd}) {
      KluSolver solver;
      solver.analyse(a.pattern(), ordering);
      ASSERT_TRUE(solver.factor(a).ok());
      EXPECT_GE(solver.factor_entries(), a.n_rows());
      EXPECT_NE(solver.ordering(), Ordering::automatic);
      flops[k++] = solver.flops();
    }
    EXPECT_EQ(flops[0], std::min(flops[1], flops[2]));
  }
}

TEST(KluSolver, can_be_moved_and_reused_for_another_pattern) {
  const SparseMatrix a = saddle_chain({.bodies = 4, .joint_rows = 5, .seed = 1});
  KluSolver first;
  first.analyse(a.pattern());
  ASSERT_TRUE(first.factor(a).ok());
  KluSolver second = std::move(first);
  Vector x = Vector::Ones(a.n_rows());
  second.solve(x);
  EXPECT_LT(backward_error(a.dense(), x, Vector::Ones(a.n_rows())), 1e-14);

  const SparseMatrix b = saddle_chain({.bodies = 9, .joint_rows = 3, .seed = 1});
  second.analyse(b.pattern());
  EXPECT_FALSE(second.is_factored());
  EXPECT_EQ(second.factor(b).result, Result::factored);
  EXPECT_EQ(second.counters().factorisations, 2);
}

TEST(KluSolver, handles_the_empty_and_the_scalar_matrix_and_refuses_rectangles) {
  KluSolver solver;
  EXPECT_FALSE(solver.analyse(Pattern(0, 0)).is_singular());
  EXPECT_TRUE(solver.factor(SparseMatrix(Pattern(0, 0))).ok());
  Vector empty;
  solver.solve(empty);

  Matrix scalar(1, 1);
  scalar << -4;
  solver.analyse(sparse(scalar).pattern());
  ASSERT_TRUE(solver.factor(sparse(scalar)).ok());
  Vector x = Vector::Constant(1, 2.0);
  solver.solve(x);
  EXPECT_EQ(x[0], -0.5);
  EXPECT_TRUE(solver.factor(sparse(0 * scalar)).is_singular());

  EXPECT_THROW(solver.analyse(Pattern(2, 3)), std::invalid_argument);
}

}  // namespace
}  // namespace trammel
