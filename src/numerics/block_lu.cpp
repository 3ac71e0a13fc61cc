// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/block_lu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace trammel {

namespace {

// In long chains p_k falls with the cube of their length, to 3e-15 with 100,000 links, and one or two corrections
// give all digits back: the inertia of all that hangs on a link is gathered in its front. Rounding leaves a few 1e-16 of
// a pivot that should be zero; this is next to it.
constexpr double least_pivot = 1e-15;

std::size_t at(int i) {
  return std::size_t(i);
}

// to ← to − factor · column
inline void subtract(double* __restrict to, double factor, const double* __restrict column, int n) {
  for (int i = 0; i < n; ++i) to[i] -= factor * column[i];
}

}  // namespace

BlockLu::BlockLu(const Pattern& pattern, BlockOrder order) : order_(std::move(order)) {
  plan(pattern);
  work_ = Vector::Zero(pattern.n_columns());
}

void BlockLu::plan(const Pattern& pattern) {
  const int n = pattern.n_columns();
  std::vector<int> place(at(n)), front_of(at(n)), row_in_front(at(n), -1);
  for (int k = 0; k < n; ++k) place[at(order_.order[at(k)])] = k;
  std::size_t n_values = 0;
  for (std::size_t f = 0; f < order_.fronts.size(); ++f) {
    const BlockOrder::Front& from = order_.fronts[f];
    for (int k = 0; k < from.n_pivots; ++k) front_of[at(from.first + k)] = int(f);
    fronts_.push_back({.first = from.first,
                       .n_pivots = from.n_pivots,
                       .size = from.size(),
                       .exchanges = false,
                       .values = n_values,
                       .rest = rest_.size(),
                       .first_entry = 0,
                       .n_entries = 0,
                       .parent = from.parent,
                       .into_parent = rest_.size()});
    rest_.insert(rest_.end(), from.rest.begin(), from.rest.end());
    front_.resize(std::max(front_.size(), at(from.size())));
    n_values += at(from.size()) * at(from.size());
  }
  values_.assign(n_values, 0);
  reciprocals_.assign(at(n), 0);
  exchanges_.assign(at(n), 0);
  row_scale_.assign(at(n), 1);
  column_size_.assign(at(n), 1);
  row_of_entry_.assign(pattern.rows().begin(), pattern.rows().end());

  std::vector<std::vector<std::array<int, 3>>> entries(
      fronts_.size());  // source, row, column: places
  for (int j = 0; j < n; ++j)
    for (int k = pattern.start()[at(j)]; k < pattern.start()[at(j) + 1]; ++k) {
      const int row = place[at(pattern.rows()[at(k)])], column = place[at(j)];
      entries[at(front_of[at(std::min(row, column))])].push_back({k, row, column});
    }
  into_parent_.assign(rest_.size(), 0);
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    Front& front = fronts_[f];
    const int n_rest = front.size - front.n_pivots;
    for (int k = 0; k < front.n_pivots; ++k) row_in_front[at(front.first + k)] = k;
    for (int k = 0; k < n_rest; ++k)
      row_in_front[at(rest_[front.rest + at(k)])] = front.n_pivots + k;
    front.first_entry = source_.size();
    for (const auto& [source, row, column] : entries[f]) {
      source_.push_back(source);
      target_.push_back(row_in_front[at(column)] * front.size + row_in_front[at(row)]);
    }
    front.n_entries = source_.size() - front.first_entry;
    for (int k = 0; k < n_rest; ++k) row_in_front[at(rest_[front.rest + at(k)])] = -1;
  }
  for (Front& front : fronts_) {
    if (front.parent < 0) continue;
    const Front& parent = fronts_[at(front.parent)];
    const auto begin = rest_.begin() + std::ptrdiff_t(parent.rest);
    const auto end = begin + (parent.size - parent.n_pivots);
    for (int k = 0; k < front.size - front.n_pivots; ++k) {
      const int p = rest_[front.rest + at(k)];
      into_parent_[front.into_parent + at(k)] =
          p < parent.first + parent.n_pivots
              ? p - parent.first
              : parent.n_pivots + int(std::lower_bound(begin, end, p) - begin);
    }
  }
}

