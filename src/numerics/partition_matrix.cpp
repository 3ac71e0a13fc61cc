// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/partition_matrix.h"

#include <cmath>
#include <limits>
#include <utility>

namespace trammel {

namespace {

// Where many loops fold flat at once, z of one step is far from that of the next, and ε would first rise beyond
// its value and then fall, as it does before a pose.
constexpr double steady = 1.2;
constexpr int most_rounds = 6;

}  // namespace

PartitionMatrix::PartitionMatrix(const Dae& dae, int rows)
    : n_(dae.layout().n), rows_(rows), rhs_(Vector::Zero(n_ + rows)) {
  const Pattern& gamma = dae.pattern(Block::G);
  const int size = n_ + rows_;
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n_; ++j) {
    entries.emplace_back(j, j);
    for (const int i : gamma.column(j))
      if (i < rows_) entries.emplace_back(n_ + i, j), entries.emplace_back(j, n_ + i);
  }
  matrix_ = SparseMatrix(Pattern::from_entries(size, size, std::move(entries)));
  const Pattern& pattern = matrix_.pattern();
  for (int j = 0; j < n_; ++j) {
    diagonal_.push_back(pattern.find(j, j));
    for (int k = gamma.start()[std::size_t(j)]; k < gamma.start()[std::size_t(j) + 1]; ++k) {
      const int i = gamma.rows()[std::size_t(k)];
      if (i >= rows_) continue;
      source_.push_back(k);
      lower_.push_back(pattern.find(n_ + i, j));
      upper_.push_back(pattern.find(j, n_ + i));
    }
  }
  solver_.analyse(pattern);
}

void PartitionMatrix::set_independent(const std::vector<bool>& is_independent) {
  is_independent_ = is_independent;
  z_.resize(0);
}

FactorReport PartitionMatrix::factor(const SparseMatrix& gamma) {  // (PART.2)
  const auto values = matrix_.values();
  for (std::size_t j = 0; j < diagonal_.size(); ++j)
    values[std::size_t(diagonal_[j])] = is_independent_[j] ? 1 : 0;
  for (std::size_t k = 0; k < source_.size(); ++k) {
    const double value = gamma.values()[std::size_t(source_[k])];
    values[std::size_t(lower_[k])] = values[std::size_t(upper_[k])] = value;
  }
  return solver_.factor(matrix_);
}

void PartitionMatrix::solve(const Eigen::Ref<const Vector>& c, Vector& delta) {
  rhs_.head(n_).setZero();
  rhs_.tail(rows_) = -c;
  solver_.solve(rhs_);
  delta = rhs_.head(n_);
  for (int j = 0; j < n_; ++j)
    if (is_independent_[std::size_t(j)]) delta[j] = 0;
}

double PartitionMatrix::closeness() {  // (PART.7)
  if (z_.size() == 0) {
    z_ = Vector::Zero(n_ + rows_);
    for (Eigen::Index k = 0; k < z_.size(); ++k) z_[k] = std::sin(1.7 * double(k) + 0.3);
    z_.normalize();
    growth_ = 0;
  }
  for (int round = 0; round < most_rounds; ++round) {
    const double before = growth_;
    solver_.solve(z_);
    growth_ = z_.norm();
    if (!std::isfinite(growth_)) {
      z_.resize(0);
      return 0;
    }
    z_ /= growth_;
    if (growth_ < steady * before && before < steady * growth_) break;
  }
  return 1 / growth_;
}

}  // namespace trammel
