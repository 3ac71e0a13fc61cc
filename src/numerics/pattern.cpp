// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/pattern.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace trammel {

// Counted into columns, which are short: sorting all entries at once was a fifth of what a chain of
// 1,000 links needs before its first step.
Pattern Pattern::from_entries(int n_rows, int n_columns,
                              const std::vector<std::pair<int, int>>& entries) {
  Pattern pattern(n_rows, n_columns);
  std::vector<int>&rows = pattern.rows_, &start = pattern.start_;
  std::vector<int> next(std::size_t(n_columns) + 1);
  for (const auto& [row, column] : entries) {
    assert(0 <= row && row < n_rows && 0 <= column && column < n_columns);
    ++next[std::size_t(column) + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  rows.resize(entries.size());
  for (const auto& [row, column] : entries)
    rows[std::size_t(next[std::size_t(column)]++)] = row;  // it ends where the next column begins

  std::ptrdiff_t from = 0, to = 0;  // repetitions leave gaps, which the next columns close
  for (std::size_t j = 0; j < std::size_t(n_columns); ++j) {
    const auto first = rows.begin() + from, last = rows.begin() + next[j];
    from = next[j];
    std::sort(first, last);
    to = std::copy(first, std::unique(first, last), rows.begin() + to) - rows.begin();
    start[j + 1] = int(to);
  }
  rows.resize(std::size_t(to));
  return pattern;
}

int Pattern::find(int row, int column) const {
  const auto rows = this->column(column);
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  if (at == rows.end() || *at != row) return -1;
  return start_[std::size_t(column)] + int(at - rows.begin());
}

}  // namespace trammel
