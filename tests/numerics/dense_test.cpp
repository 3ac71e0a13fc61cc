// Dense factorisations satisfy what defines them.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/dense.h"

#include <gmock/gmock.h>

#include <Eigen/QR>
#include <limits>

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

// Against the pseudoinverse, whatever the rank and whether there is a solution or not.
TEST(Dense, the_shortest_of_the_nearest_solutions_with_dependent_columns) {
  Matrix dependent = scattered(6, 4);
  dependent.col(2) = dependent.col(0) - 2 * dependent.col(1);
  Matrix wide = scattered(3, 5);
  Matrix wide_and_dependent = scattered(4, 7);
  wide_and_dependent.row(3) = wide_and_dependent.row(1) + wide_and_dependent.row(2);
  for (const Matrix& a : {scattered(6, 4), dependent, wide, wide_and_dependent,
                          Matrix(Matrix::Zero(3, 2)), Matrix(Matrix::Zero(2, 3))}) {
    const PivotedQr qr(a);
    const Matrix inverse = Matrix(a.transpose()).completeOrthogonalDecomposition().pseudoInverse();
    const Matrix met = a.transpose() * scattered(int(a.rows()), 2);  // there is a solution
    const Matrix any = scattered(int(a.cols()), 3);
    EXPECT_LT((qr.shortest(met, 1e-12) - inverse * met).norm(), 1e-12) << a;
    EXPECT_LT((a.transpose() * qr.shortest(met, 1e-12) - met).norm(), 1e-12) << a;
    EXPECT_LT((qr.shortest(any, 1e-12) - inverse * any).norm(), 1e-12) << a;
  }
  EXPECT_EQ(PivotedQr(Matrix(3, 0)).shortest(Matrix(0, 2), 0), Matrix(Matrix::Zero(3, 2)));
}

}  // namespace
}  // namespace trammel
