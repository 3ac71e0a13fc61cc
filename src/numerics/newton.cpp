// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/newton.h"

#include <cmath>
#include <utility>

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

}  // namespace

NewtonReport Newton::solve(NewtonProblem& problem, const JacobianPlan& plan, Observer* observer) {
  using Status = NewtonReport::Status;
  NewtonReport report;
  const auto end = [&](Status status) {
    report.status = status;
    return report;
  };

  double previous_size = 0;
  bool renewed_before = false, renew_next = false;
  for (int k = 0; k < max_iterations_; ++k) {
    if (const Outcome outcome = problem.residual(r_); outcome != Outcome::ok)
      return end(newton_status(outcome));
    if (!r_.allFinite()) {
      report.worst_row = 0;
      while (std::isfinite(r_[report.worst_row])) ++report.worst_row;
      return end(Status::domain_error);
    }

    const bool planned =
        !plan.pattern.empty() && plan.pattern[std::size_t(k) % plan.pattern.size()];
    const bool renew = planned || std::exchange(renew_next, false);
    if (renew) {
      if (const auto result = problem.renew_matrix(); result != NewtonProblem::Matrix::ok)
        return end(newton_status(result));
      report.matrix_was_renewed = true;
      rate_ = unknown_rate;
    }

    d_ = -r_;
    problem.solve(d_);
    if (!d_.allFinite()) return end(Status::diverged);
    renew_next = problem.matrix_is_doubtful();
    const double size = problem.correct(d_);
    report.iterations = k + 1;
    report.size = size;
    if (r_.size() > 0) r_.cwiseAbs().maxCoeff(&report.worst_row);
    if (observer) {
      int column = -1;
      const double change = d_.size() > 0 ? d_.cwiseAbs().maxCoeff(&column) : 0;
      const double residual = r_.size() > 0 ? std::abs(r_[report.worst_row]) : 0;
      observer->iteration_done(
          {k + 1, residual, report.worst_row, change, column, size, renew, r_, d_});
    }
    if (!std::isfinite(size)) return end(Status::diverged);
    if (renew_next) {
      previous_size = size;
      renewed_before = true;
      continue;
    }
    if (size <= problem.round_off()) return end(Status::converged);

    double rate = std::max(rate_, least_remembered_rate);
    if (k > 0) {
      report.rate = size / previous_size;
      rate_ = rate = std::max(rate_ < unknown_rate ? 0.3 * rate_ : 0.0, report.rate);
    }
    if (rate < 1 && rate / (1 - rate) * size <= 1) return end(Status::converged);  // (NEWT.1)
    // The first correction with a new matrix makes up for the old one: a large one is no
    // divergence.
    const bool comparable = !renew || (renewed_before && k >= full_newton_patience);
    const double most = k > 1 ? divergence_rate : first_divergence_rate;
    if (comparable && k > 0 && report.rate > most) {
      report.stood_still = size <= problem.stagnation();
      return end(report.stood_still ? Status::converged : Status::diverged);
    }
    previous_size = size;
    renewed_before = renew;
  }
  report.stood_still = report.iterations > 0 && report.size <= problem.stagnation();
  return end(report.stood_still ? Status::converged : Status::too_slow);
}

}  // namespace trammel
