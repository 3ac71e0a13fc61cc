// What a run cost and how well it went, as JSON with fixed keys.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace trammel::results {

struct RunStatistics {
  std::string model, analysis, integrator;
  double error = 0, time_end = 0;
  long steps = 0, rejected_steps = 0, convergence_failures = 0;
  long iterations = 0, residuals = 0, jacobians = 0, factorizations = 0, refactorizations = 0;
  long equations = 0, bodies = 0, degrees_of_freedom = 0, redundant_constraints = 0;
  double h_min = 0, h_max = 0;
  double wall_s = 0, cpu_s = 0;
  double constraint_violation = 0;  // largest |Φ| over all outputs
};

std::string to_json(const RunStatistics&);

}  // namespace trammel::results
