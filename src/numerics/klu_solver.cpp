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

// A pivot below this part of its column calls for a better estimate: in exactly singular matrices
// round-off leaves pivots anywhere from 1e-16 to 1e-10 (measured).
constexpr double doubtful_pivot = 1e-9;
// Estimates (LIN.3) of exactly singular matrices stay below 1e-16 (measured); above this a solution
// still has a digit.
constexpr double singular_rcond = 1e-15;

// A pivot is chosen off the diagonal when the diagonal is smaller than this part of the column.
// KLU's own 0.001 loses four digits more on chains of joints, for 5 % less fill.
constexpr double diagonal_preference = 0.1;

// A pivot that shrank by this factor, relative to its column, casts doubt on the old pivots, …
constexpr double suspicious_loss = 0.1;
// … and a pivot growth worse by this factor than when they were chosen convicts them: three of
// sixteen digits are gone, while new pivots cost a few refactorisations.
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

}  // namespace

struct KluSolver::Klu {
  Klu() {
    klu_defaults(&common);
    common.tol = diagonal_preference;
    // A block triangular form starts from a maximum matching, which scatters the zero diagonal of
    // the multipliers and with it the symmetric structure: up to six times the time on grids.
    common.btf = 0;
  }

  klu_common common;
  Symbolic symbolic{nullptr, FreeSymbolic{&common}};
  Symbolic alternative{nullptr, FreeSymbolic{&common}};  // COLAMD, until one has been chosen
  Numeric numeric{nullptr, FreeNumeric{&common}};
  Ordering ordering = Ordering::natural;
  int n = 0;
  int structural_rank = 0, first_unmatched_column = -1;
  bool is_factored = false;
  Vector trusted_pivots;                       // relative to their columns, when last found good
  double growth = 0;                           // (LIN.2) as last computed
  double chosen_growth = 0, chosen_rcond = 0;  // when the pivots were chosen
  long entries = 0;
  double flops = 0;
  FactorCounters counters;
  Vector relative_pivots, column_scale, x, y;  // workspace

  double row_scale(int row) const { return numeric->Rs[numeric->Pinv[row]]; }
  Symbolic order(const Pattern&, Ordering);
  Numeric choose_pivots(const SparseMatrix&, klu_symbolic*);
  void settle_ordering(const SparseMatrix&);
  FactorReport factor_fully(const SparseMatrix&);
  bool refactor(const SparseMatrix&);
  void measure_pivots(const SparseMatrix&);
  void measure_growth(const SparseMatrix&);
  double estimate_rcond(const SparseMatrix&);
  FactorReport judge(const SparseMatrix&, FactorReport::Result when_regular);
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
  measure_pivots(a);
  measure_growth(a);
  trusted_pivots = relative_pivots;
  chosen_growth = growth;
  chosen_rcond = relative_pivots.minCoeff<Eigen::PropagateNaN>();
  return judge(a, FactorReport::Result::factored);
}

// True when the old pivots still serve. The growth is as expensive as the refactorisation itself,
// so it is computed only when a pivot has become suspicious.
bool KluSolver::Klu::refactor(const SparseMatrix& a) {
  const Pattern& p = a.pattern();
  ++counters.refactorisations;
  const int done =
      klu_refactor(start_of(p), rows_of(p), values_of(a), symbolic.get(), numeric.get(), &common);
  if (!done || common.status != KLU_OK) return false;
  measure_pivots(a);
  if ((relative_pivots.array() >= suspicious_loss * trusted_pivots.array()).all()) return true;
  measure_growth(a);
  if (!(growth > tolerated_loss * chosen_growth)) return false;
  const double rcond = relative_pivots.minCoeff<Eigen::PropagateNaN>();
  if (!(rcond > tolerated_loss * chosen_rcond)) return false;
  trusted_pivots = relative_pivots;
  return true;
}

void KluSolver::Klu::measure_pivots(const SparseMatrix& a) {
  const Pattern& p = a.pattern();
  const auto* const pivots = static_cast<const double*>(numeric->Udiag);
  for (int k = 0; k < n; ++k) {
    const int column = symbolic->Q[k];
    const auto rows = p.column(column);
    const double* const values = a.values().data() + p.start()[std::size_t(column)];
    double largest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      largest = std::max(largest, std::abs(values[i]) / row_scale(rows[i]));
    column_scale[column] = largest;
    relative_pivots[k] = std::abs(pivots[k]) / largest;  // (LIN.1)
  }
}

void KluSolver::Klu::measure_growth(const SparseMatrix& a) {
  const Pattern& p = a.pattern();
  klu_rgrowth(start_of(p), rows_of(p), values_of(a), symbolic.get(), numeric.get(), &common);
  growth = common.rgrowth;  // (LIN.2)
}

