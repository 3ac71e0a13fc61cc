// What a run cost and how well it went, as JSON with fixed keys.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::results {

// A request that has no value at some outputs: SQRT of a negative number, an overflow.
struct MissingValues {
  int request = 0;  // id
  long outputs = 0;
  double first_time = 0, last_time = 0;
  std::string reason;  // "F2: SQRT of a negative number"
};

struct RunStatistics {
  std::string model, analysis, integrator, status;
  double error = 0, time_end = 0;
  long steps = 0, rejected_steps = 0, convergence_failures = 0;
  long iterations = 0, residuals = 0, jacobians = 0, factorizations = 0, refactorizations = 0;
  long equations = 0, bodies = 0, degrees_of_freedom = 0, redundant_constraints = 0;
  double h_min = 0, h_max = 0;
  double wall_s = 0, cpu_s = 0;
  double constraint_violation = 0;  // largest |Φ| over all outputs
  std::vector<MissingValues> missing_values;
};

struct Summary {
  RunStatistics statistics;           // status "running": the run was killed, or still runs
  std::vector<std::string> warnings;  // one message each, as on the terminal
  bool finished = false;              // closed by the run itself
};

std::string to_json(const RunStatistics&);
std::string summary_to_json(const Summary&);
// What can be understood of it; never fails.
Summary summary_from_json(const std::string&);

// docs/reference/results.md, in Markdown: the columns of the table, the keys of the statistics.
std::string results_reference();

}  // namespace trammel::results
