// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/rank.h"

#include <colamd.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace trammel {

namespace {

constexpr double negligible_share = 1e-9;  // of the largest coefficient of a relation

// Place of every column in an order of elimination that fills little, whatever rows the pivots are in.
std::vector<int> elimination_positions(const Pattern& pattern) {
  const int n_rows = pattern.n_rows(), n_columns = pattern.n_columns();
  const auto length = colamd_recommended(pattern.n_entries(), n_rows, n_columns);
  if (length == 0) throw std::length_error("RankAnalysis: the matrix is too large");
  std::vector<int> workspace(length);
  std::copy(pattern.rows().begin(), pattern.rows().end(), workspace.begin());
  std::vector<int> order(pattern.start().begin(), pattern.start().end());
  int stats[COLAMD_STATS];
  if (!colamd(n_rows, n_columns, int(length), workspace.data(), order.data(), nullptr, stats))
    throw std::logic_error("RankAnalysis: the ordering failed");
  std::vector<int> position(order.size() - 1);
  for (int k = 0; k < n_columns; ++k) position[std::size_t(order[std::size_t(k)])] = k;
  return position;
}

double norm_of(const std::vector<RowTerm>& terms) {
  double sum = 0;
  for (const RowTerm& term : terms) sum += term.coefficient * term.coefficient;
  return std::sqrt(sum);
}

}  // namespace

RankAnalysis::Rows::Rows(const SparseMatrix& a, const Vector& column_weights)
    : start(std::size_t(a.n_rows()) + 1, 0),
      columns(a.values().size()),
      values(a.values().size()),
      length(std::size_t(a.n_rows()), 0.0) {
  const auto column_start = a.pattern().start();
  const auto row_of = a.pattern().rows();
  for (const int i : row_of) ++start[std::size_t(i) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());

  std::vector<int> next(start.begin(), start.end() - 1);
  for (int j = 0; j < a.n_columns(); ++j) {
    const double weight = column_weights.size() > 0 ? column_weights[j] : 1.0;
    for (int k = column_start[std::size_t(j)]; k < column_start[std::size_t(j) + 1]; ++k) {
      const auto i = std::size_t(row_of[std::size_t(k)]);
      const auto place = std::size_t(next[i]++);
      columns[place] = j;
      values[place] = weight * a.values()[std::size_t(k)];
      length[i] = std::hypot(length[i], values[place]);
    }
  }
  for (std::size_t i = 0; i < length.size(); ++i)
    if (length[i] > 0)
      for (int k = start[i]; k < start[i + 1]; ++k) values[std::size_t(k)] /= length[i];
}

std::span<const int> RankAnalysis::Rows::columns_of(int row) const {
  const auto i = std::size_t(row);
  return {columns.data() + start[i], std::size_t(start[i + 1] - start[i])};
}

std::span<const double> RankAnalysis::Rows::values_of(int row) const {
  const auto i = std::size_t(row);
  return {values.data() + start[i], std::size_t(start[i + 1] - start[i])};
}

RankAnalysis::RankAnalysis(const SparseMatrix& a, const Vector& column_weights,
                           const RankOptions& options)
    : rows_(a, column_weights), basis_(elimination_positions(a.pattern())) {
  assert(column_weights.size() == 0 || column_weights.size() == a.n_columns());
  if (const auto bad = a.first_not_finite()) {
    bad_row_ = bad->row;
    bad_column_ = bad->column;
    independent_.resize(std::size_t(a.n_rows()));
    std::iota(independent_.begin(), independent_.end(), 0);
    return;
  }
  for (int i = 0; i < a.n_rows(); ++i) {
    const double remainder = basis_.reduce(rows_.columns_of(i), rows_.values_of(i));
    if (!(remainder >= options.tolerance)) {
      redundant_.push_back(i);
      continue;
    }
    if (remainder < options.near_tolerance) {
      Dependency dependency = current_dependency(i, remainder);
      if (dependency.remainder < options.tolerance) {
        redundant_.push_back(i);
        continue;
      }
      nearly_redundant_.push_back(std::move(dependency));
    }
    basis_.accept(i);
    independent_.push_back(i);
  }
}

Dependency RankAnalysis::current_dependency(int row, double remainder) {
  Dependency dependency{row, remainder, basis_.combination()};
  std::vector<RowTerm>& terms = dependency.terms;
  dependency.remainder /= std::hypot(1.0, norm_of(terms));  // (RANK.2)

  double largest = 0;
  for (const RowTerm& term : terms) largest = std::max(largest, std::abs(term.coefficient));
  std::erase_if(terms, [&](const RowTerm& term) {
    return std::abs(term.coefficient) <= negligible_share * largest;
  });
  std::sort(terms.begin(), terms.end(),
            [](const RowTerm& s, const RowTerm& t) { return s.row < t.row; });
  for (RowTerm& term : terms)
    term.coefficient *= rows_.length[std::size_t(row)] / rows_.length[std::size_t(term.row)];
  return dependency;
}

Dependency RankAnalysis::dependency(int redundant_row) {
  const double remainder =
      basis_.reduce(rows_.columns_of(redundant_row), rows_.values_of(redundant_row));
  return current_dependency(redundant_row, remainder);
}

}  // namespace trammel
