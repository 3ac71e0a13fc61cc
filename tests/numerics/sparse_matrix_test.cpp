// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/sparse_matrix.h"

#include <gtest/gtest.h>

#include <limits>

namespace trammel {
namespace {

SparseMatrix example() {
  SparseMatrix a(Pattern::from_entries(3, 4, {{1, 0}, {2, 1}, {0, 3}, {2, 3}}));
  a.add(1, 0, 5);
  a.add(2, 1, -2);
  a.add(0, 3, 4);
  a.add(2, 3, 0.5);
  a.add(2, 3, 0.25);
  return a;
}

TEST(SparseMatrix, adds_at_the_right_places) {
  Matrix expected = Matrix::Zero(3, 4);
  expected(1, 0) = 5;
  expected(2, 1) = -2;
  expected(0, 3) = 4;
  expected(2, 3) = 0.75;
  EXPECT_EQ(example().dense(), expected);
  EXPECT_EQ(example().transposed().dense(), expected.transpose());
  SparseMatrix zero = example();
  zero.set_zero();
  EXPECT_EQ(zero.dense(), Matrix::Zero(3, 4));
  EXPECT_TRUE(zero.pattern() == example().pattern());
}

TEST(SparseMatrix, multiplies_and_accumulates) {
  const SparseMatrix a = example();
  const Vector x = Vector::LinSpaced(4, 1, 4), y0 = Vector::LinSpaced(3, -1, 1);
  Vector y = y0;
  a.multiply_add(x, -2, y);
  EXPECT_TRUE(y.isApprox(y0 - 2 * a.dense() * x));

  Vector z = x;
  a.multiply_transposed_add(y0, 3, z);
  EXPECT_TRUE(z.isApprox(x + 3 * a.dense().transpose() * y0));
}

TEST(SparseMatrix, adds_a_matrix_whose_pattern_is_a_part_of_its_own) {
  SparseMatrix part(Pattern::from_entries(3, 4, {{2, 3}, {1, 0}}));
  part.add(2, 3, 7);
  part.add(1, 0, -1);
  SparseMatrix a = example();
  a.add(part, 2);
  EXPECT_EQ(a.dense(), example().dense() + 2 * part.dense());
  EXPECT_EQ(a.value(2, 3), 14.75);
  EXPECT_EQ(a.value(0, 0), 0);  // not in the pattern
}

TEST(SparseMatrix, copies_share_the_pattern_but_not_the_values) {
  const SparseMatrix a = example();
  SparseMatrix b = a;
  b.add(1, 0, 1);
  EXPECT_EQ(&a.pattern(), &b.pattern());
  EXPECT_EQ(a.dense()(1, 0), 5);
  EXPECT_EQ(b.dense()(1, 0), 6);
}

TEST(SparseMatrix, finds_the_first_entry_that_is_not_finite) {
  EXPECT_TRUE(example().is_finite());
  EXPECT_FALSE(example().first_not_finite());
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    SparseMatrix a = example();
    a.add(2, 3, bad);
    a.add(2, 1, bad);
    EXPECT_FALSE(a.is_finite());
    const auto place = a.first_not_finite();
    ASSERT_TRUE(place);
    EXPECT_EQ(place->row, 2);
    EXPECT_EQ(place->column, 1);
  }
  EXPECT_TRUE(SparseMatrix().is_finite());
}

TEST(SparseMatrix, largest_finite_values_are_finite) {
  SparseMatrix a = example();
  for (double& value : a.values()) value = std::numeric_limits<double>::max();
  EXPECT_TRUE(a.is_finite());
}

}  // namespace
}  // namespace trammel
