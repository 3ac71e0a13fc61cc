// What all implicit methods share: attempts, Newton with old matrices, one policy for failures,
// statistics, and the message when there is no way on. A method says how it predicts a step, what
// its Newton system is, how large its local error is and what it remembers of an accepted step.
// Theory: docs/theory/steps.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/corrector_test.h"
#include "integrators/stepping_integrator.h"
#include "numerics/newton.h"

namespace trammel {

class ImplicitIntegrator : public SteppingIntegrator, protected NewtonProblem {
 public:
  StepReport step(double t_limit) final;

 protected:
  struct ErrorEstimate {
    double error;     // relative to ERROR
    double exponent;  // of h in it
  };

  // `size`: of the Newton system; `position_tolerance`: |δ| that Newton may leave.
  ImplicitIntegrator(const Dae&, const IntegratorOptions&, int size, double position_tolerance);

  // s1_ and all that depends on h_, for a step of size h_ from s0_.
  virtual StepReport predict() = 0;
  virtual BlockMask blocks_needed() const = 0;
  // Derivatives at the iterate: blocks_ at s1_, unless the method has points of its own.
  virtual Outcome linearise() { return dae_.linearise(s1_, blocks_needed(), blocks_); }
  // The Newton matrix from blocks_ and h_, factored.
  virtual FactorReport factor() = 0;
  virtual std::string describe_singularity() const = 0;
  virtual const SparseMatrix& newton_matrix_values() const = 0;
  // What the matrix depends on besides blocks_: a large change asks for factor().
  virtual double matrix_parameter() const { return h_; }
  // For a small change: the scales of rows and unknowns become those of h_, the factors stay. Only terms that
  // h multiplies are wrong then, and these are small where a model is not stiff. False: not offered.
  virtual bool stretch() { return false; }
  // Fills error_ (tangent increments) and state_error_.
  virtual ErrorEstimate estimate_error() = 0;
  // s1_ becomes s0_; the interpolant and the history follow. control_ already knows the next step.
  virtual void accept() = 0;
  // A step of size h_ that is too short for the formula, made and accepted without it; false: it is
  // long enough.
  virtual bool glide() { return false; }
  virtual bool finds_reactions_by_positions() const { return false; }  // index 3

  // NewtonProblem, for the methods: residual, solve and correct remain.
  Matrix renew_matrix() final;
  bool matrix_is_doubtful() const final;
  bool is_smooth() const final { return !layout_.states_have_corners; }
  double round_off() const final { return corrector_.round_off(); }
  double stagnation() const final;

  Matrix recombine();  // factor(), counted
  void forget_matrix() { blocks_are_valid_ = false; }
  void set_slow_rate(double rate) { slow_rate_ = rate; }
  bool has_blocks() const { return blocks_are_valid_; }
  // The exponential map is singular at 2π: attempts that turn further than this are refused.
  bool turns_too_far(const Vector& increment) const;
  void observe_magnitudes();
  // Rounding, magnified next to a pose where constraints become dependent, is heard (STEP.2).
  bool is_near_singular() const { return steps_near_singular_ > 0; }

  // An error filtered by the Newton matrix must have been small beside the model: units of length
  // relative to 1 or the largest yet, rad.
  static constexpr double largest_filtered = 0.1;

  Newton newton_;
  JacobianPlan plan_;
  CorrectorTest corrector_;
  Blocks blocks_;
  Values values_;
  bool stood_still_ = false;  // Newton in the last attempt: a and λ are noise

 private:
  Matrix prepare_matrix(bool force_new);
  bool stretch_to(double parameter);
  void judge_rate(double rate);  // of an accepted step: what the next one needs
  NewtonReport attempt(bool force_new_matrix);
  double largest_inertia();
  void forget_run() final;
  // Next to a pose where constraints become dependent: implicit_singular.cpp
  void watch_pivots(double pivot);
  void tolerate_noise(ErrorEstimate&) const;
  bool hop(AttemptResult);  // whether to try a step of another length at once
  double hop_length() const;
  StepReport count_glide(double t);  // from t
  StepReport count_step(double error);
  StepReport give_up(AttemptResult, const NewtonReport&, double error) const;

  double inertia_ = 0;  // |M|
  Vector inertia_rows_;
  double slow_rate_ = 0.15;  // a slower corrector asks for a new matrix
  bool blocks_are_valid_ = false, matrix_is_wanted_ = false;
  double parameter_of_matrix_ = 0, parameter_of_scales_ = 0;  // the same unless stretched
  bool factors_are_wanted_ = false;                           // for the scales in use
  double first_h_ = 0;                                        // of the first attempt at this step
  double largest_pivot_ = 0;           // largest yet of the smallest pivots (LIN.1)
  int steps_near_singular_ = 0;        // how many more count as such
  bool matrix_is_of_attempt_ = false;  // made in it
  int hops_ = 0;                       // tried in this step
  long steps_with_blocks_ = 0;
  mutable bool matrix_is_fresh_ = false;  // made since the last iteration
};

}  // namespace trammel
