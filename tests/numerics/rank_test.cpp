// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/rank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "numerics/dense.h"
#include "numerics/hinge_rows.h"

namespace trammel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

SparseMatrix sparse(const Matrix& dense) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < dense.cols(); ++j)
    for (int i = 0; i < dense.rows(); ++i)
      if (dense(i, j) != 0) entries.emplace_back(i, j);
  SparseMatrix a(Pattern::from_entries(int(dense.rows()), int(dense.cols()), entries));
  for (const auto& [i, j] : entries) a.add(i, j, dense(i, j));
  return a;
}

Matrix with_unit_rows(Matrix m) {
  for (auto row : m.rowwise())
    if (row.norm() > 0) row.normalize();
  return m;
}

int svd_rank(const Matrix& m, double tolerance = 1e-9) {
  if (m.rows() == 0) return 0;
  return int((singular_values(with_unit_rows(m)).array() > tolerance).count());
}

// ‖row − Σ c_j row_j‖ / ‖row‖ in the matrix as given, 0 for a row of zeros.
double misfit(const Matrix& m, const Dependency& dependency) {
  Eigen::RowVectorXd rest = m.row(dependency.row);
  for (const RowTerm& term : dependency.terms) rest -= term.coefficient * m.row(term.row);
  return rest.norm() > 0 ? rest.norm() / m.row(dependency.row).norm() : 0;
}

// Rank, the greedy choice of rows, and every relation, against dense algebra.
void expect_agrees_with_dense(const SparseMatrix& a) {
  const Matrix m = a.dense();
  RankAnalysis analysis(a);
  EXPECT_EQ(analysis.rank(), svd_rank(m));
  int rank_so_far = 0;
  for (int i = 0; i < m.rows(); ++i) {
    const int rank = svd_rank(m.topRows(i + 1));
    const bool is_redundant =
        std::binary_search(analysis.redundant().begin(), analysis.redundant().end(), i);
    EXPECT_EQ(is_redundant, rank == rank_so_far) << "row " << i;
    rank_so_far = rank;
  }
  for (const int row : analysis.redundant()) {
    const Dependency dependency = analysis.dependency(row);
    EXPECT_LT(dependency.remainder, 1e-9);
    EXPECT_LT(misfit(m, dependency), 1e-9);
    for (const RowTerm& term : dependency.terms) {
      EXPECT_LT(term.row, row);
      EXPECT_TRUE(std::binary_search(analysis.independent().begin(), analysis.independent().end(),
                                     term.row));
    }
  }
}

// A door on two hinges.
SparseMatrix door(double misalignment) {
  const Vec3 tilted(misalignment, 0, 1);
  return hinge_rows(
      {hinge(-1, 0, Vec3(0, 0, 0.5), Vec3::UnitZ()), hinge(-1, 0, Vec3(0, 0, 1.5), tilted)},
      {Vec3(0.4, 0, 1)});
}

TEST(RankAnalysis, two_collinear_hinges_leave_five_redundant_rows_of_the_second) {
  const SparseMatrix a = door(0);
  RankAnalysis analysis(a);
  EXPECT_EQ(analysis.rank(), 5);
  EXPECT_THAT(analysis.independent(), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(analysis.redundant(), ElementsAre(5, 6, 7, 8, 9));
  EXPECT_THAT(analysis.nearly_redundant(), IsEmpty());
  for (const int row : analysis.redundant())
    EXPECT_LT(misfit(a.dense(), analysis.dependency(row)), 1e-12);
}

TEST(RankAnalysis, hinges_misaligned_by_1e_4_lock_the_door_and_are_reported) {
  const SparseMatrix a = door(1e-4);
  EXPECT_NEAR(singular_values(with_unit_rows(a.dense()))[5], 1e-4, 5e-5);
  RankAnalysis analysis(a);
  EXPECT_EQ(analysis.rank(), 6);
  ASSERT_EQ(analysis.nearly_redundant().size(), 1u);
  const Dependency& near = analysis.nearly_redundant()[0];
  EXPECT_GE(near.row, 5);
  EXPECT_NEAR(near.remainder, 1e-4, 5e-5);
  EXPECT_NEAR(misfit(a.dense(), near), 1e-4, 1e-4);
  EXPECT_GT(misfit(a.dense(), near), 1e-5);

  RankAnalysis tolerant(a, {}, {.tolerance = 1e-3, .near_tolerance = 1e-2});
  EXPECT_EQ(tolerant.rank(), 5);
}

TEST(RankAnalysis, agrees_with_the_singular_values_of_random_low_rank_matrices) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> size(1, 30);
  for (int trial = 0; trial < 200; ++trial) {
    const int rows = size(random), columns = size(random);
    const int rank = std::uniform_int_distribution<int>(0, std::min(rows, columns))(random);
    Matrix left(rows, rank), right(rank, columns);
    for (auto& x : left.reshaped()) x = random() % 3 == 0 ? normal(random) : 0.0;
    for (auto& x : right.reshaped()) x = random() % 3 == 0 ? normal(random) : 0.0;
    expect_agrees_with_dense(sparse(left * right));
  }
}

