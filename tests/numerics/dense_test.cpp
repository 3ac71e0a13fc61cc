// Dense factorisations satisfy what defines them.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/dense.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/dense.h"

namespace trammel {
namespace {

Matrix scattered(int rows, int columns) {
  Matrix a(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) a(i, j) = std::sin(3.7 * i * i + 1.3 * j + 0.1 * i * j);
  return a;
}

TEST(Dense, eigenvectors_are_stretched_by_eigenvalues) {
  const Matrix a = scattered(7, 7);
  const auto pairs = eigen_pairs(a);
  ASSERT_TRUE(pairs);
  EXPECT_GT(pairs->values.imag().cwiseAbs().maxCoeff(), 0.1);
  for (int k = 0; k < 7; ++k) {
    const Eigen::VectorXcd v = pairs->vectors.col(k);
    EXPECT_NEAR(v.norm(), 1, 1e-14);
    EXPECT_LT((a * v - pairs->values[k] * v).norm(), 1e-13);
  }
  EXPECT_FALSE(eigen_pairs(Matrix::Constant(2, 2, std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(eigen_pairs(Matrix(0, 0))->values.size(), 0);
}

TEST(Dense, spectral_radii_of_turns_and_of_nothing) {
  EXPECT_NEAR(spectral_radius(Matrix{{0, -3}, {3, 0}}), 3, 1e-14);
  EXPECT_TRUE(std::isnan(spectral_radius(Matrix(0, 0))));
}

TEST(Dense, symmetric_matrices_are_their_pairs) {
  const Matrix some = scattered(6, 6), a = some + some.transpose();
  const auto pairs = symmetric_pairs(a);
  ASSERT_TRUE(pairs);
  const Matrix& v = pairs->vectors;
  EXPECT_LT((v.transpose() * v - Matrix::Identity(6, 6)).norm(), 1e-14);
  EXPECT_LT((v * pairs->values.asDiagonal() * v.transpose() - a).norm(), 1e-13);
  EXPECT_TRUE(std::is_sorted(pairs->values.begin(), pairs->values.end()));
  EXPECT_FALSE(symmetric_pairs(Matrix::Constant(2, 2, std::numeric_limits<double>::infinity())));
  EXPECT_EQ(symmetric_pairs(Matrix(0, 0))->values.size(), 0);
}

TEST(Dense, singular_values_are_roots_of_the_eigenvalues_of_the_square) {
  const Matrix a = scattered(7, 4);
  const Vector sizes = singular_values(a), wide = singular_values(a.transpose());
  const auto squares = symmetric_pairs(a.transpose() * a);
  ASSERT_EQ(sizes.size(), 4);
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(sizes[k] * sizes[k], squares->values[3 - k], 1e-13);
    EXPECT_NEAR(sizes[k], wide[k], 1e-14);
  }
  EXPECT_TRUE(std::isnan(
      singular_values(Matrix::Constant(2, 1, std::numeric_limits<double>::infinity()))[0]));
  EXPECT_EQ(singular_values(Matrix(3, 0)).size(), 0);
}

TEST(Dense, factors_solve_and_know_determinant_and_condition) {
  const Matrix a = scattered(5, 5), b = scattered(5, 2);
  const DenseLu lu(a);
  EXPECT_LT((a * lu.solve(b) - b).norm(), 1e-13);
  EXPECT_LT((a * lu.inverse() - Matrix::Identity(5, 5)).norm(), 1e-13);
  const auto size = [](const Matrix& m) { return m.cwiseAbs().colwise().sum().maxCoeff(); };
  const double exact = 1 / (size(a) * size(lu.inverse()));
  EXPECT_GE(lu.rcond(), 0.999 * exact);  // an estimate from above
  EXPECT_LE(lu.rcond(), 3 * exact);
  EXPECT_NEAR(DenseLu(Matrix{{0, 2, 0}, {3, 0, 0}, {0, 1, 5}}).determinant(), -30, 1e-13);
  EXPECT_EQ(DenseLu(Matrix::Zero(2, 2)).rcond(), 0);
  EXPECT_EQ(DenseLu(Matrix(0, 0)).determinant(), 1);
}

TEST(Dense, pivoted_factors_show_the_rank_and_the_shortest_solution) {
  Matrix a = scattered(6, 4);
  a.col(2) = a.col(0) - 2 * a.col(1);
  const PivotedQr dependent(a);
  EXPECT_EQ(dependent.rank(1e-12), 3);
  EXPECT_LT((dependent.q().rightCols(3).transpose() * a).norm(), 1e-13);
  EXPECT_LT((dependent.q().transpose() * dependent.q() - Matrix::Identity(6, 6)).norm(), 1e-13);

  const Matrix full = scattered(6, 4), b = scattered(4, 2);
  const PivotedQr qr(full);
  const Matrix x = qr.shortest(b, 1e-12);
  EXPECT_LT((full.transpose() * x - b).norm(), 1e-13);
  EXPECT_LT((qr.q().rightCols(2).transpose() * x).norm(), 1e-13);
}

// x = pinv(Aᵀ) b: what is left of b is across the rows of A, and x has no part that Aᵀ maps to zero.
TEST(Dense, the_shortest_of_the_nearest_solutions_with_dependent_columns) {
  Matrix dependent = scattered(6, 4);
  dependent.col(2) = dependent.col(0) - 2 * dependent.col(1);
  Matrix wide = scattered(3, 5);
  Matrix wide_and_dependent = scattered(4, 7);
  wide_and_dependent.row(3) = wide_and_dependent.row(1) + wide_and_dependent.row(2);
  for (const Matrix& a : {scattered(6, 4), dependent, wide, wide_and_dependent,
                          Matrix(Matrix::Zero(3, 2)), Matrix(Matrix::Zero(2, 3))}) {
    const PivotedQr qr(a);
    const Matrix unseen = testing::kernel(a.transpose());
    const Matrix met = a.transpose() * scattered(int(a.rows()), 2);  // there is a solution
    const Matrix any = scattered(int(a.cols()), 3);
    const Matrix x = qr.shortest(met, 1e-12), y = qr.shortest(any, 1e-12);
    EXPECT_LT((a.transpose() * x - met).norm(), 1e-12) << a;
    EXPECT_LT((unseen.transpose() * x).norm(), 1e-12) << a;
    EXPECT_LT((a * (a.transpose() * y - any)).norm(), 1e-12) << a;
    EXPECT_LT((unseen.transpose() * y).norm(), 1e-12) << a;
  }
  EXPECT_EQ(PivotedQr(Matrix(3, 0)).shortest(Matrix(0, 2), 0), Matrix(Matrix::Zero(3, 2)));
}

}  // namespace
}  // namespace trammel
