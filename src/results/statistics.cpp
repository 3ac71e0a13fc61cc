// SPDX-License-Identifier: BSD-3-Clause
#include "results/statistics.h"

#include <nlohmann/json.hpp>

namespace trammel::results {

std::string to_json(const RunStatistics& s) {
  const nlohmann::ordered_json json = {
      {"model", s.model},
      {"analysis", s.analysis},
      {"integrator", s.integrator},
      {"error", s.error},
      {"time_end", s.time_end},
      {"steps", s.steps},
      {"rejected_steps", s.rejected_steps},
      {"convergence_failures", s.convergence_failures},
      {"iterations", s.iterations},
      {"residuals", s.residuals},
      {"jacobians", s.jacobians},
      {"factorizations", s.factorizations},
      {"refactorizations", s.refactorizations},
      {"equations", s.equations},
      {"bodies", s.bodies},
      {"degrees_of_freedom", s.degrees_of_freedom},
      {"redundant_constraints", s.redundant_constraints},
      {"h_min", s.h_min},
      {"h_max", s.h_max},
      {"wall_s", s.wall_s},
      {"cpu_s", s.cpu_s},
      {"constraint_violation", s.constraint_violation},
  };
  // A path need not be UTF-8.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace trammel::results