TEST(RankAnalysis, agrees_with_the_singular_values_of_mechanisms_with_loops_in_any_order) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  for (int trial = 0; trial < 30; ++trial) {
    const bool is_planar = trial % 2 == 0;
    const int bodies = 4 + trial % 5;
    std::vector<Vec3> centres;
    for (int i = 0; i < bodies; ++i) centres.push_back(vector());
    std::vector<Hinge> hinges;
    for (int k = 0; k < bodies + 3; ++k) {
      const int i = k < bodies ? k - 1 : int(random() % unsigned(bodies));
      const int j = k < bodies ? k : (i + 1 + int(random() % unsigned(bodies - 1))) % bodies;
      hinges.push_back(hinge(i, j, vector(), is_planar ? Vec3(0, 0, 1) : vector()));
    }
    std::shuffle(hinges.begin(), hinges.end(), random);
    expect_agrees_with_dense(hinge_rows(hinges, centres));
  }
}

// A row of n parallelograms standing on the ground; every loop repeats three rows.
std::vector<Hinge> parallelograms(int n, std::vector<Vec3>& centres) {
  std::vector<Hinge> hinges;
  const Vec3 z(0, 0, 1);
  for (int k = 0; k <= n; ++k) {
    hinges.push_back(hinge(-1, k, Vec3(k, 0, 0), z));
    centres.push_back(Vec3(k, 0.5, 0));
  }
  for (int k = 0; k < n; ++k) {
    centres.push_back(Vec3(k + 0.5, 1, 0));
    hinges.push_back(hinge(k, n + 1 + k, Vec3(k, 1, 0), z));
    hinges.push_back(hinge(n + 1 + k, k + 1, Vec3(k + 1, 1, 0), z));
  }
  return hinges;
}

TEST(RankAnalysis, large_models_in_model_order_and_shuffled) {
  std::mt19937 random(7);
  std::vector<Vec3> centres;
  std::vector<Hinge> hinges = parallelograms(2000, centres);
  for (const bool is_shuffled : {false, true}) {
    if (is_shuffled) std::shuffle(hinges.begin(), hinges.end(), random);
    const SparseMatrix a = hinge_rows(hinges, centres);
    RankAnalysis analysis(a);
    EXPECT_EQ(analysis.redundant().size(), 3u * 2000);
    const Dependency last = analysis.dependency(analysis.redundant().back());
    EXPECT_LT(last.terms.size(), 40u);  // its own loop, not the whole model
  }
}

TEST(RankAnalysis, a_chain_of_ten_thousand_hinges_has_no_redundant_rows_and_little_fill) {
  const int n = 10000;
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  std::vector<Vec3> centres;
  std::vector<Hinge> hinges;
  for (int i = 0; i < n; ++i) {
    hinges.push_back(hinge(i - 1, i, Vec3(i, 0, 0) + 0.1 * vector(), vector()));
    centres.push_back(Vec3(i + 0.5, 0, 0));
  }
  for (const bool is_shuffled : {false, true}) {
    if (is_shuffled) std::shuffle(hinges.begin(), hinges.end(), random);
    RankAnalysis analysis(hinge_rows(hinges, centres));
    EXPECT_EQ(analysis.rank(), 5 * n);
    EXPECT_LT(analysis.fill(), 30 * 5 * n);
  }
}

