// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/times.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace trammel {
namespace {

using ::testing::ElementsAre;

std::vector<double> listed(const Times& times) {
  return {times.begin(), times.end()};
}

// Whatever is asked of computed times, they answer as a list of the same would.
TEST(Times, computed_are_those_of_a_list) {
  for (const Times& times :
       {Times::evenly(0, 2, 40), Times::evenly(0.6, 1.7, 7), Times::evenly(1, 2, 1),
        Times::spaced(0, 1, 0.03), Times::spaced(0.25, 1, 0.25), Times::spaced(0, 0.01, 0.5)}) {
    const std::vector<double> list = listed(times);
    const Times same = list;
    EXPECT_TRUE(times.is_computed() && !same.is_computed());
    EXPECT_EQ(std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()), list.end());
    EXPECT_NEAR(times.longest_interval(), same.longest_interval(), 1e-15);
    for (const double t :
         {-1.0, 0.0, list.front(), 0.3, list[list.size() / 2], 0.9, list.back(), 7.0}) {
      const auto bound = std::lower_bound(list.begin(), list.end(), t);
      EXPECT_EQ(times.lower_bound(t), std::size_t(bound - list.begin()));
      EXPECT_EQ(times.contains(t), bound != list.end() && *bound == t);
      std::vector<double> before(list.begin(), bound);
      if (bound != list.end()) before.push_back(t);
      EXPECT_EQ(listed(times.until(t)), before);
      EXPECT_EQ(listed(same.until(t)), before);
    }
    for (std::size_t k = 0; k <= list.size(); ++k) {
      const std::vector<double> rest(list.begin() + std::ptrdiff_t(k), list.end());
      EXPECT_EQ(listed(times.from(k)), rest);
      EXPECT_EQ(listed(same.from(k)), rest);
    }
  }
}

TEST(Times, parts_of_parts) {
  const Times part = Times::evenly(0, 1, 10).from(2).until(0.65).from(1);
  EXPECT_THAT(part, ElementsAre(0.4, 0.5, 0.6, 0.65));
  EXPECT_THAT(part.until(0.5), ElementsAre(0.4, 0.5));
  EXPECT_THAT(part.until(0.1), ElementsAre(0.1));
  EXPECT_THAT(Times({0.1, 0.2, 0.4}).from(1).until(0.3), ElementsAre(0.2, 0.3));
  EXPECT_THAT(part.until(std::numeric_limits<double>::infinity()),
              ElementsAre(0.4, 0.5, 0.6, 0.65));
}

TEST(Times, none_are_none) {
  EXPECT_TRUE(Times().empty());
  EXPECT_TRUE(Times().from(3).empty());
  EXPECT_TRUE(Times().until(1).empty());
  EXPECT_EQ(Times().lower_bound(0), 0u);
  EXPECT_FALSE(Times().contains(0));
  EXPECT_EQ(Times().longest_interval(), 0);
}

}  // namespace
}  // namespace trammel
