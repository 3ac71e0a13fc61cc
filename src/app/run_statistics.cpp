// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_statistics.h"

namespace trammel::app {

results::RunStatistics run_statistics(const std::string& model,
                                      const analysis::InitialConditions& ic, analysis::Kind kind,
                                      const analysis::RunSettings& settings,
                                      const analysis::RunReport& report, const Recorder& recorder) {
  const Layout& layout = ic.system->layout();
  const Statistics& s = report.statistics;
  results::RunStatistics r;
  r.model = model;
  r.analysis = std::string(analysis::name(kind));
  r.integrator = kind == analysis::Kind::dynamic ? settings.integrator : "";
  r.status = std::string(analysis::word(report.status));
  r.error = settings.error;
  r.time_end = report.time;
  r.steps = s.steps;
  r.rejected_steps = s.rejected_steps;
  r.convergence_failures = s.convergence_failures;
  r.iterations = s.iterations;
  r.residuals = s.residuals;
  r.jacobians = s.jacobians;
  r.factorizations = s.factorizations;
  r.refactorizations = s.refactorizations;
  r.equations = layout.n + layout.m() + layout.n_aux();
  r.bodies = ic.system->n_bodies();
  r.degrees_of_freedom = ic.degrees_of_freedom;
  r.redundant_constraints = long(ic.redundancy.dropped.size());
  r.h_min = s.h_min;
  r.h_max = s.h_max;
  r.constraint_violation = recorder.violation();
  r.missing_values = recorder.missing_values();
  return r;
}

}  // namespace trammel::app