TEST(RankAnalysis, a_planar_ring_repeats_three_rows_over_its_whole_length) {
  const int n = 500;
  std::vector<Vec3> centres;
  std::vector<Hinge> hinges;
  const auto on_circle = [&](double k) {
    const double angle = 2 * std::numbers::pi * k / n;
    return Vec3(std::cos(angle), std::sin(angle), 0);
  };
  for (int i = 0; i <= n; ++i) {
    hinges.push_back(hinge(i - 1, i == n ? -1 : i, on_circle(i), Vec3::UnitZ()));
    if (i < n) centres.push_back(on_circle(i + 0.5));
  }
  const SparseMatrix a = hinge_rows(hinges, centres);
  RankAnalysis analysis(a);
  ASSERT_EQ(analysis.redundant().size(), 3u);
  for (const int row : analysis.redundant()) {
    EXPECT_GE(row, 5 * n);  // of the hinge that closes the ring
    EXPECT_LT(misfit(a.dense(), analysis.dependency(row)), 1e-10);
  }
}

TEST(RankAnalysis, units_of_rows_and_weights_of_columns_do_not_change_the_verdict) {
  const SparseMatrix a = door(0);
  SparseMatrix scaled = a;
  const auto row_factor = [](int i) { return std::pow(10.0, i % 5 * 3 - 6); };
  for (int j = 0; j < a.n_columns(); ++j)
    for (int k = a.pattern().start()[std::size_t(j)]; k < a.pattern().start()[std::size_t(j) + 1];
         ++k)
      scaled.values()[std::size_t(k)] *=
          row_factor(a.pattern().rows()[std::size_t(k)]) * (j < 3 ? 1e-3 : 1.0);
  Vector weights = Vector::Ones(6);
  weights.head(3).setConstant(1e3);
  RankAnalysis analysis(scaled, weights);
  EXPECT_THAT(analysis.redundant(), ElementsAre(5, 6, 7, 8, 9));
  for (const int row : analysis.redundant())
    EXPECT_LT(misfit(scaled.dense(), analysis.dependency(row)), 1e-9);
}

TEST(RankAnalysis, a_row_of_zeros_depends_on_nothing) {
  Matrix m = Matrix::Identity(3, 4);
  m.row(1).setZero();
  RankAnalysis analysis(sparse(m));
  EXPECT_THAT(analysis.redundant(), ElementsAre(1));
  EXPECT_THAT(analysis.dependency(1).terms, IsEmpty());
}

TEST(RankAnalysis, says_where_an_entry_is_not_finite) {
  SparseMatrix a = door(0);
  a.add(7, 4, std::numeric_limits<double>::infinity());
  const RankAnalysis analysis(a);
  EXPECT_FALSE(analysis.is_finite());
  EXPECT_EQ(analysis.bad_row(), 7);
  EXPECT_EQ(analysis.bad_column(), 4);
}

TEST(RankAnalysis, of_empty_matrices) {
  EXPECT_EQ(RankAnalysis(SparseMatrix(Pattern(0, 5))).rank(), 0);
  RankAnalysis no_columns(SparseMatrix(Pattern(3, 0)));
  EXPECT_EQ(no_columns.rank(), 0);
  EXPECT_THAT(no_columns.redundant(), ElementsAre(0, 1, 2));
  EXPECT_TRUE(RankAnalysis(SparseMatrix(Pattern(0, 0))).is_finite());
}

// Entries of very different size move many columns behind pivots, some of them to the same place in the
// order of elimination; every row must still find its pivot.
TEST(RankAnalysis, many_columns_that_move_behind_pivots_keep_their_order) {
  constexpr int n = 200;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> exponent(-4, 0), sign(-1, 1);
    std::uniform_int_distribution<int> column(0, n - 1);
    Matrix m = Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 4; ++k)
        m(i, column(random)) = std::copysign(std::pow(10, exponent(random)), sign(random));
    RankAnalysis analysis(sparse(m));
    EXPECT_EQ(analysis.rank(), svd_rank(m)) << seed;
    for (const int row : analysis.redundant()) {
      const Dependency relation = analysis.dependency(row);
      double size = 1;  // of the terms, beside which the misfit counts (RANK.2)
      for (const RowTerm& term : relation.terms)
        size += std::abs(term.coefficient) * m.row(term.row).norm() / m.row(row).norm();
      EXPECT_LT(misfit(m, relation) / size, 1e-9) << seed;
    }
  }
}

}  // namespace
}  // namespace trammel