// Hager's estimate of 1/(‖B‖₁‖B⁻¹‖₁) for B = R A C, rows and columns scaled to unit maximum: climb
// from vertex to vertex of the unit ball along the gradient of ‖B⁻¹x‖₁.                     (LIN.3)
double KluSolver::Klu::estimate_rcond(const SparseMatrix& a) {
  const Pattern& p = a.pattern();
  double norm = 0;
  for (int j = 0; j < n; ++j) {
    double sum = 0;
    for (int k = p.start()[std::size_t(j)]; k < p.start()[std::size_t(j) + 1]; ++k)
      sum += std::abs(a.values()[std::size_t(k)]) / row_scale(p.rows()[std::size_t(k)]);
    norm = std::max(norm, sum / column_scale[j]);
  }
  double inverse_norm = 0;
  x.setConstant(1.0 / n);
  for (int climb = 0; climb < 5; ++climb) {
    for (int i = 0; i < n; ++i) y[i] = x[i] * row_scale(i);
    klu_solve(symbolic.get(), numeric.get(), n, 1, y.data(), &common);
    y.array() *= column_scale.array();
    inverse_norm = std::max(inverse_norm, y.lpNorm<1>());
    for (int j = 0; j < n; ++j) y[j] = std::copysign(column_scale[j], y[j]);
    klu_tsolve(symbolic.get(), numeric.get(), n, 1, y.data(), &common);
    for (int i = 0; i < n; ++i) y[i] *= row_scale(i);
    Eigen::Index steepest = 0;
    const double slope = y.cwiseAbs().maxCoeff(&steepest);
    if (!(slope > y.dot(x))) break;
    x.setZero();
    x[steepest] = 1;
  }
  const double rcond = 1 / (norm * inverse_norm);
  return rcond > 0 ? rcond : 0;  // also for NaN: the solutions overflowed
}

FactorReport KluSolver::Klu::judge(const SparseMatrix& a, FactorReport::Result when_regular) {
  Eigen::Index worst = 0;
  double rcond = relative_pivots.minCoeff<Eigen::PropagateNaN>(&worst);
  if (!(rcond > doubtful_pivot)) rcond = std::isnan(rcond) ? 0 : estimate_rcond(a);
  return {.result = rcond > singular_rcond ? when_regular : FactorReport::Result::singular,
          .rcond = rcond,
          .growth = growth,
          .column = symbolic->Q[worst]};
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
  for (Vector* v : {&klu.relative_pivots, &klu.trusted_pivots, &klu.column_scale, &klu.x, &klu.y})
    v->setZero(klu.n);

  StructuralMatch match = match_structurally(pattern);
  klu.structural_rank = match.rank;
  if (match.rank < klu.n) {
    klu.first_unmatched_column = match.unmatched_columns.front();
  } else if (klu.n > 0) {
    klu.symbolic = klu.order(pattern, ordering);
    if (ordering == Ordering::automatic) klu.alternative = klu.order(pattern, Ordering::colamd);
  }
  return {.n = klu.n,
          .structural_rank = match.rank,
          .unmatched_rows = std::move(match.unmatched_rows),
          .unmatched_columns = std::move(match.unmatched_columns)};
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
  if (const auto bad = a.first_not_finite())
    return {.result = FactorReport::Result::not_finite, .column = bad->column, .row = bad->row};
  if (klu.structural_rank < klu.n)
    return {.result = FactorReport::Result::singular, .column = klu.first_unmatched_column};

  FactorReport report;
  if (had_pivots && klu.refactor(a)) report = klu.judge(a, FactorReport::Result::refactored);
  if (!report.ok()) report = klu.factor_fully(a);
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
  Vector& correction = klu_->x;
  x = b;
  solve(x);
  correction = b;
  a.multiply_add(x, -1, correction);
  solve(correction);
  x += correction;
}

namespace {

int parity(const int* permutation, int n) {
  std::vector<bool> seen(std::size_t(n), false);
  int sign = 1;
  for (int k = 0; k < n; ++k)
    for (int i = k; !seen[std::size_t(i)]; i = permutation[i]) {
      seen[std::size_t(i)] = true;
      if (permutation[i] != k) sign = -sign;  // a cycle of length l is l − 1 exchanges
    }
  return sign;
}

}  // namespace

// P A Q = L U with a positive scale of each row and a diagonal of ones in L.
int KluSolver::determinant_sign() const {
  if (!klu_->is_factored) return 0;
  if (klu_->n == 0) return 1;  // nothing is factored
  const klu_numeric& numeric = *klu_->numeric;
  int sign = parity(numeric.Pnum, klu_->n) * parity(klu_->symbolic->Q, klu_->n);
  const auto* const pivots = static_cast<const double*>(numeric.Udiag);
  for (int k = 0; k < klu_->n; ++k)
    if (pivots[k] < 0) sign = -sign;
  return sign;
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
