// Reordering moves entries and loses none. SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/spy.h"

#include <gmock/gmock.h>

namespace trammel::bench::papers {
namespace {

TEST(Spy, a_shuffled_chain_becomes_a_band) {
  constexpr int n = 30;
  std::vector<std::pair<int, int>> entries;
  const auto shuffled = [](int k) { return (k * 7) % n; };
  for (int k = 0; k < n; ++k) {
    entries.push_back({shuffled(k), shuffled(k)});
    if (k + 1 < n)
      entries.push_back({shuffled(k), shuffled(k + 1)}),
          entries.push_back({shuffled(k + 1), shuffled(k)});
  }
  const Pattern pattern = Pattern::from_entries(n, n, entries);
  EXPECT_GT(bandwidth(pattern), 5);
  EXPECT_EQ(bandwidth(reordered(pattern)), 1);
  EXPECT_EQ(reordered(pattern).n_entries(), pattern.n_entries());
  EXPECT_THAT(to_svg({{"<a>", pattern}}), testing::HasSubstr("&lt;a&gt;"));
}

TEST(Spy, parts_without_connection_are_kept) {
  const Pattern pattern = Pattern::from_entries(3, 3, {{0, 0}, {1, 1}, {2, 2}});
  EXPECT_EQ(reordered(pattern), pattern);
}

}  // namespace
}  // namespace trammel::bench::papers
