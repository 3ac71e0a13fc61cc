// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/newton.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

NewtonReport::Status newton_status(Outcome outcome) {
  return outcome == Outcome::user_stop ? NewtonReport::Status::stopped
                                       : NewtonReport::Status::domain_error;
}

NewtonReport::Status newton_status(NewtonProblem::Matrix result) {
  switch (result) {
    case NewtonProblem::Matrix::singular:
      return NewtonReport::Status::singular;
    case NewtonProblem::Matrix::stopped:
      return NewtonReport::Status::stopped;
    default:
      return NewtonReport::Status::domain_error;
  }
}

// In two passes, which are vectorised: one that follows the row is three times as long.
int row_of_largest(const Vector& r) {
  if (r.size() == 0) return -1;
  const double largest = r.cwiseAbs().maxCoeff();
  int row = 0;
  while (row + 1 < r.size() && std::abs(r[row]) != largest && !std::isnan(r[row])) ++row;
  return row;
}

}  // namespace

NewtonReport Newton::solve(NewtonProblem& problem, const JacobianPlan& plan, Observer* observer) {
  using Status = NewtonReport::Status;
  NewtonReport report;
  Course course;
  for (int k = 0; k < max_iterations_; ++k) {
    if (const Verdict failure = find_correction(problem, plan, k, course, report)) {
      report.status = *failure;
      return report;
    }
    course.renews_next = problem.matrix_is_doubtful();
    report.size = problem.correct(d_);
    report.iterations = k + 1;
    report.worst_row = row_of_largest(r_);
    if (observer) tell(*observer, k, course.is_renewed, report);
    if (const Verdict status = judge(problem, k, course, report)) {
      report.status = *status;
      return report;
    }
    course.size_before = report.size;
    course.was_renewed = course.is_renewed || course.renews_next;
  }
  report.stood_still = report.iterations > 0 && report.size <= problem.stagnation();
  report.status = report.stood_still ? Status::converged : Status::too_slow;
  return report;
}

Newton::Verdict Newton::find_correction(NewtonProblem& problem, const JacobianPlan& plan, int k,
                                        Course& course, NewtonReport& report) {
  using Status = NewtonReport::Status;
  if (const Outcome outcome = problem.residual(r_); outcome != Outcome::ok)
    return newton_status(outcome);
  if (!r_.allFinite()) {
    report.worst_row = 0;
    while (std::isfinite(r_[report.worst_row])) ++report.worst_row;
    return Status::domain_error;
  }
  const bool is_planned =
      !plan.pattern.empty() && plan.pattern[std::size_t(k) % plan.pattern.size()];
  course.is_renewed = is_planned || course.renews_next;
  if (course.is_renewed) {
    if (const auto result = problem.renew_matrix(); result != NewtonProblem::Matrix::ok)
      return newton_status(result);
    report.matrix_was_renewed = true;
    rate_ = unknown_rate;
  }
  d_ = -r_;
  problem.solve(d_);
  if (!d_.allFinite()) return Status::diverged;
  return {};
}

Newton::Verdict Newton::judge(const NewtonProblem& problem, int k, const Course& course,
                              NewtonReport& report) {
  using Status = NewtonReport::Status;
  const double size = report.size;
  if (!std::isfinite(size)) return Status::diverged;
  if (course.renews_next) return {};
  if (size <= problem.round_off()) return Status::converged;

  double rate = std::max(rate_, least_remembered_rate);
  if (k > 0) {
    report.rate = size / course.size_before;
    rate_ = rate = std::max(rate_ < unknown_rate ? 0.3 * rate_ : 0.0, report.rate);
  }
  const double left = rate / (1 - rate) * size;  // (NEWT.1)
  if (rate < 1 && (problem.is_smooth() ? left : std::max(left, size)) <= 1)
    return Status::converged;
  // The first correction with a new matrix makes up for the old one: a large one is no divergence.
  const bool is_comparable =
      !course.is_renewed || (course.was_renewed && k >= full_newton_patience);
  const double most = k > 1 ? divergence_rate : first_divergence_rate;
  if (!is_comparable || k == 0 || !(report.rate > most)) return {};
  report.stood_still = size <= problem.stagnation();
  return report.stood_still ? Status::converged : Status::diverged;
}

void Newton::tell(Observer& observer, int k, bool is_renewed, const NewtonReport& report) const {
  int column = -1;
  const double change = d_.size() > 0 ? d_.cwiseAbs().maxCoeff(&column) : 0;
  const double residual = r_.size() > 0 ? std::abs(r_[report.worst_row]) : 0;
  observer.iteration_done(
      {k + 1, residual, report.worst_row, change, column, report.size, is_renewed, r_, d_});
}

}  // namespace trammel
