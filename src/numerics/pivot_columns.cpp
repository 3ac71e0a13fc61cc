// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/pivot_columns.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace trammel {

namespace {

constexpr double nothing = 1e-10;  // of a row of unit length
constexpr double cancelled = 1e-15;
constexpr double threshold = 0.25;  // u
constexpr int candidates = 4;       // rows that are compared by their length

struct Entry {
  int column;
  double value;
};

class Elimination {
 public:
  Elimination(const SparseMatrix& a, int m0, int m1, const Vector& weights)
      : rows_(std::size_t(m0 + m1)),
        is_left_(rows_.size(), true),
        rows_of_column_(std::size_t(a.n_columns())) {
    const Pattern& p = a.pattern();
    for (int j = 0; j < p.n_columns(); ++j)
      for (int k = p.start()[std::size_t(j)]; k < p.start()[std::size_t(j) + 1]; ++k) {
        const int i = p.rows()[std::size_t(k)];
        const double value = a.values()[std::size_t(k)] * weights[j];
        if (i >= m0 + m1 || value == 0) continue;
        rows_[std::size_t(i)].push_back({j, value});
        rows_of_column_[std::size_t(j)].push_back(i);
      }
    for (std::vector<Entry>& row : rows_) {
      double sum = 0;
      for (const Entry& e : row) sum += e.value * e.value;
      for (Entry& e : row) e.value /= std::sqrt(sum);
    }
  }

  // Pivots for the rows from `begin` to `end`; every row left loses its entry in their columns.
  void run(int begin, int end, signed char level, PivotColumns& out) {
    for (int i = begin; i < end; ++i) offer(i);
    for (int k = begin; k < end; ++k) {
      const int i = best_row();
      if (i < 0) {
        out.is_complete = false;
        return;
      }
      const Entry pivot = largest(i);
      out.level[std::size_t(pivot.column)] = level;
      out.smallest = std::min(out.smallest, std::abs(pivot.value));
      is_left_[std::size_t(i)] = false;
      eliminate(i, pivot, begin, end);
    }
    queue_ = {};
  }

 private:
  struct Offer {
    double size;
    int row;
    bool operator<(const Offer& o) const { return size < o.size; }
  };

  Entry largest(int row) const {
    Entry best{-1, 0};
    for (const Entry& e : rows_[std::size_t(row)])
      if (std::abs(e.value) > std::abs(best.value)) best = e;
    return best;
  }

  void offer(int row) { queue_.push({std::abs(largest(row).value), row}); }

  bool is_stale(const Offer& o) const {
    return !is_left_[std::size_t(o.row)] || o.size != std::abs(largest(o.row).value);
  }

  int best_row() {  // (PART.1)
    std::vector<Offer> seen;
    int best = -1;
    while (!queue_.empty() && int(seen.size()) < candidates) {
      const Offer top = queue_.top();
      if (!seen.empty() && top.size < threshold * seen.front().size) break;
      queue_.pop();
      if (is_stale(top)) continue;
      if (top.size < nothing) break;
      seen.push_back(top);
      if (best < 0 || rows_[std::size_t(top.row)].size() < rows_[std::size_t(best)].size())
        best = top.row;
    }
    for (const Offer& o : seen)
      if (o.row != best) queue_.push(o);
    return best;
  }

  void eliminate(int pivot_row, const Entry& pivot, int begin, int end) {
    const std::vector<int> hit = rows_of_column_[std::size_t(pivot.column)];
    for (const int i : hit) {
      if (!is_left_[std::size_t(i)]) continue;
      const std::vector<Entry>& row = rows_[std::size_t(i)];
      const auto at = std::find_if(row.begin(), row.end(),
                                   [&](const Entry& e) { return e.column == pivot.column; });
      if (at == row.end()) continue;
      subtract(i, rows_[std::size_t(pivot_row)], at->value / pivot.value, pivot.column);
      if (begin <= i && i < end) offer(i);
    }
  }

  // row ← row − factor · other, without the pivot's column; both ascending in their columns.
  void subtract(int row, const std::vector<Entry>& other, double factor, int without) {
    const std::vector<Entry>& mine = rows_[std::size_t(row)];
    sum_.clear();
    const auto put = [&](int column, double value) {
      if (column != without && std::abs(value) > cancelled) sum_.push_back({column, value});
    };
    auto a = mine.begin();
    for (const Entry& b : other) {
      for (; a != mine.end() && a->column < b.column; ++a) put(a->column, a->value);
      if (a != mine.end() && a->column == b.column) {
        put(b.column, a->value - factor * b.value);
        ++a;
      } else {
        put(b.column, -factor * b.value);
        rows_of_column_[std::size_t(b.column)].push_back(row);
      }
    }
    for (; a != mine.end(); ++a) put(a->column, a->value);
    rows_[std::size_t(row)].swap(sum_);
  }

  std::vector<std::vector<Entry>> rows_;  // scaled
  std::vector<bool> is_left_;
  std::vector<std::vector<int>> rows_of_column_;  // at least those with an entry
  std::priority_queue<Offer> queue_;
  std::vector<Entry> sum_;
};

}  // namespace

PivotColumns choose_pivot_columns(const SparseMatrix& a, int m0, int m1, const Vector& weights) {
  PivotColumns result;
  result.level.assign(std::size_t(a.n_columns()), PivotColumns::independent);
  Elimination elimination(a, m0, m1, weights);
  elimination.run(0, m0, 0, result);
  if (result.is_complete) elimination.run(m0, m0 + m1, 1, result);
  return result;
}

}  // namespace trammel
