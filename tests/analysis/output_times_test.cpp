// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/output_times.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

namespace trammel::analysis {
namespace {

using ::testing::ElementsAre;

TEST(OutputTimes, end_exactly_at_the_end) {
  EXPECT_THAT(output_times(0, {1, 4, {}}), ElementsAre(0.25, 0.5, 0.75, 1));
  EXPECT_THAT(output_times(0, {1, {}, 0.4}), ElementsAre(0.4, 0.8, 1));
  EXPECT_THAT(output_times(0, {5e-3, {}, 5e-2}), ElementsAre(5e-3));
  const Times tenths = output_times(0, {0.3, {}, 0.1});
  EXPECT_EQ(tenths.size(), 3u);
  EXPECT_EQ(tenths.back(), 0.3);
  EXPECT_EQ(output_times(0, {1, {}, 1e-3}).size(), 1000u);
}

std::size_t longest_text(const Times& times) {
  std::size_t longest = 0;
  for (const double t : times) longest = std::max(longest, fmt::format("{}", t).size());
  return longest;
}

TEST(OutputTimes, print_as_one_would_write_them) {
  EXPECT_EQ(output_times(0, {1, {}, 0.05})[6], 0.35);
  EXPECT_EQ(output_times(0, {0.7, 10, {}})[2], 0.21);
  EXPECT_EQ(longest_text(output_times(0, {5, {}, 0.01})), 4u);
  EXPECT_EQ(longest_text(output_times(0, {0.3, 1000, {}})), 6u);
  EXPECT_EQ(longest_text(output_times(0, {1e-4, {}, 1e-7})), 8u);
  EXPECT_EQ(output_times(0, {1e30, 4, {}}).front(), 2.5e29);
}

TEST(OutputTimes, go_on_from_a_start_as_one_would_write_them) {
  EXPECT_THAT(output_times(0.6, {1, 4, {}}), ElementsAre(0.7, 0.8, 0.9, 1));
  EXPECT_EQ(output_times(0.6, {1, 20, {}})[2], 0.66);
  EXPECT_EQ(longest_text(output_times(1.1, {2.3, {}, 0.01})), 4u);
  EXPECT_THAT(output_times(1.0 / 3, {1, 2, {}}), ElementsAre(testing::DoubleEq(2.0 / 3), 1));
}

TEST(OutputTimes, numbers_of_many_digits_ascend_to_the_end) {
  for (const double end : {1.0 / 3, 3.141592653589793, 1e-300 / 7, 1e308}) {
    const Times times = output_times(0, {end, 777, {}});
    EXPECT_EQ(times.size(), 777u);
    EXPECT_EQ(times.back(), end);
    EXPECT_EQ(std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()), times.end());
    EXPECT_NEAR(times[258] / end, 1.0 / 3, 1e-15);
  }
}

}  // namespace
}  // namespace trammel::analysis
