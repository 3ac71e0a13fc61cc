// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/sparse_cholesky.h"

#include <amd.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "numerics/pattern.h"

namespace trammel {

namespace {

constexpr double dependent = 1e-13;  // of a pivot beside a diagonal of ones

std::vector<int> order_of(int size, const std::vector<SparseCholesky::Entry>& entries) {
  std::vector<std::pair<int, int>> places;
  places.reserve(entries.size());
  for (const SparseCholesky::Entry& e : entries) places.emplace_back(e.row, e.column);
  const Pattern lower = Pattern::from_entries(size, size, places);
  std::vector<int> order(std::size_t(size), 0);
  if (size > 0 && amd_order(size, lower.start().data(), lower.rows().data(), order.data(), nullptr,
                            nullptr) < AMD_OK)
    throw std::runtime_error("AMD found no order");
  return order;
}

}  // namespace

SparseCholesky::SparseCholesky(int size, const std::vector<Entry>& entries)
    : order_(order_of(size, entries)), diagonal_(order_.size(), -1) {
  std::vector<int> place(order_.size());
  for (std::size_t k = 0; k < order_.size(); ++k) place[std::size_t(order_[k])] = int(k);
  first_given_.assign(order_.size() + 1, 0);
  const auto row_of = [&](const Entry& e) {
    return std::size_t(std::max(place[std::size_t(e.row)], place[std::size_t(e.column)]));
  };
  for (const Entry& e : entries)
    if (e.row != e.column) ++first_given_[row_of(e) + 1];
  std::partial_sum(first_given_.begin(), first_given_.end(), first_given_.begin());
  given_.resize(std::size_t(first_given_.back()));
  std::vector<int> next = first_given_;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Entry& e = entries[k];
    const int column = std::min(place[std::size_t(e.row)], place[std::size_t(e.column)]);
    if (e.row == e.column)
      diagonal_[std::size_t(column)] = int(k);
    else
      given_[std::size_t(next[row_of(e)]++)] = {column, int(k)};
  }
  pivot_.assign(order_.size(), 0);
  scale_ = work_ = pivot_;
  find_rows(first_given_);
}

// Row k of L has an entry in every column from which a given one is reached along the elimination tree.
void SparseCholesky::find_rows(const std::vector<int>& start) {
  const std::size_t size = order_.size();
  std::vector<int> parent(size, -1), seen(size, -1);
  first_of_row_ = {0};
  first_of_col_.assign(size + 1, 0);
  for (std::size_t k = 0; k < size; ++k) {
    seen[k] = int(k);
    for (int g = start[k]; g < start[k + 1]; ++g)
      for (int i = given_[std::size_t(g)].column; seen[std::size_t(i)] != int(k);
           i = parent[std::size_t(i)]) {
        if (parent[std::size_t(i)] < 0) parent[std::size_t(i)] = int(k);
        seen[std::size_t(i)] = int(k);
        columns_.push_back(i);
        ++first_of_col_[std::size_t(i) + 1];
      }
    std::sort(columns_.begin() + first_of_row_.back(), columns_.end());
    first_of_row_.push_back(int(columns_.size()));
  }
  std::partial_sum(first_of_col_.begin(), first_of_col_.end(), first_of_col_.begin());
  rows_.resize(columns_.size());
  values_.assign(columns_.size(), 0);
  std::vector<int> next = first_of_col_;
  for (std::size_t k = 0; k < size; ++k)
    for (int e = first_of_row_[k]; e < first_of_row_[k + 1]; ++e) {
      const std::size_t column = std::size_t(columns_[std::size_t(e)]);
      operations_ += 2 + next[column] - first_of_col_[column];
      rows_[std::size_t(next[column])] = int(k);
      slots_.push_back(next[column]++);
    }
}

bool SparseCholesky::factor(std::span<const double> values) {  // (CHOL.1)
  const std::size_t size = order_.size();
  for (std::size_t k = 0; k < size; ++k) {
    const double diagonal = values[std::size_t(diagonal_[k])];
    if (!(diagonal > 0)) return false;
    scale_[k] = 1 / std::sqrt(diagonal);
  }
  std::fill(work_.begin(), work_.end(), 0.0);
  for (std::size_t k = 0; k < size; ++k) {
    for (int g = first_given_[k]; g < first_given_[k + 1]; ++g) {
      const Given& given = given_[std::size_t(g)];
      const std::size_t column = std::size_t(given.column);
      work_[column] = values[std::size_t(given.entry)] * scale_[k] * scale_[column];
    }
    double pivot = 1;
    for (int e = first_of_row_[k]; e < first_of_row_[k + 1]; ++e) {
      const std::size_t column = std::size_t(columns_[std::size_t(e)]);
      const int slot = slots_[std::size_t(e)];
      const double own = work_[column], l = own / pivot_[column];
      work_[column] = 0;
      for (int p = first_of_col_[column]; p < slot; ++p)
        work_[std::size_t(rows_[std::size_t(p)])] -= values_[std::size_t(p)] * own;
      pivot -= l * own;
      values_[std::size_t(slot)] = l;
    }
    if (!(pivot > dependent)) return false;
    pivot_[k] = pivot;
  }
  return true;
}

void SparseCholesky::solve(Vector& b) {
  const std::size_t size = order_.size();
  for (std::size_t k = 0; k < size; ++k) work_[k] = scale_[k] * b[order_[k]];
  for (std::size_t k = 0; k < size; ++k)
    for (int p = first_of_col_[k]; p < first_of_col_[k + 1]; ++p)
      work_[std::size_t(rows_[std::size_t(p)])] -= values_[std::size_t(p)] * work_[k];
  for (std::size_t k = size; k-- > 0;) {
    double x = work_[k] / pivot_[k];
    for (int p = first_of_col_[k]; p < first_of_col_[k + 1]; ++p)
      x -= values_[std::size_t(p)] * work_[std::size_t(rows_[std::size_t(p)])];
    work_[k] = x;
  }
  for (std::size_t k = 0; k < size; ++k) b[order_[k]] = scale_[k] * work_[k];
}

}  // namespace trammel
