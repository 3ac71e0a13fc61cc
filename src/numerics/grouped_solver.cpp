// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/grouped_solver.h"

#include <cmath>
#include <limits>

namespace trammel {

namespace {

// Measured on chains of 10 to 1000 links, index 3 and stabilised index 2: nanoseconds for an operation
// of a factorisation and for an entry of the factors in a solution.
struct Cost {
  double flop, entry;
};
constexpr Cost of_klu{0.6, 0.8}, of_fronts{0.25, 0.75};
constexpr int solutions_per_factorisation = 20;
constexpr double suspicious_loss = 0.1;
constexpr double small_residual = 1e-11;  // δ of (BLU.5)
// Left of a first solution with less than no digit, that is a factor of 2e-4 by each: an iteration converges as fast.
constexpr int most_corrections = 3;
// So large a matrix with so little work for fronts is not given to KLU to find out.
constexpr int large = 1500;
constexpr double little_work = 2e4;  // operations for an unknown

double work(const Cost& cost, double flops, long entries) {  // (BLU.4)
  return cost.flop * flops + solutions_per_factorisation * cost.entry * double(entries);
}

}  // namespace

// A large matrix with cheap fronts is shown to KLU where they fail: the matching of rows that its analysis begins
// with takes a time that grows with the square of long chains.
AnalysisReport GroupedSolver::analyse(const Pattern& pattern, const std::vector<int>& labels) {
  fronts_.reset();
  has_chosen_ = has_fronts_ = is_analysed_ = false;
  checked_pivot_ = 0;
  const int n = pattern.n_columns();
  for (Vector* v : {&right_side_, &probe_, &residual_, &bound_}) v->setZero(n);
  const auto find_fronts = [&] {
    if (std::optional<BlockOrder> order = find_block_order(pattern, labels))
      fronts_.emplace(pattern, std::move(*order));
  };
  if (n >= large) {
    find_fronts();
    has_chosen_ = fronts_ && fronts_->order().flops < little_work * n;
    if (has_chosen_) return {.n = n, .structural_rank = n};
  }
  const AnalysisReport report = klu_.analyse(pattern);
  is_analysed_ = true;
  if (report.is_singular() || n == 0)
    fronts_.reset();
  else if (n < large)
    find_fronts();
  return report;
}

bool GroupedSolver::fronts_are_cheaper() const {
  const BlockOrder& order = fronts_->order();
  return work(of_fronts, order.flops, order.entries) <
         work(of_klu, klu_.flops(), klu_.factor_entries());
}

FactorReport GroupedSolver::factor(const SparseMatrix& a) {
  has_fronts_ = false;
  if (fronts_ && has_chosen_ && a.is_finite() && factor_by_fronts(a)) {
    ++by_fronts_;
    has_fronts_ = true;
    // A tree has no singular pose that p_k (BLU.3) could tell of.
    return {.result = FactorReport::Result::refactored,
            .rcond = std::numeric_limits<double>::quiet_NaN(),
            .growth = 1};
  }
  if (is_left_to_fronts(a)) {
    if (const auto bad = a.first_not_finite())
      return {.result = FactorReport::Result::not_finite, .column = bad->column, .row = bad->row};
    return {.column = fronts_->weakest_unknown()};
  }
  if (!is_analysed_) klu_.analyse(a.pattern());
  is_analysed_ = true;
  const FactorReport report = klu_.factor(a);
  if (fronts_ && !has_chosen_ && report.ok()) {
    has_chosen_ = true;
    if (!fronts_are_cheaper()) fronts_.reset();
  }
  return report;
}

bool GroupedSolver::is_left_to_fronts(const SparseMatrix& a) const {
  return fronts_ && !is_analysed_ && a.n_columns() > largest_for_klu_;
}

SingularReport GroupedSolver::diagnose(const SparseMatrix& a) const {
  if (!is_left_to_fronts(a) || !a.is_finite()) return klu_.diagnose(a);
  SingularReport report;  // a search for dependent rows would take as long as KLU
  report.cause = SingularReport::Cause::numerical;
  report.structural_rank = a.n_columns();
  if (fronts_->weakest_unknown() >= 0) report.columns = {{fronts_->weakest_unknown(), 1}};
  return report;
}

bool GroupedSolver::factor_by_fronts(const SparseMatrix& a) {
  if (!fronts_->factor(a)) return false;
  if (fronts_->smallest_pivot() >= suspicious_loss * checked_pivot_ && checked_pivot_ > 0)
    return true;
  if (!is_accurate(a)) return false;
  checked_pivot_ = fronts_->smallest_pivot();
  return true;
}

bool GroupedSolver::is_accurate(const SparseMatrix& a) {  // (BLU.5)
  const int n = a.n_columns();
  for (int i = 0; i < n; ++i) right_side_[i] = (i % 3 == 1 ? -1.0 : 1.0) / fronts_->row_scale(i);
  probe_ = right_side_;
  fronts_->solve(probe_);
  double left = residual_of_probe(a);
  for (int k = 0; is_iterated_ && left > small_residual && k < most_corrections; ++k) {
    fronts_->solve(residual_);
    probe_ += residual_;
    left = residual_of_probe(a);
  }
  return left <= small_residual;
}

double GroupedSolver::residual_of_probe(const SparseMatrix& a) {
  const Pattern& pattern = a.pattern();
  residual_ = right_side_;
  bound_ = right_side_.cwiseAbs();
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k) {
      const int i = pattern.rows()[std::size_t(k)];
      const double term = a.values()[std::size_t(k)] * probe_[j];
      residual_[i] -= term;
      bound_[i] += std::abs(term);
    }
  return residual_.cwiseAbs().cwiseQuotient(bound_).maxCoeff<Eigen::PropagateNaN>();
}

void GroupedSolver::solve(Vector& x) const {
  if (!is_analysed_ && !has_fronts_)
    return void(x.setConstant(std::numeric_limits<double>::quiet_NaN()));
  if (!has_fronts_) return klu_.solve(x);
  ++solutions_;
  fronts_->solve(x);
}

FactorCounters GroupedSolver::counters() const {
  FactorCounters sum = klu_.counters();
  sum.refactorisations += by_fronts_;
  sum.solves += solutions_;
  return sum;
}

long GroupedSolver::factor_entries() const {
  return fronts_ && has_chosen_ ? fronts_->order().entries : klu_.factor_entries();
}

double GroupedSolver::flops() const {
  return fronts_ && has_chosen_ ? fronts_->order().flops : klu_.flops();
}

}  // namespace trammel
