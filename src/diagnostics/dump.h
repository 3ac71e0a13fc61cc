// DEBUG/RHSDUMP and DEBUG/JMDUMP: residuals, corrections and unknowns of every iteration, and every
// entry of every Newton matrix, with the names of equations and variables. For small models.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "diagnostics/listener.h"

namespace trammel::diagnostics {

class ResidualDump final : public Listener {
 public:
  using Listener::Listener;

  void attempt_begins(const AttemptEvent&) override;
  void iteration_done(const IterationEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
};

class MatrixDump final : public Listener {
 public:
  using Listener::Listener;

  void matrix_factored(double t, const SparseMatrix&) override;
};

}  // namespace trammel::diagnostics