void BlockLu::scale_rows(const SparseMatrix& a) {
  const Pattern& pattern = a.pattern();
  const double* const values = a.values().data();
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (std::size_t k = 0; k < row_of_entry_.size(); ++k) {
    double& largest = row_scale_[at(row_of_entry_[k])];
    largest = std::max(largest, std::abs(values[k]));
  }
  for (double& scale : row_scale_) scale = scale > 0 ? 1 / scale : 0;
  for (int j = 0; j < pattern.n_columns(); ++j) {
    double largest = 0;
    for (int k = pattern.start()[at(j)]; k < pattern.start()[at(j) + 1]; ++k)
      largest = std::max(largest, std::abs(values[k]) * row_scale_[at(row_of_entry_[at(k)])]);
    column_size_[at(j)] = largest;
  }
}

bool BlockLu::factor(const SparseMatrix& a) {
  scale_rows(a);
  const double* const values = a.values().data();
  std::fill(values_.begin(), values_.end(), 0.0);
  smallest_pivot_ = 1;
  weakest_ = -1;
  for (Front& front : fronts_) {
    double* const F = values_.data() + front.values;
    for (std::size_t k = front.first_entry; k < front.first_entry + front.n_entries; ++k) {
      const int source = source_[k];
      F[target_[k]] += values[source] * row_scale_[at(row_of_entry_[at(source)])];
    }
    if (!eliminate(front)) return false;
    if (front.parent >= 0) hand_on(front);
  }
  return true;
}

bool BlockLu::eliminate(Front& front) {  // (BLU.2)
  const int s = front.n_pivots, f = front.size;
  double* const F = values_.data() + front.values;
  front.exchanges = false;
  for (int k = 0; k < s; ++k) {
    double* const column = F + at(k) * at(f);
    int pivot = k;
    for (int i = k + 1; i < s; ++i)
      if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
    exchanges_[at(front.first + k)] = pivot;
    front.exchanges = front.exchanges || pivot != k;
    if (pivot != k)
      for (int j = 0; j < f; ++j) std::swap(F[at(j) * at(f) + at(k)], F[at(j) * at(f) + at(pivot)]);
    const int unknown = order_.order[at(front.first + k)];
    const double relative = std::abs(column[k]) / column_size_[at(unknown)];  // (BLU.3)
    if (!(relative >= smallest_pivot_)) {
      smallest_pivot_ = relative;
      weakest_ = unknown;
      if (!(relative > least_pivot)) return false;
    }
    const double inverse = reciprocals_[at(front.first + k)] = 1 / column[k];
    for (int i = k + 1; i < f; ++i) column[i] *= inverse;
    for (int j = k + 1; j < f; ++j) {
      double* const to = F + at(j) * at(f);
      if (const double u = to[k]; u != 0) subtract(to + k + 1, u, column + k + 1, f - k - 1);
    }
  }
  return true;
}

void BlockLu::hand_on(const Front& front) {
  const Front& parent = fronts_[at(front.parent)];
  const int s = front.n_pivots, f = front.size, r = f - s;
  const int* const row = into_parent_.data() + front.into_parent;
  for (int j = 0; j < r; ++j) {
    const double* const from = values_.data() + front.values + at(s + j) * at(f) + at(s);
    double* const to = values_.data() + parent.values + at(row[j]) * at(parent.size);
    for (int i = 0; i < r; ++i) to[row[i]] += from[i];
  }
}

