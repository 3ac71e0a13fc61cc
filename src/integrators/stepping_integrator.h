// What all integrators with steps of their own share: the clock, the choice of h, statistics, names,
// observers, and accelerations of the present state.
// Theory: docs/theory/steps.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/integrator.h"
#include "numerics/error_norm.h"
#include "numerics/index_one.h"

namespace trammel {

class SteppingIntegrator : public Integrator {
 public:
  ~SteppingIntegrator() override;
  StepReport start(const State&) final;
  const State& state() const final { return s0_; }
  const Statistics& statistics() const final { return statistics_; }
  std::string bottleneck() const override;
  std::string row_name(int row) const override { return dae_.row_name(row); }
  std::string column_name(int column) const override { return dae_.column_name(column); }
  std::string unknown_name(int i) const final { return dae_.column_name(i); }
  void set_fixed_step(double h) final;

 protected:
  SteppingIntegrator(const Dae&, const IntegratorOptions&);

  virtual void forget_run() = 0;  // what belongs to the run before
  // From q, v, x of s0_, which satisfy the constraints; infinite h: the method chooses one. Calls
  // control_.start(h).
  virtual StepReport begin(double h) = 0;
  // After repeated failures: from the present state, without history, next step h.
  virtual StepReport restart(double h) = 0;

  bool is_cut() const { return h_ < 0.999 * planned_; }
  // restart(), counted and told.
  StepReport start_anew(double h);
  // h_, t1_ and planned_; `wanted`: another length than that of the controller. Returns h_.
  double choose_step(double t_limit, double wanted = 0);
  double longest_step(double t_limit) const;  // that an attempt may have
  void advance_clock(double t);               // from t, by h_
  void tell_of_attempt(double t) const;
  StepReport count_step(double error);

  // a, λ, ẋ, y of s0_ for its q, v, x.
  StepReport accelerate();
  // The same after bringing q and v onto their constraints, as far as that is possible.
  StepReport make_consistent();
  // ä and ẍ ahead of s0_ by differences, zero when they cannot be had; for steps of about h_.
  void third_derivative(Vector& jerk, Vector& x_second);
  // Takes out of ä and ẍ what damping does to accelerations that it ends within much less than h, such as
  // the rounding of a stiff damper at rest: that says nothing about a step. True: there was some.
  bool forget_transients(double h, Vector& jerk, Vector& x_second);
  // A first step whose error, `constant` h³ |jerk|, is a tenth of ERROR.
  double first_step(double constant, const Vector& jerk, const Vector& x_second) const;

  const Dae& dae_;
  const Layout& layout_;
  IntegratorOptions options_;
  IndexOne index_one_;
  StepController control_;
  ErrorNorm norm_;
  Statistics statistics_;

  State s0_, s1_;               // ends of the step; a is the true acceleration
  double h_ = 0;                // of the attempt …
  double t1_ = 0;               // … and its end
  double planned_ = 0;          // the same, were it not cut to land on a time
  Vector error_, state_error_;  // local error of the last attempt, tangent increments and states
  bool is_started_ = false;

 private:
  bool look_ahead(double dt);

  unsigned revision_;  // of the layout this object was made for
  // What rounding has taken from the time of s0_. Thousands of equal steps would all be rounded the
  // same way, and a driven velocity would disagree with the steps of its position.
  double t_lost_ = 0;
};

// In words, what the index-1 system says at time t.
StepReport failure_of(const IndexOneReport&, const IndexOne&, double t);

// The status of a run that ends with this attempt.
StepReport::Status status_of(AttemptResult);

}  // namespace trammel
