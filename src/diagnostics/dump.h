// DEBUG/RHSDUMP and DEBUG/JMDUMP: residuals, corrections and unknowns of every iteration, and every
// entry of every Newton matrix, with the names of equations and variables. For small models.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "diagnostics/eprint.h"

namespace trammel::diagnostics {

class ResidualDump final : public Observer {
 public:
  explicit ResidualDump(TextSink sink) : sink_(std::move(sink)) {}

  void attempt_begins(const AttemptEvent&) override;
  void iteration_done(const IterationEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
  void set_names(const EquationNames* names) override { names_ = names; }

 private:
  TextSink sink_;
  const EquationNames* names_ = nullptr;
};

class MatrixDump final : public Observer {
 public:
  explicit MatrixDump(TextSink sink) : sink_(std::move(sink)) {}

  void matrix_factored(double t, const SparseMatrix&) override;
  void set_names(const EquationNames* names) override { names_ = names; }

 private:
  TextSink sink_;
  const EquationNames* names_ = nullptr;
};

}  // namespace trammel::diagnostics
