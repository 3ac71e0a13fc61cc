// What all implicit methods share: attempts, Newton with old matrices, one policy for failures,
// statistics, and the message when there is no way on. A method says how it predicts a step, what
// its Newton system is, how large its local error is and what it remembers of an accepted step.
// Theory: docs/theory/steps.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/corrector_test.h"
#include "integrators/integrator.h"
#include "numerics/error_norm.h"
#include "numerics/index_one.h"
#include "numerics/newton.h"

namespace trammel {

class ImplicitIntegrator : public Integrator, protected NewtonProblem {
 public:
  ~ImplicitIntegrator() override;
  StepReport start(const State&) final;
  StepReport step(double t_limit) final;
  const State& state() const final { return s0_; }
  const Statistics& statistics() const final { return statistics_; }
  std::string bottleneck() const override;
  std::string row_name(int row) const override { return dae_.row_name(row); }
  std::string column_name(int column) const override { return dae_.column_name(column); }
  std::string unknown_name(int i) const final { return dae_.column_name(i); }
  void set_fixed_step(double h) final;

 protected:
  struct ErrorEstimate {
    double error;     // relative to ERROR
    double exponent;  // of h in it
  };

  // `size`: of the Newton system; `position_tolerance`: |δ| that Newton may leave.
  ImplicitIntegrator(const Dae&, const IntegratorOptions&, int size, double position_tolerance);

  // From q, v, x of s0_, which satisfy the constraints; infinite h: the method chooses one. Calls
  // control_.start(h).
  virtual StepReport begin(double h) = 0;
  // After repeated failures: from the present state, without history, next step h.
  virtual StepReport restart(double h) = 0;

  // s1_ and all that depends on h_, for a step of size h_ from s0_.
  virtual StepReport predict() = 0;
  virtual BlockMask blocks_needed() const = 0;
  // Derivatives at the iterate: blocks_ at s1_, unless the method has points of its own.
  virtual Outcome linearise() { return dae_.linearise(s1_, blocks_needed(), blocks_); }
  // The Newton matrix from blocks_ and h_, factored.
  virtual FactorReport factor() = 0;
  virtual std::string describe_singularity() const = 0;
  virtual const SparseMatrix& newton_matrix_values() const = 0;
  // What the matrix depends on besides blocks_: a change asks for factor().
  virtual double matrix_parameter() const { return h_; }
  // Fills error_ (tangent increments) and state_error_.
  virtual ErrorEstimate estimate_error() = 0;
  // s1_ becomes s0_; the interpolant and the history follow. control_ already knows the next step.
  virtual void accept() = 0;
  // A step of size h_ that is too short for the formula, made and accepted without it; false: it is
  // long enough.
  virtual bool glide() { return false; }
  virtual bool finds_reactions_by_positions() const { return false; }  // index 3
  bool is_cut() const { return h_ < 0.999 * planned_; }
  // restart(), counted and told.
  StepReport start_anew(double h);

  // NewtonProblem, for the methods: residual, solve and correct remain.
  Matrix renew_matrix() final;
  bool matrix_is_doubtful() const final;
  double round_off() const final { return corrector_.round_off(); }
  double stagnation() const final { return corrector_.stagnation(steps_with_blocks_ == 0); }

  Matrix recombine();  // factor(), counted
  void forget_matrix() { blocks_are_valid_ = false; }
  void set_slow_rate(double rate) { slow_rate_ = rate; }
  bool has_blocks() const { return blocks_are_valid_; }
  // The exponential map is singular at 2π: attempts that turn further than this are refused.
  bool turns_too_far(const Vector& increment) const;
  // a, λ, ẋ, y of s0_ for its q, v, x.
  StepReport accelerate();
  // The same after bringing q and v onto their constraints, as far as that is possible.
  StepReport make_consistent();
  // ä and ẍ ahead of s0_ by differences, zero when they cannot be had; for steps of about h_.
  void third_derivative(Vector& jerk, Vector& x_second);
  // A first step whose error, `constant` h³ |jerk|, is a tenth of ERROR.
  double first_step(double constant, const Vector& jerk, const Vector& x_second) const;
  void observe_magnitudes();

  // An error filtered by the Newton matrix must have been small beside the model: units of length
  // relative to 1 or the largest yet, rad.
  static constexpr double largest_filtered = 0.1;

  const Dae& dae_;
  const Layout& layout_;
  IntegratorOptions options_;
  IndexOne index_one_;
  Newton newton_;
  JacobianPlan plan_;
  StepController control_;
  ErrorNorm norm_;
  CorrectorTest corrector_;
  Statistics statistics_;

  State s0_, s1_;       // ends of the step; a is the true acceleration
  double h_ = 0;        // of the attempt …
  double t1_ = 0;       // … and its end
  double planned_ = 0;  // the same, were it not cut to land on a time
  Blocks blocks_;
  Values values_;
  Vector error_, state_error_;  // local error of the last attempt
  bool is_started_ = false;
  bool stood_still_ = false;  // Newton in the last attempt: a and λ are noise

 private:
  Matrix prepare_matrix(bool force_new);
  NewtonReport attempt(bool force_new_matrix);
  void tell_of_attempt(double t) const;
  double choose_step(double t_limit);  // h_, t1_ and planned_
  // Next to a pose where constraints become dependent: implicit_singular.cpp
  void watch_pivots(double pivot);
  bool is_near_singular() const { return steps_near_singular_ > 0; }
  void tolerate_noise(ErrorEstimate&) const;
  bool hop(AttemptResult);  // whether to try a step of another length at once
  double hop_length() const;
  void advance_clock(double t);      // from t, by h_
  StepReport count_glide(double t);  // from t
  StepReport count_step(double error);
  StepReport give_up(AttemptResult, const NewtonReport&, double error) const;
  bool look_ahead(double dt);

  double slow_rate_ = 0.25;  // a slower corrector asks for a new matrix
  unsigned revision_;        // of the layout this object was made for
  // What rounding has taken from the time of s0_. Thousands of equal steps would all be rounded the
  // same way, and a driven velocity would disagree with the steps of its position.
  double t_lost_ = 0;
  bool blocks_are_valid_ = false, matrix_is_wanted_ = false;
  double parameter_of_matrix_ = 0;
  double first_h_ = 0;                 // of the first attempt at this step
  double largest_pivot_ = 0;           // largest yet of the smallest pivots (LIN.1)
  int steps_near_singular_ = 0;        // how many more count as such
  bool matrix_is_of_attempt_ = false;  // made in it
  int hops_ = 0;                       // tried in this step
  long steps_with_blocks_ = 0;
  mutable bool matrix_is_fresh_ = false;  // made since the last iteration
};

}  // namespace trammel
