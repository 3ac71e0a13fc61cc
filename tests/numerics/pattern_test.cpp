// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trammel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Pattern, sorts_entries_by_column_then_row_and_merges_duplicates) {
  const Pattern p = Pattern::from_entries(3, 4, {{2, 3}, {1, 0}, {0, 3}, {2, 3}, {1, 0}, {2, 1}});
  EXPECT_EQ(p.n_rows(), 3);
  EXPECT_EQ(p.n_columns(), 4);
  EXPECT_EQ(p.n_entries(), 4);
  EXPECT_THAT(p.start(), ElementsAre(0, 1, 2, 2, 4));
  EXPECT_THAT(p.rows(), ElementsAre(1, 2, 0, 2));
  EXPECT_THAT(p.column(3), ElementsAre(0, 2));
  EXPECT_THAT(p.column(2), IsEmpty());
}

TEST(Pattern, finds_the_place_of_every_entry_and_of_no_other) {
  const Pattern p = Pattern::from_entries(3, 4, {{1, 0}, {2, 1}, {0, 3}, {2, 3}});
  int found = 0;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 3; ++i)
      if (const int k = p.find(i, j); k >= 0) {
        EXPECT_EQ(p.rows()[std::size_t(k)], i);
        EXPECT_GE(k, p.start()[std::size_t(j)]);
        EXPECT_LT(k, p.start()[std::size_t(j) + 1]);
        ++found;
      }
  EXPECT_EQ(found, p.n_entries());
}

TEST(Pattern, may_be_empty) {
  EXPECT_EQ(Pattern().n_columns(), 0);
  EXPECT_EQ(Pattern().n_entries(), 0);
  const Pattern p(2, 3);
  EXPECT_EQ(p.n_columns(), 3);
  EXPECT_EQ(p.find(1, 2), -1);
  EXPECT_TRUE(p == Pattern::from_entries(2, 3, {}));
}

}  // namespace
}  // namespace trammel