namespace {

// With the factors of a front, x ← L⁻¹ x and x ← U⁻¹ x of the pivots; x has their values, then those of the
// other rows.
void eliminate_below(int s, int f, const double* F, double* x) {
  for (int k = 0; k < s; ++k, F += f) subtract(x + k + 1, x[k], F + k + 1, f - k - 1);
}

void substitute_back(int s, int f, const double* F, double* x) {
  for (int j = s; j < f; ++j) subtract(x, x[j], F + at(j) * at(f), s);
  for (int k = s - 1; k >= 0; --k) {
    const double* const column = F + at(k) * at(f);
    x[k] /= column[k];
    subtract(x, x[k], column, k);
  }
}

// The same for a body beside one other, the most frequent front of chains held by forces, in half the time: sizes that
// the compiler knows, the triangles by rows, which it leaves alone, and the squares by columns, which it vectorises.
constexpr int body = 6, both = 2 * body;
constexpr auto rows = std::make_integer_sequence<int, body>();

bool is_body_beside_body(int s, int f) {
  return s == body && f == both;
}

inline void subtract_square(const double* F, const double* x, double* __restrict to) {
  for (int k = 0; k < body; ++k)
    for (int i = 0; i < body; ++i) to[i] -= x[k] * F[both * k + i];
}

template <int I, int... K>
inline double above(const double* F, const double* x, std::integer_sequence<int, K...>) {
  double sum = x[I];
  ((sum -= F[both * K + I] * x[K]), ...);
  return sum;
}

template <int I, int... K>
inline double below(const double* F, const double* x, std::integer_sequence<int, K...>) {
  double sum = x[I];
  ((sum -= F[both * (body - 1 - K) + I] * x[body - 1 - K]), ...);
  return sum;
}

template <int... I>
inline void eliminate_body(const double* F, double* x, std::integer_sequence<int, I...>) {
  ((x[I] = above<I>(F, x, std::make_integer_sequence<int, I>())), ...);
}

template <int... I>
inline void substitute_body(const double* F, const double* reciprocals, double* x,
                            std::integer_sequence<int, I...>) {
  ((x[body - 1 - I] = reciprocals[body - 1 - I] *
                      below<body - 1 - I>(F, x, std::make_integer_sequence<int, I>())),
   ...);
}

}  // namespace

// The unknowns of a front, in one piece.
void BlockLu::gather(const Front& front) const {
  const double* const w = work_.data();
  double* const x = front_.data();
  std::copy_n(w + front.first, front.n_pivots, x);
  const int* const rest = rest_.data() + front.rest;
  for (int i = front.n_pivots; i < front.size; ++i) x[i] = w[rest[i - front.n_pivots]];
}

void BlockLu::solve_forward(const Front& front) const {
  const int s = front.n_pivots, f = front.size;
  const double* const F = values_.data() + front.values;
  const int* const rest = rest_.data() + front.rest;
  double* const w = work_.data();
  double* const own = w + front.first;
  if (front.exchanges)
    for (int k = 0; k < s; ++k) std::swap(own[k], own[exchanges_[at(front.first + k)]]);
  if (is_body_beside_body(s, f)) {
    double others[body];
    for (int i = 0; i < body; ++i) others[i] = w[rest[i]];
    eliminate_body(F, own, rows);
    subtract_square(F + body, own, others);
    for (int i = 0; i < body; ++i) w[rest[i]] = others[i];
    return;
  }
  gather(front);
  double* const x = front_.data();
  eliminate_below(s, f, F, x);
  std::copy_n(x, s, own);
  for (int i = s; i < f; ++i) w[rest[i - s]] = x[i];
}

void BlockLu::solve_backward(const Front& front) const {
  const double* const F = values_.data() + front.values;
  double* const w = work_.data();
  double* const own = w + front.first;
  if (is_body_beside_body(front.n_pivots, front.size)) {
    const int* const rest = rest_.data() + front.rest;
    double others[body];
    for (int i = 0; i < body; ++i) others[i] = w[rest[i]];
    subtract_square(F + body * both, others, own);
    substitute_body(F, reciprocals_.data() + front.first, own, rows);
    return;
  }
  gather(front);
  substitute_back(front.n_pivots, front.size, F, front_.data());
  std::copy_n(front_.data(), front.n_pivots, own);
}

void BlockLu::solve(Vector& x) const {
  const std::size_t n = order_.order.size();
  for (std::size_t k = 0; k < n; ++k) {
    const int unknown = order_.order[k];
    work_[Eigen::Index(k)] = x[unknown] * row_scale_[at(unknown)];
  }
  for (const Front& front : fronts_) solve_forward(front);
  for (std::size_t p = fronts_.size(); p-- > 0;) solve_backward(fronts_[p]);
  for (std::size_t k = 0; k < n; ++k) x[order_.order[k]] = work_[Eigen::Index(k)];
}

}  // namespace trammel
