// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/row_basis.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace trammel {

namespace {
constexpr double pivot_threshold = 0.1;                  // of the largest entry of the row
constexpr double negligible = 1e-16;                     // in rows of unit norm
constexpr std::int64_t spacing = std::int64_t(1) << 32;  // room for deferred columns in between
}  // namespace

RowBasis::RowBasis(const std::vector<int>& position_of_column)
    : member_of_column_(position_of_column.size(), -1),
      x_(position_of_column.size(), 0.0),
      is_touched_(position_of_column.size(), 0) {
  for (const int position : position_of_column) position_.push_back(position * spacing);
}

void RowBasis::clear_current() {
  for (const int column : touched_) {
    x_[std::size_t(column)] = 0;
    is_touched_[std::size_t(column)] = 0;
  }
  touched_.clear();
  ahead_.clear();
  current_upper_.clear();
  pivot_ = -1;
}

void RowBasis::add(int column, double value) {
  const auto j = std::size_t(column);
  x_[j] += value;
  if (is_touched_[j]) return;
  is_touched_[j] = 1;
  touched_.push_back(column);
  ahead_.push_back(column);
  std::push_heap(ahead_.begin(), ahead_.end(), [&](int a, int b) { return comes_after(a, b); });
}

// Columns that moved behind different pivots may share a position; those of members are met first, so that
// nothing is left in them when the sweep stops at a free one.
bool RowBasis::comes_after(int a, int b) const {
  const std::int64_t left = position_[std::size_t(a)], right = position_[std::size_t(b)];
  return left != right ? left > right : is_free(a) && !is_free(b);
}

int RowBasis::pop_first_column() {
  std::pop_heap(ahead_.begin(), ahead_.end(), [&](int a, int b) { return comes_after(a, b); });
  const int column = ahead_.back();
  ahead_.pop_back();
  return column;
}

double RowBasis::reduce(std::span<const int> columns, std::span<const double> values) {
  clear_current();
  for (std::size_t k = 0; k < columns.size(); ++k) add(columns[k], values[k]);
  while (!ahead_.empty()) {
    const int column = pop_first_column();
    const double multiple = x_[std::size_t(column)];
    if (is_free(column)) {
      if (!is_good_pivot(column)) continue;
      pivot_ = column;
      return std::abs(multiple);
    }
    x_[std::size_t(column)] = 0;
    if (std::abs(multiple) <= negligible) continue;
    const int index = member_of_column_[std::size_t(column)];
    const Member& member = members_[std::size_t(index)];
    current_upper_.push_back({index, multiple});
    for (std::size_t e = member.echelon_begin + 1; e < member.echelon_end; ++e)
      add(echelon_[e].index, -multiple * echelon_[e].value);
  }
  pivot_ = best_pivot();
  return free_norm();
}

bool RowBasis::is_good_pivot(int column) const {
  const double size = std::abs(x_[std::size_t(column)]);
  if (size < certainly_independent) return false;
  return std::all_of(touched_.begin(), touched_.end(), [&](int other) {
    return size >= pivot_threshold * std::abs(x_[std::size_t(other)]);
  });
}

int RowBasis::best_pivot() const {
  double largest = 0;
  for (const int column : touched_) largest = std::max(largest, std::abs(x_[std::size_t(column)]));
  int best = -1;
  for (const int column : touched_)
    if (is_free(column) && std::abs(x_[std::size_t(column)]) >= pivot_threshold * largest &&
        (best < 0 || position_[std::size_t(column)] < position_[std::size_t(best)]))
      best = column;
  return best;
}

double RowBasis::free_norm() const {
  double sum = 0;
  for (const int column : touched_)
    if (is_free(column)) sum += x_[std::size_t(column)] * x_[std::size_t(column)];
  return std::sqrt(sum);
}

void RowBasis::accept(int row) {
  assert(pivot_ >= 0);
  const double value = x_[std::size_t(pivot_)];
  const std::int64_t pivot_position = position_[std::size_t(pivot_)];
  const std::size_t echelon_begin = echelon_.size(), upper_begin = upper_.size();
  echelon_.push_back({pivot_, 1});
  for (const int column : touched_) {
    if (column == pivot_ || std::abs(x_[std::size_t(column)]) <= negligible) continue;
    echelon_.push_back({column, x_[std::size_t(column)] / value});
    if (position_[std::size_t(column)] <= pivot_position)
      position_[std::size_t(column)] = pivot_position + ++deferrals_;
  }
  upper_.insert(upper_.end(), current_upper_.begin(), current_upper_.end());
  member_of_column_[std::size_t(pivot_)] = size();
  members_.push_back({row, value, echelon_begin, echelon_.size(), upper_begin, upper_.size()});
  c_.push_back(0);
  is_queued_.push_back(0);
}

// A member's row is its pivot times its echelon row plus multiples of earlier echelon rows: unwind
// from the latest member to the first.
std::vector<RowTerm> RowBasis::combination() {
  std::vector<RowTerm> terms;
  std::vector<int> queue;  // heap, latest member on top
  const auto take = [&](const Entry& entry, double factor) {
    const auto k = std::size_t(entry.index);
    c_[k] += factor * entry.value;
    if (is_queued_[k]) return;
    is_queued_[k] = 1;
    queue.push_back(entry.index);
    std::push_heap(queue.begin(), queue.end());
  };
  for (const Entry& entry : current_upper_) take(entry, 1);
  while (!queue.empty()) {
    std::pop_heap(queue.begin(), queue.end());
    const auto k = std::size_t(queue.back());
    queue.pop_back();
    is_queued_[k] = 0;
    const Member& member = members_[k];
    const double c = c_[k] / member.pivot;
    c_[k] = 0;
    if (std::abs(c) <= negligible) continue;
    terms.push_back({member.row, c});
    for (std::size_t e = member.upper_begin; e < member.upper_end; ++e) take(upper_[e], -c);
  }
  return terms;
}

}  // namespace trammel
