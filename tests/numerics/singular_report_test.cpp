// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/singular_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "numerics/saddle_chain.h"

namespace trammel {
namespace {

using Cause = SingularReport::Cause;
using ::testing::UnorderedElementsAre;

std::vector<int> indices(const std::vector<SingularReport::Share>& shares) {
  std::vector<int> out;
  for (const auto& share : shares) out.push_back(share.index);
  return out;
}

// Row `row` and column `row` of a saddle matrix become twice those of `other`: a redundant
// constraint, in the user's words.
void make_redundant(SparseMatrix& a, int row, int other) {
  for (int j = 0; j < a.n_columns(); ++j)
    if (const int k = a.pattern().find(row, j); k >= 0) {
      const double value = 2 * a.values()[std::size_t(a.pattern().find(other, j))];
      a.values()[std::size_t(k)] = value;
      a.values()[std::size_t(a.pattern().find(j, row))] = value;
    }
}

class SingularReportOfSize : public ::testing::TestWithParam<int> {};  // bodies
INSTANTIATE_TEST_SUITE_P(small_and_large, SingularReportOfSize, ::testing::Values(3, 30, 3000));

TEST_P(SingularReportOfSize, names_the_two_rows_of_a_redundant_constraint) {
  const int bodies = GetParam();
  SparseMatrix a = saddle_chain({.bodies = bodies, .seed = 4});
  const int first = 6 * bodies + 5 * (bodies / 2), second = first + 3;
  make_redundant(a, second, first);
  const SingularReport report = diagnose_singular(a);
  EXPECT_EQ(report.cause, Cause::numerical);
  EXPECT_EQ(report.nullity, 1);
  EXPECT_LT(report.remainder, 1e-13);
  EXPECT_THAT(indices(report.rows), UnorderedElementsAre(first, second));
  EXPECT_THAT(indices(report.columns), UnorderedElementsAre(first, second));
  EXPECT_NEAR(report.rows[1].weight, 1, 1e-9);  // equal shares: units do not count
  EXPECT_TRUE(report.unmatched_rows.empty());
  EXPECT_EQ(report.structural_rank, a.n_rows());
}

TEST_P(SingularReportOfSize, finds_every_dimension_of_the_null_space) {
  const int bodies = GetParam();
  SparseMatrix a = saddle_chain({.bodies = bodies, .seed = 4});
  const int n = 6 * bodies;
  for (const int joint : {0, 1, 2}) make_redundant(a, n + 5 * joint + 4, n + 5 * joint);
  const SingularReport report = diagnose_singular(a);
  EXPECT_EQ(report.nullity, 3);
  EXPECT_THAT(indices(report.columns),
              UnorderedElementsAre(n, n + 4, n + 5, n + 9, n + 10, n + 14));
}

TEST_P(SingularReportOfSize, names_an_equation_and_an_unknown_that_are_empty) {
  const int bodies = GetParam();
  SparseMatrix a = saddle_chain({.bodies = bodies, .seed = 4});
  for (int j = 0; j < a.n_columns(); ++j)  // row 2 and column 9: values vanish, the pattern stays
    for (int k = a.pattern().start()[std::size_t(j)]; k < a.pattern().start()[std::size_t(j) + 1];
         ++k)
      if (a.pattern().rows()[std::size_t(k)] == 2 || j == 9) a.values()[std::size_t(k)] = 0;
  const SingularReport report = diagnose_singular(a);
  EXPECT_EQ(report.cause, Cause::numerical);
  EXPECT_EQ(report.nullity, 1);
  ASSERT_FALSE(report.rows.empty());
  EXPECT_EQ(report.rows[0].index, 2);
  EXPECT_NEAR(report.rows[0].weight, 1, 1e-6);
  EXPECT_EQ(report.columns[0].index, 9);
  EXPECT_NEAR(report.columns[0].weight, 1, 1e-6);
}

TEST_P(SingularReportOfSize, tells_a_structural_fault_from_a_numerical_one) {
  const int bodies = GetParam();
  const SparseMatrix a = saddle_chain({.bodies = bodies, .seed = 4});
  const int lost = 6 * bodies + 7;
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < a.n_columns(); ++j)
    for (const int i : a.pattern().column(j))
      if (j != lost) entries.emplace_back(i, j);
  SparseMatrix b(Pattern::from_entries(a.n_rows(), a.n_columns(), entries));
  for (const auto& [i, j] : entries) b.add(i, j, a.values()[std::size_t(a.pattern().find(i, j))]);
  const SingularReport report = diagnose_singular(b);
  EXPECT_EQ(report.cause, Cause::structural);
  EXPECT_EQ(report.structural_rank, a.n_rows() - 1);
  EXPECT_THAT(report.unmatched_columns, UnorderedElementsAre(lost));
  EXPECT_EQ(report.unmatched_rows.size(), 1u);
  EXPECT_EQ(report.nullity, 1);
  EXPECT_THAT(indices(report.columns), UnorderedElementsAre(lost));
}

TEST_P(SingularReportOfSize, clears_a_regular_matrix) {
  const SingularReport report = diagnose_singular(saddle_chain({.bodies = GetParam(), .seed = 4}));
  EXPECT_EQ(report.cause, Cause::none);
  EXPECT_EQ(report.nullity, 0);
  EXPECT_GT(report.remainder, 1e-9);
}

TEST_P(SingularReportOfSize, points_at_the_entry_that_is_not_finite) {
  SparseMatrix a = saddle_chain({.bodies = GetParam(), .seed = 4});
  const int row = a.pattern().column(8)[2];
  a.add(row, 8, std::numeric_limits<double>::quiet_NaN());
  const SingularReport report = diagnose_singular(a);
  EXPECT_EQ(report.cause, Cause::not_finite);
  EXPECT_EQ(report.row, row);
  EXPECT_EQ(report.column, 8);
}

TEST(SingularReport, of_a_zero_and_of_an_empty_matrix) {
  const SparseMatrix zero(Pattern::from_entries(3, 3, {{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(diagnose_singular(zero).nullity, 3);
  EXPECT_EQ(diagnose_singular(SparseMatrix(Pattern(0, 0))).cause, Cause::none);
  EXPECT_THROW(diagnose_singular(SparseMatrix(Pattern(2, 3))), std::invalid_argument);
}

TEST(SingularReport, matches_a_rectangular_pattern) {
  const StructuralMatch match =
      match_structurally(Pattern::from_entries(3, 2, {{0, 0}, {1, 0}, {2, 1}}));
  EXPECT_EQ(match.rank, 2);
  EXPECT_EQ(match.unmatched_rows.size(), 1u);
  EXPECT_TRUE(match.unmatched_columns.empty());
}

}  // namespace
}  // namespace trammel
