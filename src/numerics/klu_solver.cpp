// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/klu_solver.h"

#include <klu.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace trammel {

namespace {

// A row-scaled pivot below this is round-off: the same matrix with its last bits changed may be
// singular. Exactly singular matrices leave pivots of about 1e-16 times the local growth.
constexpr double singular_pivot = 16 * std::numeric_limits<double>::epsilon();

// New pivots when either measure has lost this factor since they were chosen. A lost factor of
// 1000 costs three of sixteen digits, while a full factorisation costs a few refactorisations.
constexpr double tolerated_loss = 1e-3;

// KLU takes its read-only input through pointers to non-const.
int* start_of(const Pattern& p) {
  return const_cast<int*>(p.start().data());
}
int* rows_of(const Pattern& p) {
  return const_cast<int*>(p.rows().data());
}
double* values_of(const SparseMatrix& a) {
  return const_cast<double*>(a.values().data());
}

struct FreeSymbolic {
  klu_common* common;
  void operator()(klu_symbolic* symbolic) const { klu_free_symbolic(&symbolic, common); }
};
struct FreeNumeric {
  klu_common* common;
  void operator()(klu_numeric* numeric) const { klu_free_numeric(&numeric, common); }
};
using Symbolic = std::unique_ptr<klu_symbolic, FreeSymbolic>;
using Numeric = std::unique_ptr<klu_numeric, FreeNumeric>;

bool all_finite(const SparseMatrix& a) {
  const auto values = a.values();
  const Eigen::Map<const Eigen::ArrayXd> x(values.data(), Eigen::Index(values.size()));
  return (x * 0.0).sum() == 0.0;  // 0·NaN and 0·∞ are NaN; vectorises, unlike a test per entry
}

FactorReport first_not_finite(const SparseMatrix& a) {
  for (int j = 0; j < a.n_columns(); ++j)
    for (int k = a.pattern().start()[std::size_t(j)]; k < a.pattern().start()[std::size_t(j) + 1];
         ++k)
      if (!std::isfinite(a.values()[std::size_t(k)]))
        return {.result = FactorReport::Result::not_finite,
                .column = j,
                .row = a.pattern().rows()[std::size_t(k)]};
  return {};
}

}  // namespace

struct KluSolver::Klu {
  Klu() { klu_defaults(&common); }

  klu_common common;
  Symbolic symbolic{nullptr, FreeSymbolic{&common}};
  Symbolic alternative{nullptr, FreeSymbolic{&common}};  // COLAMD, until one has been chosen
  Numeric numeric{nullptr, FreeNumeric{&common}};
  Ordering ordering = Ordering::natural;
  int n = 0;
  int structural_rank = 0, first_unmatched_column = -1;
  bool is_factored = false;
  double chosen_pivot = 0, chosen_growth = 0;  // when the pivots were last chosen
  long entries = 0;
  double flops = 0;
  FactorCounters counters;
  Vector correction;

  Symbolic order(const Pattern&, Ordering);
  Numeric choose_pivots(const SparseMatrix&, klu_symbolic*);
  void settle_ordering(const SparseMatrix&);
  FactorReport factor_fully(const SparseMatrix&);
  FactorReport refactor(const SparseMatrix&);
  FactorReport judge(const SparseMatrix&, FactorReport::Result when_good);
  bool has_degraded(const FactorReport&) const;
};

Symbolic KluSolver::Klu::order(const Pattern& pattern, Ordering wanted) {
  common.ordering = wanted == Ordering::colamd ? 1 : 0;
  klu_symbolic* const found =
      wanted == Ordering::natural
          ? klu_analyze_given(n, start_of(pattern), rows_of(pattern), nullptr, nullptr, &common)
          : klu_analyze(n, start_of(pattern), rows_of(pattern), &common);
  if (!found) throw std::bad_alloc();
  return {found, FreeSymbolic{&common}};
}

Numeric KluSolver::Klu::choose_pivots(const SparseMatrix& a, klu_symbolic* ordered) {
  const Pattern& p = a.pattern();
  klu_numeric* const found = klu_factor(start_of(p), rows_of(p), values_of(a), ordered, &common);
  if (found) klu_flops(ordered, found, &common);
  return {found, FreeNumeric{&common}};
}

// Fill depends on the pivots, so the two orderings can only be compared after a factorisation.
void KluSolver::Klu::settle_ordering(const SparseMatrix& a) {
  const double flops_amd = common.flops;
  Numeric other = choose_pivots(a, alternative.get());
  if (other && common.flops < flops_amd) {
    symbolic = std::move(alternative);
    numeric = std::move(other);
    ordering = Ordering::colamd;
  } else {
    common.flops = flops_amd;
    ordering = Ordering::amd;
  }
  alternative.reset();
}

FactorReport KluSolver::Klu::factor_fully(const SparseMatrix& a) {
  numeric.reset();
  numeric = choose_pivots(a, symbolic.get());
  ++counters.factorisations;
  if (!numeric) {
    if (common.status == KLU_OUT_OF_MEMORY || common.status == KLU_TOO_LARGE)
      return {.result = FactorReport::Result::out_of_memory};
    return {.result = FactorReport::Result::singular, .column = common.singular_col};
  }
  if (alternative) settle_ordering(a);
  entries = long(numeric->lnz) + numeric->unz;
  flops = common.flops;
  const FactorReport report = judge(a, FactorReport::Result::factored);
  chosen_pivot = report.rcond;
  chosen_growth = report.growth;
  return report;
}

FactorReport KluSolver::Klu::refactor(const SparseMatrix& a) {
  const Pattern& p = a.pattern();
  ++counters.refactorisations;
  const int done =
      klu_refactor(start_of(p), rows_of(p), values_of(a), symbolic.get(), numeric.get(), &common);
  if (!done || common.status != KLU_OK) return {.result = FactorReport::Result::singular};
  return judge(a, FactorReport::Result::refactored);
}

