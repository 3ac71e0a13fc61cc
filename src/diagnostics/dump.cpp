// SPDX-License-Identifier: BSD-3-Clause
#include "diagnostics/dump.h"

#include <fmt/format.h>

#include "diagnostics/names.h"
#include "numerics/dae.h"

namespace trammel::diagnostics {

void ResidualDump::attempt_begins(const AttemptEvent& event) {
  say_(fmt::format("\nRHSDUMP of step {} from {:.9e}, step size {:.5e}\n", event.step, event.t,
                   event.h));
}

void ResidualDump::iteration_done(const IterationEvent& event) {
  std::string text = fmt::format("iteration {}: residuals\n", event.iteration);
  for (int row = 0; row < int(event.residuals.size()); ++row)
    text += fmt::format("  {:<40} {: .9e}\n", row_name(names_, row), event.residuals[row]);
  text += fmt::format("iteration {}: corrections\n", event.iteration);
  for (int column = 0; column < int(event.corrections.size()); ++column)
    text +=
        fmt::format("  {:<40} {: .9e}\n", column_name(names_, column), event.corrections[column]);
  say_(text);
}

void ResidualDump::attempt_ends(const AttemptEndEvent& event) {
  std::string text =
      fmt::format("after {} iterations, {}\n", event.iterations, describe(event.result));
  if (event.state) {
    const State& s = *event.state;
    int i = 0;
    const auto list = [&](const char* what, const Vector& values) {
      for (const double value : values)
        text += fmt::format("  {:<40} {:<13} {: .9e}\n", unknown_name(names_, i++), what, value);
    };
    list("velocity", s.v);
    i = 0;
    list("acceleration", s.a);
    list("multiplier", s.lambda);
    list("rate", s.x_dot);
    list("value", s.y);
  }
  say_(text);
}

void MatrixDump::matrix_factored(double t, const SparseMatrix& matrix) {
  std::string text = fmt::format("\nJMDUMP at {:.9e}: {} equations, {} entries\n", t,
                                 matrix.n_rows(), matrix.pattern().n_entries());
  std::size_t entry = 0;
  for (int column = 0; column < matrix.n_columns(); ++column)
    for (const int row : matrix.pattern().column(column))
      text += fmt::format("  d({})/d({}) = {:.9e}\n", row_name(names_, row),
                          column_name(names_, column), matrix.values()[entry++]);
  say_(text);
}

}  // namespace trammel::diagnostics
