// DEBUG/EPRINT: every step and iteration as a block of lines, to see which equation and which
// variable keep a run from converging.
//
//   Step 7, order 2            3 iterations so far 315
//   from 5.000000000e-04, step 8.33333e-05
//   iteration  residual  equation   change  variable   new matrix
//
// Layout after section 8.5.1 of the ADAMS/Solver primer.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "numerics/observer.h"

namespace trammel::diagnostics {

using TextSink = std::function<void(const std::string&)>;

class Eprint final : public Observer {
 public:
  explicit Eprint(TextSink sink) : sink_(std::move(sink)) {}

  void attempt_begins(const AttemptEvent&) override;
  void iteration_done(const IterationEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
  void pivots_chosen_anew() override;
  void restarted(double t) override;
  void matrix_factored(double, const SparseMatrix&) override { is_new_matrix_ = true; }
  void matrix_is_singular(double t, const std::string&) override;
  void set_names(const EquationNames* names) override { names_ = names; }
  bool wants_descriptions() const override { return true; }

 private:
  TextSink sink_;
  const EquationNames* names_ = nullptr;
  bool is_new_matrix_ = false;  // since the last iteration
};

}  // namespace trammel::diagnostics
