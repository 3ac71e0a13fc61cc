// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/position.h"
#include "analysis/velocity.h"
#include "analysis/weights.h"
#include "elements/initial_values.h"

namespace trammel::analysis {

using elements::Equations;
using model::Severity;
using system::System;

namespace {

using SharedEquations = std::shared_ptr<const Equations>;
constexpr int most_retries = 20;
constexpr double noticeable = 1e-4;  // change of a value the user gave, relative to its scale

const elements::Row& row_at(const Equations& equations, int row) {
  return equations.rows[std::size_t(row)];
}

std::vector<int> to_rows(const System& system, const std::vector<int>& constraints) {
  std::vector<int> rows;
  for (const int constraint : constraints) rows.push_back(system.equation_row(constraint));
  return rows;
}

// Takes the initial conditions among the culprits out of `rows`; false: there are none.
bool give_up_initial_rows(const Equations& equations, const std::vector<int>& culprits,
                          std::vector<int>& rows, Findings& findings) {
  bool any = false;
  for (const int culprit : culprits) {
    const elements::Row& row = row_at(equations, culprit);
    if (!row.initial_only) continue;
    any = true;
    std::erase(rows, culprit);
    findings.push_back({Severity::warning, system::owner_label(row), row.at,
                        "an initial condition contradicts the constraints and is not used: " +
                            row.name.substr(row.name.rfind(": ") + 2),
                        ""});
  }
  return any;
}

void report_failure(InitialConditions& ic, const System& system, const PositionReport& report,
                    std::string_view what) {
  const Equations& equations = system.equations();
  using Report = PositionReport::Status;
  if (report.status == Report::domain_error || report.culprits.empty()) {
    ic.status = Status::impossible;
    ic.findings.push_back(
        {Severity::error, "", {}, fmt::format("{} cannot be found: {}", what, system.fault()), ""});
    return;
  }
  std::vector<int> rows = to_rows(system, report.culprits);
  const elements::Row& worst = row_at(equations, rows.front());
  std::sort(rows.begin(), rows.end());
  const std::string names = system::list_owners(equations, rows);
  const bool conflict = report.status == Report::conflict;
  const bool several = std::any_of(rows.begin(), rows.end(), [&](int row) {
    return !(row_at(equations, row).owner == worst.owner);
  });
  ic.status = Status::impossible;
  ic.findings.push_back(
      {Severity::error, system::owner_label(worst), worst.at,
       conflict
           ? fmt::format("{} cannot be found: {} {}", what, names,
                         several ? "contradict each other" : "cannot be satisfied")
           : fmt::format("{} were not found in {} iterations; farthest from being satisfied: {}",
                         what, report.iterations, names),
       conflict ? "check lengths, positions and motions of these elements"
                : "start closer to an assembled position, or raise MAXIT of IC"});
}

PositionLimits limits_of(const model::InitialConditionSettings& settings) {
  PositionLimits limits;
  limits.error = settings.error;
  limits.rotation = settings.alimit;
  limits.translation = settings.tlimit;
  limits.iterations = 4 * std::max(settings.maxit, 1);  // damped steps count as well
  return limits;
}

// Cosines of the angles between axes that should coincide.
std::vector<double> codirection_cosines(const Equations& equations, const State& s) {
  elements::Motion motion(equations.skeleton);
  elements::move(equations.skeleton, s.q, s.v, s.a, motion);
  std::vector<double> cosines;
  for (const elements::Codirection& c : equations.codirections)
    cosines.push_back(motion.markers[std::size_t(c.i)].A.col(c.axis).dot(
        motion.markers[std::size_t(c.j)].A.col(c.axis)));
  return cosines;
}

void check_codirections(InitialConditions& ic, const Equations& equations,
                        const std::vector<double>& before) {
  const std::vector<double> after = codirection_cosines(equations, ic.state);
  for (std::size_t k = 0; k < after.size(); ++k) {
    if (after[k] >= 0) continue;
    const elements::Codirection& c = equations.codirections[k];
    const auto row = std::find_if(equations.rows.begin(), equations.rows.end(),
                                  [&](const elements::Row& r) { return r.owner == c.owner; });
    if (row == equations.rows.end()) continue;
    const char axis = "xyz"[c.axis];
    const bool flipped = before[k] >= 0;
    if (flipped) ic.status = Status::impossible;
    ic.findings.push_back(
        {flipped ? Severity::error : Severity::warning, system::owner_label(*row), row->at,
         flipped
             ? fmt::format("assembling the model turned the joint over: the {} axes of its "
                           "markers now point in opposite directions",
                           axis)
             : fmt::format("the {} axes of the joint's markers point in opposite directions; the "
                           "angle of the joint counts from there",
                           axis),
         flipped ? "start closer to the assembled position, or fix it with EXACT" : ""});
  }
}

void warn_of_changes(Findings& findings, const Equations& equations,
                     const std::vector<double>& changes, double scale, std::string_view what) {
  for (std::size_t b = 0; b < changes.size(); ++b)
    if (changes[b] > noticeable * scale)
      findings.push_back(
          {Severity::warning,
           equations.skeleton.bodies[b].label,
           {},
           fmt::format("{} had to change by {:.3g} to satisfy the constraints", what, changes[b]),
           ""});
}

}  // namespace

void assemble_position(InitialConditions& ic, const SharedEquations& equations,
                       const model::InitialConditionSettings& settings) {
  std::vector<int> rows = system::initial_position_rows(*equations);
  std::vector<Mat6> weights = elements::position_weights(*equations);
  for (int attempt = 0; attempt < most_retries; ++attempt) {
    const System system(equations, rows);
    const Vector units = system::tangent_units(system.layout(), ic.length);
    ic.state = system.initial_state();
    const std::vector<double> cosines = codirection_cosines(*equations, ic.state);
    const Vector q0 = ic.state.q;
    PositionAnalysis analysis(system, weight_matrix(equations->skeleton, weights, units), units,
                              limits_of(settings));
    const PositionReport report = analysis.run(ic.state);
    if (report.ok()) {
      Vector change(units.size());
      system.difference(ic.state.q, q0, change);
      warn_of_changes(
          ic.findings, *equations,
          firm_changes(equations->skeleton, elements::position_weights(*equations), change, units),
          1, "the position given as EXACT");
      return check_codirections(ic, *equations, cosines);
    }
    // What cannot be done without moving EXACT coordinates is done by moving them.
    if (report.status == PositionReport::Status::conflict && has_firm(weights)) {
      weights.assign(weights.size(), Mat6::Identity());
      continue;
    }
    if (!give_up_initial_rows(*equations, to_rows(system, report.culprits), rows, ic.findings))
      return report_failure(ic, system, report, "positions that satisfy all constraints");
    weights = elements::position_weights(*equations);
  }
}

void assemble_velocity(InitialConditions& ic, const SharedEquations& equations) {
  std::vector<int> rows = system::initial_velocity_rows(*equations);
  const std::vector<Mat6> weights = elements::velocity_weights(*equations);
  const Vector given = ic.state.v;
  for (int attempt = 0; attempt < most_retries; ++attempt) {
    const System system(equations, rows);
    const Vector units = system::tangent_units(system.layout(), ic.length);
    ic.state.v = given;
    ic.state.lambda = Vector::Zero(system.layout().m());
    const PositionReport report = project_velocity(
        system, weight_matrix(equations->skeleton, weights, units), units, ic.state);
    if (report.ok()) {
      const Vector change = ic.state.v - given;
      const double scale = given.cwiseQuotient(units).lpNorm<Eigen::Infinity>();
      return warn_of_changes(ic.findings, *equations,
                             firm_changes(equations->skeleton, weights, change, units), scale,
                             "the initial velocity");
    }
    if (!give_up_initial_rows(*equations, to_rows(system, report.culprits), rows, ic.findings))
      return report_failure(ic, system, report, "velocities that satisfy all constraints");
  }
}

}  // namespace trammel::analysis
