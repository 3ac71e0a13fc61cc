// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/observer.h"

#include <algorithm>

namespace trammel {

std::string_view describe(AttemptResult result) {
  switch (result) {
    case AttemptResult::accepted:
      return "accepted";
    case AttemptResult::error_too_large:
      return "the local error is too large";
    case AttemptResult::not_converged:
      return "the corrector does not converge";
    case AttemptResult::jumped:
      return "the step goes to another solution of the constraints";
    case AttemptResult::singular_matrix:
      return "the matrix is singular";
    case AttemptResult::domain_error:
      return "a function has no value here";
    case AttemptResult::stopped:
      return "stopped";
  }
  return "";
}

void Observers::attempt_begins(const AttemptEvent& event) {
  for (Observer* o : observers_) o->attempt_begins(event);
}

void Observers::iteration_done(const IterationEvent& event) {
  for (Observer* o : observers_) o->iteration_done(event);
}

void Observers::attempt_ends(const AttemptEndEvent& event) {
  for (Observer* o : observers_) o->attempt_ends(event);
}

void Observers::pivots_chosen_anew() {
  for (Observer* o : observers_) o->pivots_chosen_anew();
}

void Observers::restarted(double t) {
  for (Observer* o : observers_) o->restarted(t);
}

void Observers::matrix_factored(double t, const SparseMatrix& matrix) {
  for (Observer* o : observers_) o->matrix_factored(t, matrix);
}

void Observers::matrix_is_singular(double t, const std::string& description) {
  for (Observer* o : observers_) o->matrix_is_singular(t, description);
}

void Observers::advise(double t, const std::string& text, double steps_ahead) {
  for (Observer* o : observers_) o->advise(t, text, steps_ahead);
}
void Observers::set_names(const EquationNames* names) {
  for (Observer* o : observers_) o->set_names(names);
}

bool Observers::wants_descriptions() const {
  return std::any_of(observers_.begin(), observers_.end(),
                     [](const Observer* o) { return o->wants_descriptions(); });
}

}  // namespace trammel
