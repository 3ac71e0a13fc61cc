// A team does every part of a loop once, also when parts throw or another caller keeps it busy.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/team.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace trammel {
namespace {

TEST(Team, shares_cover_a_loop_without_overlap) {
  for (const int n : {0, 1, 2, 7, 1000}) {
    int next = 0;
    for (int part = 0; part < 3; ++part) {
      EXPECT_EQ((Share{part, 3}.begin(n)), next);
      next = Share{part, 3}.end(n);
    }
    EXPECT_EQ(next, n);
  }
}

TEST(Team, does_every_part_once_in_many_rounds) {
  for (const int size : {1, 2, 5}) {
    Team team(size);
    ASSERT_EQ(team.size(), size);
    std::vector<int> counts(1001);
    for (int round = 0; round < 300; ++round)
      team.run([&](Share share) {
        for (int k = share.begin(1001); k < share.end(1001); ++k) ++counts[std::size_t(k)];
      });
    EXPECT_EQ(counts, std::vector<int>(1001, 300));
  }
}

TEST(Team, does_all_parts_itself_for_a_second_caller) {
  Team team(3);
  std::vector<int> counts(3);
  team.run([&](Share outer) {
    if (outer.part != 0) return;
    team.run([&](Share inner) { ++counts[std::size_t(inner.part)]; });
  });
  EXPECT_EQ(counts, std::vector<int>(3, 1));
}

TEST(Team, hands_an_exception_to_the_caller_and_goes_on) {
  Team team(2);
  for (const int guilty : {0, 1})
    EXPECT_THROW(team.run([&](Share share) {
      if (share.part == guilty) throw std::runtime_error("no");
    }),
                 std::runtime_error);
  std::vector<int> counts(2);
  team.run([&](Share share) { ++counts[std::size_t(share.part)]; });
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), 2);
}

TEST(Team, of_the_process_has_the_size_that_was_asked_for) {
  set_threads(3);
  EXPECT_EQ(team().size(), 3);
  set_threads(1000000);
  EXPECT_EQ(team().size(), most_threads);
  set_threads(0);
  EXPECT_GE(team().size(), 1);
}

}  // namespace
}  // namespace trammel