FactorReport KluSolver::Klu::judge(const SparseMatrix& a, FactorReport::Result when_good) {
  const Pattern& p = a.pattern();
  const auto* const pivots = static_cast<const double*>(numeric->Udiag);
  FactorReport report{.result = when_good, .rcond = 1, .growth = 0};

  for (int block = 0; block < symbolic->nblocks; ++block) {
    const int first = symbolic->R[block];
    for (int k = first; k < symbolic->R[block + 1]; ++k) {
      double largest = 0;
      const int column = symbolic->Q[k];
      const auto* const values = a.values().data() + p.start()[std::size_t(column)];
      const auto rows = p.column(column);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const int pivotal = numeric->Pinv[rows[i]];
        if (pivotal >= first)  // entries above the diagonal block are not part of the elimination
          largest = std::max(largest, std::abs(values[i]) / numeric->Rs[pivotal]);
      }
      const double pivot = std::abs(pivots[k]) / largest;  // (LIN.1)
      if (!(pivot >= report.rcond)) {                      // also true for NaN
        report.rcond = pivot;
        report.column = column;
      }
    }
  }
  klu_rgrowth(start_of(p), rows_of(p), values_of(a), symbolic.get(), numeric.get(), &common);
  report.growth = common.rgrowth;  // (LIN.2)
  if (!(report.rcond > singular_pivot)) report.result = FactorReport::Result::singular;
  return report;
}

bool KluSolver::Klu::has_degraded(const FactorReport& report) const {
  return !report.ok() || !(report.growth > tolerated_loss * chosen_growth) ||
         !(report.rcond > tolerated_loss * chosen_pivot);
}

KluSolver::KluSolver() : klu_(std::make_unique<Klu>()) {}
KluSolver::~KluSolver() = default;
KluSolver::KluSolver(KluSolver&&) noexcept = default;
KluSolver& KluSolver::operator=(KluSolver&&) noexcept = default;

AnalysisReport KluSolver::analyse(const Pattern& pattern, Ordering ordering) {
  if (pattern.n_rows() != pattern.n_columns())
    throw std::invalid_argument("KluSolver: the matrix is not square");
  const FactorCounters counters = klu_->counters;
  klu_ = std::make_unique<Klu>();
  Klu& klu = *klu_;
  klu.counters = counters;
  klu.n = pattern.n_columns();
  klu.ordering = ordering;
  klu.correction.setZero(klu.n);
  if (klu.n == 0) return {};

  klu.symbolic = klu.order(pattern, ordering);
  AnalysisReport report{.n = klu.n, .structural_rank = klu.symbolic->structural_rank};
  if (report.is_singular()) {
    StructuralMatch match = match_structurally(pattern);
    report.unmatched_rows = std::move(match.unmatched_rows);
    report.unmatched_columns = std::move(match.unmatched_columns);
    klu.first_unmatched_column = report.unmatched_columns.front();
  } else if (ordering == Ordering::automatic) {
    klu.alternative = klu.order(pattern, Ordering::colamd);
  }
  klu.structural_rank = report.structural_rank;
  return report;
}

FactorReport KluSolver::factor(const SparseMatrix& a) {
  Klu& klu = *klu_;
  assert(a.n_rows() == klu.n && a.n_columns() == klu.n);
  if (klu.n == 0) {
    klu.is_factored = true;
    return {.result = FactorReport::Result::factored, .rcond = 1, .growth = 1};
  }
  const bool had_pivots = klu.is_factored;
  klu.is_factored = false;
  if (!all_finite(a)) return first_not_finite(a);
  if (klu.structural_rank < klu.n)
    return {.result = FactorReport::Result::singular, .column = klu.first_unmatched_column};

  FactorReport report;
  if (had_pivots) report = klu.refactor(a);
  if (!had_pivots || klu.has_degraded(report)) report = klu.factor_fully(a);
  klu.is_factored = report.ok();
  return report;
}

void KluSolver::solve(Vector& x) const {
  Klu& klu = *klu_;
  assert(x.size() == klu.n);
  ++klu.counters.solves;
  if (!klu.is_factored)
    x.setConstant(std::numeric_limits<double>::quiet_NaN());
  else if (klu.n > 0)
    klu_solve(klu.symbolic.get(), klu.numeric.get(), klu.n, 1, x.data(), &klu.common);
}

void KluSolver::solve_transposed(Vector& x) const {
  Klu& klu = *klu_;
  assert(x.size() == klu.n);
  ++klu.counters.solves;
  if (!klu.is_factored)
    x.setConstant(std::numeric_limits<double>::quiet_NaN());
  else if (klu.n > 0)
    klu_tsolve(klu.symbolic.get(), klu.numeric.get(), klu.n, 1, x.data(), &klu.common);
}

void KluSolver::solve_refined(const SparseMatrix& a, const Vector& b, Vector& x) const {
  assert(&b != &x);
  Vector& correction = klu_->correction;
  x = b;
  solve(x);
  correction = b;
  a.multiply_add(x, -1, correction);
  solve(correction);
  x += correction;
}

bool KluSolver::is_factored() const {
  return klu_->is_factored;
}
int KluSolver::n() const {
  return klu_->n;
}
Ordering KluSolver::ordering() const {
  return klu_->ordering;
}
const FactorCounters& KluSolver::counters() const {
  return klu_->counters;
}
long KluSolver::factor_entries() const {
  return klu_->entries;
}
double KluSolver::flops() const {
  return klu_->flops;
}

}  // namespace trammel
