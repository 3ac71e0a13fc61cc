// Newton's iteration with a possibly old matrix, stopped by the measured rate of convergence.
//
//   ρ_k = |d_k| / |d_{k−1}|,   converged when  ρ/(1−ρ) |d_k| ≤ 1                       (NEWT.1)
//
// |d| is the correction in units of the tolerance; the bound estimates the error that is left. The
// rate survives from solve to solve while the matrix does, so that one iteration can suffice.
// Outcomes are values: the caller decides about retries (numerics/step_controller.h).
// Theory: docs/theory/newton.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "numerics/dae.h"
#include "numerics/observer.h"

namespace trammel {

// What is to be solved; implemented by each method.
class NewtonProblem {
 public:
  enum class Matrix : unsigned char { ok, singular, domain_error, stopped };

  virtual Outcome residual(Vector& r) = 0;      // at the current iterate
  virtual Matrix renew_matrix() = 0;            // at the current iterate
  virtual void solve(Vector& r) = 0;            // r ← J⁻¹ r
  virtual double correct(const Vector& d) = 0;  // apply, return |d| in units of the tolerance
  // The matrix was made at an iterate so far from balance that it says little about the solution:
  // asked after the first correction with it, answered by a new one.
  virtual bool matrix_is_doubtful() const { return false; }
  // False: equations with corners. How fast corrections shrink says nothing of the next one.
  virtual bool is_smooth() const { return true; }
  virtual double stagnation() const {
    return round_off();
  }                                               // |d| at which standing still is enough
  virtual double round_off() const { return 0; }  // |d| below which no progress is possible

 protected:
  ~NewtonProblem() = default;
};

// When the matrix is renewed inside one solve.
struct JacobianPlan {
  std::vector<bool>
      pattern;  // PATTERN, cyclic over iterations; empty: the caller renews (adaptive)
};

struct NewtonReport {
  enum class Status : unsigned char {
    converged,
    diverged,
    too_slow,
    singular,
    domain_error,
    stopped
  };
  Status status = Status::too_slow;
  int iterations = 0;
  double rate = 0;  // last measured ρ, 0 when only one iteration was made
  double size = 0;  // last |d| in units of the tolerance
  bool matrix_was_renewed = false;
  bool stood_still = false;  // converged only because no progress was possible
  int worst_row = -1;        // equation with the largest residual in the last iteration
  bool converged() const { return status == Status::converged; }
};

class Newton {
 public:
  Newton(int size, int max_iterations)
      : max_iterations_(max_iterations), r_(Vector::Zero(size)), d_(Vector::Zero(size)) {}

  NewtonReport solve(NewtonProblem&, const JacobianPlan&, Observer*);

  // A new or recombined matrix: the remembered rate no longer counts.
  void forget_rate() { rate_ = unknown_rate; }
  // The matrix serves another problem than before: the remembered rate is at least this one.
  void expect_rate(double rate) { rate_ = std::min(unknown_rate, std::max(rate_, rate)); }

 private:
  static constexpr double unknown_rate = 1;
  static constexpr double divergence_rate = 0.95, first_divergence_rate = 2;
  // With a new matrix in every iteration the first corrections may grow on the way to the solution.
  static constexpr int full_newton_patience = 3;
  // A fresh matrix converges quadratically; its rate says nothing about the step after next.
  static constexpr double least_remembered_rate = 0.1;

  struct Course {              // of one solve
    double size_before = 0;    // of the last correction
    bool is_renewed = false;   // this iteration has a new matrix
    bool was_renewed = false;  // so had the one before
    bool renews_next = false;  // so has the next one: the matrix is doubtful
  };
  using Verdict = std::optional<NewtonReport::Status>;  // empty: go on

  Verdict find_correction(NewtonProblem&, const JacobianPlan&, int k, Course&, NewtonReport&);
  Verdict judge(const NewtonProblem&, int k, const Course&, NewtonReport&);
  void tell(Observer&, int k, bool is_renewed, const NewtonReport&) const;

  int max_iterations_;
  double rate_ = unknown_rate;
  Vector r_, d_;
};

}  // namespace trammel
