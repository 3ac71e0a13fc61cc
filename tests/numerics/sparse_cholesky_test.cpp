// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/sparse_cholesky.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <random>

#include "support/allocations.h"

namespace trammel {
namespace {

struct Problem {
  Matrix dense;
  std::vector<SparseCholesky::Entry> entries;
  std::vector<double> values;
};

// AᵀA of a sparse A, with diagonals of very different sizes.
Problem random_problem(int size, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> value;
  std::uniform_int_distribution<int> column(0, size - 1), power(-6, 6);
  Matrix A = Matrix::Zero(2 * size, size);
  for (int i = 0; i < size; ++i) A(i, i) = 1;
  for (int i = size; i < 2 * size; ++i)
    for (int k = 0; k < 2; ++k) A(i, column(engine)) = value(engine);
  for (int j = 0; j < size; ++j) A.col(j) *= std::pow(10.0, power(engine));
  Problem problem{A.transpose() * A, {}, {}};
  for (int j = 0; j < size; ++j)
    for (int i = size - 1; i >= j; --i)
      if (problem.dense(i, j) != 0) {
        problem.entries.push_back({i, j});
        problem.values.push_back(problem.dense(i, j));
      }
  return problem;
}

TEST(SparseCholesky, solves_as_a_dense_one_does) {
  for (unsigned seed = 1; seed < 40; ++seed) {
    const int size = 1 + int(seed) * 2;
    const Problem p = random_problem(size, seed);
    SparseCholesky factors(size, p.entries);
    ASSERT_TRUE(factors.factor(p.values));
    const Vector scale = p.dense.diagonal().cwiseSqrt();  // what is compared has the size of 1
    const Vector x = (Vector::Random(size)).cwiseQuotient(scale);
    Vector b = p.dense * x;
    factors.solve(b);
    EXPECT_LT((b - x).cwiseProduct(scale).cwiseAbs().maxCoeff(), 1e-11) << seed;
  }
}

TEST(SparseCholesky, notices_rows_that_depend_on_each_other) {
  const std::vector<SparseCholesky::Entry> entries = {{0, 0}, {1, 0}, {1, 1}, {2, 2}};
  SparseCholesky factors(3, entries);
  EXPECT_TRUE(factors.factor(std::vector<double>{1, 1e6, 1.0001e12, 3}));
  EXPECT_FALSE(factors.factor(std::vector<double>{1, 1e6, 1e12, 3}));
  EXPECT_FALSE(factors.factor(std::vector<double>{1, 0, 1, 0}));
  EXPECT_FALSE(factors.factor(std::vector<double>{1, 0, 1, -1}));
  EXPECT_FALSE(factors.factor(std::vector<double>{1, 0, std::nan(""), 1}));
  EXPECT_TRUE(SparseCholesky(0, {}).factor({}));
}

TEST(SparseCholesky, does_not_allocate) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "malloc belongs to the sanitizer";
  const Problem p = random_problem(60, 7);
  SparseCholesky factors(60, p.entries);
  Vector b = Vector::Ones(60);
  const long before = testing::allocations();
  for (int k = 0; k < 5; ++k) {
    ASSERT_TRUE(factors.factor(p.values));
    factors.solve(b);
  }
  EXPECT_EQ(testing::allocations(), before);
}

// A band whose rows have been shuffled is found again.
TEST(SparseCholesky, orders_what_is_a_band) {
  const auto operations = [](int size) {
    std::vector<int> place(std::size_t(size), 0);
    for (int k = 0; k < size; ++k) place[std::size_t(k)] = k;
    std::shuffle(place.begin(), place.end(), std::mt19937(3));
    std::vector<SparseCholesky::Entry> entries;
    for (int i = 0; i < size; ++i)
      for (int j = i; j < std::min(size, i + 3); ++j) {
        const int a = place[std::size_t(i)], b = place[std::size_t(j)];
        entries.push_back({std::max(a, b), std::min(a, b)});
      }
    return double(SparseCholesky(size, entries).operations()) / size;
  };
  EXPECT_LT(operations(3000), 1.1 * operations(300));
  EXPECT_LT(operations(300), 12);
}

}  // namespace
}  // namespace trammel
