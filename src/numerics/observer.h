// What happens inside a run, for those who want to listen: EPRINT, progress bars, statistics,
// tests. A null observer costs one comparison. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "math/vec.h"

namespace trammel {

struct AttemptEvent {  // a step is about to be tried
  long step;           // number of the step, from 1
  int order;
  double t, h;      // from t, with step h
  long iterations;  // cumulative, before this attempt
};

struct IterationEvent {
  int iteration;      // within the attempt, from 1
  double residual;    // largest residual …
  int residual_row;   // … and its equation (Dae::row_name)
  double change;      // largest correction …
  int change_column;  // … and its variable (Dae::column_name)
  double norm;        // size of the correction relative to the stopping tolerance
  bool new_jacobian;
  const Vector& residuals;
  const Vector& corrections;
};

enum class AttemptResult : unsigned char {
  accepted,
  error_too_large,
  not_converged,
  singular_matrix,
  domain_error,
  stopped,
};
std::string_view describe(AttemptResult);

struct AttemptEndEvent {
  AttemptResult result;
  double t, h;
  double error;   // local error relative to ERROR (accepted when at most 1)
  double next_h;  // step proposed for the next attempt
  int iterations;
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void attempt_begins(const AttemptEvent&) {}
  virtual void iteration_done(const IterationEvent&) {}
  virtual void attempt_ends(const AttemptEndEvent&) {}
  virtual void pivots_chosen_anew() {}
  virtual void restarted(double /*t*/) {}
};

}  // namespace trammel
