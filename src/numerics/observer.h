// What happens inside a run, for those who want to listen: EPRINT, progress bars, statistics,
// tests. A null observer costs one comparison. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "math/vec.h"

namespace trammel {

class SparseMatrix;
struct State;

// Equations and unknowns of a Newton system by their numbers.
class EquationNames {
 public:
  virtual ~EquationNames() = default;
  virtual std::string row_name(int row) const = 0;
  virtual std::string column_name(int column) const = 0;
  // Of the i-th of (a, λ, ẋ, y).
  virtual std::string unknown_name(int i) const { return column_name(i); }
};

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
  jumped,  // to another solution of the constraints
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
  const State* state = nullptr;  // at the end of the attempt; null: there is none
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void attempt_begins(const AttemptEvent&) {}
  virtual void iteration_done(const IterationEvent&) {}
  virtual void attempt_ends(const AttemptEndEvent&) {}
  virtual void pivots_chosen_anew() {}
  virtual void restarted(double /*t*/) {}
  // A matrix about to be used, t: the end of the attempted step.
  virtual void matrix_factored(double /*t*/, const SparseMatrix&) {}
  // With the equation, the variable and the pivot in words.
  virtual void matrix_is_singular(double /*t*/, const std::string& /*description*/) {}

  // What the user should know while the run goes on. `steps_ahead` are worth saying again when they are many times
  // more; 0: it is about something else.
  virtual void advise(double /*t*/, const std::string& /*text*/, double /*steps_ahead*/) {}

  // What the numbers of rows and columns mean from now on; null: nothing.
  virtual void set_names(const EquationNames*) {}
  // Whether a description of a singular matrix is worth its cost.
  virtual bool wants_descriptions() const { return false; }
};

// Tells several listeners.
class Observers final : public Observer {
 public:
  void add(Observer& observer) { observers_.push_back(&observer); }  // not owned

  void attempt_begins(const AttemptEvent&) override;
  void iteration_done(const IterationEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
  void pivots_chosen_anew() override;
  void restarted(double t) override;
  void matrix_factored(double t, const SparseMatrix&) override;
  void matrix_is_singular(double t, const std::string&) override;
  void advise(double t, const std::string&, double steps_ahead) override;
  void set_names(const EquationNames*) override;
  bool wants_descriptions() const override;

 private:
  std::vector<Observer*> observers_;
};

}  // namespace trammel
