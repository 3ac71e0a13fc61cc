// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/pattern.h"

#include <algorithm>
#include <cassert>

namespace trammel {

Pattern Pattern::from_entries(int n_rows, int n_columns, std::vector<std::pair<int, int>> entries) {
  const auto by_column = [](const std::pair<int, int>& a, const std::pair<int, int>& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  };
  std::sort(entries.begin(), entries.end(), by_column);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());

  Pattern pattern(n_rows, n_columns);
  pattern.rows_.reserve(entries.size());
  for (const auto& [row, column] : entries) {
    assert(0 <= row && row < n_rows && 0 <= column && column < n_columns);
    pattern.rows_.push_back(row);
    ++pattern.start_[std::size_t(column) + 1];
  }
  for (std::size_t j = 0; j < std::size_t(n_columns); ++j)
    pattern.start_[j + 1] += pattern.start_[j];
  return pattern;
}

int Pattern::find(int row, int column) const {
  const auto rows = this->column(column);
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  if (at == rows.end() || *at != row) return -1;
  return start_[std::size_t(column)] + int(at - rows.begin());
}

}  // namespace trammel
