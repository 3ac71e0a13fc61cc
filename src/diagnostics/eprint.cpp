// SPDX-License-Identifier: BSD-3-Clause
#include "diagnostics/eprint.h"

#include <fmt/format.h>

#include "diagnostics/names.h"

namespace trammel::diagnostics {

void Eprint::attempt_begins(const AttemptEvent& event) {
  say_(fmt::format(
      "\nIntegration step No. {:<10} Order = {:<4} Cumulative iterations of\n"
      "From {:.9e}, Step = {:.5e}    the corrector: {}\n"
      "Iteration  Residual (or equation error)               Change in the variable"
      "                     Matrix\n"
      "count      Maximum   Element/ID: equation             Maximum   Element/ID: variable"
      "             new?\n"
      "{:-<104}\n",
      event.step, event.order, event.t, event.h, event.iterations, ""));
}

void Eprint::iteration_done(const IterationEvent& event) {
  const double residual = event.residual_row < 0 ? 0 : event.residuals[event.residual_row];
  const double change = event.change_column < 0 ? 0 : event.corrections[event.change_column];
  say_(fmt::format("{:<9} {:>9.1e}   {:<32} {:>8.1e}   {:<32} {}\n", event.iteration, residual,
                   row_name(names_, event.residual_row), change,
                   column_name(names_, event.change_column), takes_new_matrix() ? "yes" : "no"));
}

void Eprint::attempt_ends(const AttemptEndEvent& event) {
  if (event.result == AttemptResult::accepted) {
    say_(fmt::format("accepted; local error {:.2g} of ERROR, next step {:.5e}\n", event.error,
                     event.next_h));
    return;
  }
  const std::string error = event.result == AttemptResult::error_too_large
                                ? fmt::format(" ({:.3g} times ERROR)", event.error)
                                : "";
  say_(fmt::format("rejected: {}{}; next step {:.5e}\n", describe(event.result), error,
                   event.next_h));
}

void Eprint::pivots_chosen_anew() {
  say_("new pivots chosen: the old ones no longer suited the matrix\n");
}

void Eprint::restarted(double t) {
  say_(fmt::format("restarted at {:.9e}: no history, lowest order\n", t));
}

void Eprint::matrix_is_singular(double t, const std::string& description) {
  say_(fmt::format("at {:.9e}: {}\n", t, description));
}

}  // namespace trammel::diagnostics
