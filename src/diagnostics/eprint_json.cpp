// SPDX-License-Identifier: BSD-3-Clause
#include "diagnostics/eprint_json.h"

#include <nlohmann/json.hpp>

#include "diagnostics/names.h"

namespace trammel::diagnostics {

namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& object) {
  // Names come from strangers' files: bytes that are not UTF-8 must not stop the run.
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

void EprintJson::attempt_begins(const AttemptEvent& e) {
  say_(line({{"event", "attempt"},
             {"step", e.step},
             {"order", e.order},
             {"t", e.t},
             {"h", e.h},
             {"iterations", e.iterations}}));
}

void EprintJson::iteration_done(const IterationEvent& e) {
  say_(line({{"event", "iteration"},
             {"n", e.iteration},
             {"residual", e.residual_row < 0 ? 0 : e.residuals[e.residual_row]},
             {"equation", row_name(names_, e.residual_row)},
             {"change", e.change_column < 0 ? 0 : e.corrections[e.change_column]},
             {"variable", column_name(names_, e.change_column)},
             {"norm", e.norm},
             {"new_matrix", takes_new_matrix()}}));
}

void EprintJson::attempt_ends(const AttemptEndEvent& e) {
  say_(line({{"event", "end"},
             {"result", describe(e.result)},
             {"t", e.t},
             {"h", e.h},
             {"error", e.error},
             {"next_h", e.next_h}}));
}

void EprintJson::pivots_chosen_anew() {
  say_(line({{"event", "new_pivots"}}));
}

void EprintJson::restarted(double t) {
  say_(line({{"event", "restart"}, {"t", t}}));
}

void EprintJson::matrix_is_singular(double t, const std::string& description) {
  say_(line({{"event", "singular"}, {"t", t}, {"text", description}}));
}

}  // namespace trammel::diagnostics
