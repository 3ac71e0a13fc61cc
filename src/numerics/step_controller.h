// One policy for the size of steps and for what to do when a step fails, for all methods.
//
//   h_new = 0.9 h (ε/e)^(1/k)     e: local error, proportional to h^k                        (STEP.1)
//
// Growth only by more than 20 % and after three steps at constant h: every change of h disturbs
// multistep histories and index-3 multipliers. Decreases by more than 5 % are obeyed. Failures, in
// order: an old matrix is renewed; the step shrinks; after three failures in a row the method
// restarts; below the smallest step it gives up. Theory: docs/theory/steps.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/newton.h"

namespace trammel {

struct StepLimits {
  double h_init = 0;  // HINIT; 0: chosen from the third derivative at the start
  double h_min = 0;   // HMIN; 0: round-off of the time
  double h_max = 0;   // HMAX; 0: none
  double fixed = 0;   // constant steps without error control; 0: adaptive
};

struct StepDecision {
  enum class Action : unsigned char { accept, retry, retry_with_new_matrix, restart, give_up };
  Action action;
  double h;  // of the next attempt
};

class StepController {
 public:
  explicit StepController(const StepLimits& limits) : limits_(limits) {}

  void start(double h);  // first step, or restart

  double h() const { return h_; }
  void propose(double h);  // by a method that chooses its steps, after completed()

  // Shorter steps than this are mostly round-off of the time.
  static double resolution(double t);

  // The step to attempt from t + t_lost towards t_limit: never beyond it, no sliver left before it. t_lost: what
  // rounding has taken from t.
  double attempt(double t, double t_limit, double largest, double t_lost = 0) const;

  // `error` = e/ε of a converged attempt; `exponent` = k.
  bool accepts(double error) const { return limits_.fixed > 0 || error <= 1; }
  StepDecision completed(double t, double h, double error, double exponent);
  StepDecision newton_failed(double t, double h, const NewtonReport&, bool matrix_is_new);

  const StepLimits& limits() const { return limits_; }

 private:
  static constexpr double safety = 0.9;
  static constexpr double least_growth = 1.2;       // below: keep h
  static constexpr double tolerated_excess = 0.95;  // above: not worth a change and a factorisation
  static constexpr double shortest_telling = 0.1;   // a shorter step does not judge h
  static constexpr double most_growth = 2.0;
  static constexpr double start_growth = 3.0;  // until the first rejection or the tenth step
  static constexpr double least_shrink = 0.2;
  static constexpr int steps_between_growth = 3;
  static constexpr int failures_before_restart = 3;

  StepDecision shrink(double t, double h, double factor);
  double smallest(double t) const;

  StepLimits limits_;
  double h_ = 0;
  int steps_at_h_ = 0;
  int failures_ = 0;  // in a row
  int steps_since_start_ = 0;
  bool starting_ = true;  // step growth not yet limited
};

}  // namespace trammel
