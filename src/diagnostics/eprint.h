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

#include "diagnostics/listener.h"

namespace trammel::diagnostics {

class Eprint final : public StepListener {
 public:
  using StepListener::StepListener;

  void attempt_begins(const AttemptEvent&) override;
  void iteration_done(const IterationEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
  void pivots_chosen_anew() override;
  void restarted(double t) override;
  void matrix_is_singular(double t, const std::string&) override;
};

}  // namespace trammel::diagnostics
