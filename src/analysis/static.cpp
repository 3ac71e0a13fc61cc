// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/static.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/equilibrium_search.h"
#include "analysis/sensors.h"
#include "analysis/standstill.h"
#include "analysis/suspects.h"

namespace trammel::analysis {

using model::Severity;

namespace {

constexpr int most_halvings = 12;  // of the time between two equilibria

class StaticRun {
 public:
  StaticRun(InitialConditions& at, const RunSettings& settings, const Output& output)
      : at_(at), settings_(settings), output_(output), search_(*at.system, at.length, settings) {}

  RunReport run() {
    if (!refuse_moving_constraints() || !refuse_late_constraints()) return std::move(report_);
    constexpr int quasi_static_mode = 6;
    if (!settings_.output_times.empty()) at_.system->set_mode(quasi_static_mode);
    bool found = settle(at_.state.t, at_.state), goes_on = found && put_out();
    for (std::size_t k = 0; goes_on && k < settings_.output_times.size(); ++k) {
      found = advance_to(settings_.output_times[k]);
      goes_on = found && put_out();
    }
    if (!found && report_.status == Status::ok) report_.status = Status::failed;
    if (!found && report_.status == Status::failed) report_.findings.push_back(failure_);
    report_.time = at_.state.t;
    return std::move(report_);
  }

 private:
  // Motions of velocities or accelerations have no position to be held at.
  bool refuse_moving_constraints() {
    const Layout& layout = at_.system->layout();
    if (layout.m1 + layout.m2 == 0) return true;
    std::vector<int> rows;
    for (int k = layout.m0; k < layout.m(); ++k) rows.push_back(at_.system->equation_row(k));
    const auto& first = at_.system->equations().rows[std::size_t(rows.front())];
    report_.status = Status::impossible;
    report_.findings.push_back(
        {Severity::error, system::owner_label(first), place(system::owner_label(first)),
         fmt::format("a static analysis needs positions, but {} prescribe{} velocities or "
                     "accelerations",
                     system::list_owners(at_.system->equations(), rows),
                     rows.size() == 1 ? "s" : ""),
         "prescribe displacements, or deactivate it"});
    return false;
  }

  // A past that constraints would have to follow does not exist.
  bool refuse_late_constraints() {
    const elements::Equations& equations = at_.system->equations();
    for (const elements::Row& row : equations.rows) {
      if (row.scalar < 0 || !row.active || row.initial_only) continue;
      const auto& splines = equations.scalars[std::size_t(row.scalar)].tape.splines;
      if (std::none_of(splines.begin(), splines.end(), [](const auto& spline) {
            return spline.method == expression::Interpolation::history;
          }))
        continue;
      const std::string label = system::owner_label(row);
      report_.status = Status::impossible;
      report_.findings.push_back({Severity::error, label, place(label),
                                  "its function reads a DELAY, but an equilibrium has no past that "
                                  "a constraint could follow",
                                  "deactivate it, or write its function without DELAY"});
    }
    return report_.findings.empty();
  }

  model::Location place(const std::string& text) const {
    return place_of_first_name(at_.system->equations(), text);
  }

  // False when a sensor ends the analysis.
  bool put_out() {
    const SensorDemands demands = sensors_.settled(*at_.system, at_.state);
    for (std::string& note : sensors_.take_notes()) report_.notes.push_back(std::move(note));
    for (Finding& finding : sensors_.take_findings())
      report_.findings.push_back(std::move(finding));
    if (demands.failure) {
      report_.status = Status::failed;
      report_.findings.push_back(describe(*demands.failure, at_.state.t));
    }
    report_.halted = demands.halts;
    ++report_.statistics.steps;
    output_(*at_.system, at_.state);
    return !demands.ends;
  }

  bool advance_to(double t_end) {
    double h = t_end - at_.state.t;
    const double shortest = h / double(1 << most_halvings);
    while (at_.state.t < t_end) {
      const double t = t_end - at_.state.t <= h * (1 + 1e-9) ? t_end : at_.state.t + h;
      if (settle(t, at_.state)) continue;
      if (report_.status == Status::interrupted || h <= shortest) return false;
      ++report_.statistics.rejected_steps;
      h /= 2;
    }
    return true;
  }

  // The equilibrium at t, found from a pose; on success it becomes the present state.
  bool settle(double t, const State& from) {
    if (settings_.options.observer)
      settings_.options.observer->attempt_begins(
          {report_.statistics.steps + 1, 0, t, 0, report_.statistics.iterations});
    SearchResult found = search_.find(t, from);
    add(report_.statistics, found.motion);
    report_.statistics.iterations += found.iterations;
    if (found.status == SearchResult::Status::interrupted) report_.status = Status::interrupted;
    if (found.status == SearchResult::Status::none) failure_ = found.findings.front();
    if (found.status != SearchResult::Status::found) return false;
    for (Finding& finding : found.findings) report_.findings.push_back(std::move(finding));
    for (std::string& note : found.notes) report_.notes.push_back(std::move(note));
    accept(std::move(found.state), found.verdict);
    return true;
  }

  // What is at rest has always been: DELAY finds nothing else in its past.               (DLY.2)
  void accept(State s, const StabilityVerdict& verdict) {
    for (const elements::Delay& delay : at_.system->equations().delays) delay.history->restore({});
    at_.system->commit(s, Standstill(s));
    at_.state = std::move(s);
    if (verdict.kind == Stability::stable && settings_.output_times.empty())
      report_.notes.push_back(
          fmt::format("The equilibrium at time = {:.8g} is stable", at_.state.t));
    if (verdict.kind != Stability::neutral || has_told_neutral_) return;
    has_told_neutral_ = true;
    const std::string text =
        fmt::format("at time {:.8g}: the equilibrium is neutral: nothing holds {}", at_.state.t,
                    at_.system->column_name(verdict.column));
    report_.findings.push_back(
        {Severity::warning, "", place(text), text, "it stays where it was put"});
  }

  InitialConditions& at_;
  const RunSettings& settings_;
  const Output& output_;
  EquilibriumSearch search_;
  Sensors sensors_{at_.system->equations()};
  RunReport report_;
  Finding failure_;
  bool has_told_neutral_ = false;
};

}  // namespace

RunReport run_static(InitialConditions& start, const RunSettings& settings, const Output& output) {
  return StaticRun(start, settings, output).run();
}

}  // namespace trammel::analysis
