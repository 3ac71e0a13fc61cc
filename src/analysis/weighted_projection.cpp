// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/weighted_projection.h"

#include <utility>

namespace trammel::analysis {

namespace {

template <class Visit>
void for_each_entry(const Pattern& pattern, const Visit& visit) {
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (const int i : pattern.column(j)) visit(i, j);
}

}  // namespace

WeightedProjection::WeightedProjection(const SparseMatrix& weights, const Pattern& gamma)
    : n_(gamma.n_columns()), m_(gamma.n_rows()), rhs_(Vector::Zero(n_ + m_)) {
  std::vector<std::pair<int, int>> entries;
  for_each_entry(weights.pattern(), [&](int i, int j) { entries.emplace_back(i, j); });
  for_each_entry(gamma, [&](int i, int j) {
    entries.emplace_back(n_ + i, j);
    entries.emplace_back(j, n_ + i);
  });
  for (int i = 0; i < m_; ++i) entries.emplace_back(n_ + i, n_ + i);
  matrix_ = SparseMatrix(Pattern::from_entries(n_ + m_, n_ + m_, std::move(entries)));

  const Pattern& pattern = matrix_.pattern();
  for_each_entry(weights.pattern(),
                 [&](int i, int j) { weight_places_.push_back(pattern.find(i, j)); });
  for_each_entry(gamma, [&](int i, int j) {
    gamma_places_.push_back(pattern.find(n_ + i, j));
    transposed_places_.push_back(pattern.find(j, n_ + i));
  });
  for (int i = 0; i < m_; ++i) diagonal_places_.push_back(pattern.find(n_ + i, n_ + i));
  solver_.analyse(pattern);
  set_weights(weights);
}

void WeightedProjection::set_weights(const SparseMatrix& weights) {
  for (std::size_t k = 0; k < weight_places_.size(); ++k)
    matrix_.values()[std::size_t(weight_places_[k])] = weights.values()[k];
}

bool WeightedProjection::factor(const SparseMatrix& gamma, const Vector& scales, double epsilon) {
  scales_ = scales;
  std::size_t next = 0;
  for_each_entry(gamma.pattern(), [&](int i, int) {
    const double value = scales_[i] * gamma.values()[next];
    matrix_.values()[std::size_t(gamma_places_[next])] = value;  // (IC.2)
    matrix_.values()[std::size_t(transposed_places_[next])] = value;
    ++next;
  });
  for (const int place : diagonal_places_) matrix_.values()[std::size_t(place)] = -epsilon;
  return solver_.factor(matrix_).ok();
}

void WeightedProjection::solve(const Vector& c, Vector& delta) {
  rhs_.head(n_).setZero();
  rhs_.tail(m_) = -scales_.cwiseProduct(c);
  solver_.solve(rhs_);
  delta = rhs_.head(n_);
}

}  // namespace trammel::analysis
