// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/static.h"

#include <fmt/format.h>

#include "analysis/equilibrium.h"
#include "analysis/sensors.h"
#include "analysis/standstill.h"
#include "analysis/suspects.h"

namespace trammel::analysis {

using model::Severity;

namespace {

constexpr int most_halvings = 12;  // of the time between two equilibria
constexpr int most_pushes = 3;
constexpr double push_size = 0.02;  // of what moves most: rad, or of the typical length

class StaticRun {
 public:
  StaticRun(InitialConditions& at, const RunSettings& settings, const Output& output)
      : at_(at),
        settings_(settings),
        output_(output),
        equilibrium_(*at.system, at.length, settings.equilibrium) {
    equilibrium_.listen(settings.options.observer, settings.stop_requested);
  }

  RunReport run() {
    if (!refuse_moving_constraints()) return std::move(report_);
    constexpr int quasi_static_mode = 6;
    if (!settings_.output_times.empty()) at_.system->set_mode(quasi_static_mode);
    if (settings_.options.observer) settings_.options.observer->set_names(&names_);
    bool found = settle(at_.state.t, at_.state), goes_on = found && put_out();
    for (std::size_t k = 0; goes_on && k < settings_.output_times.size(); ++k) {
      found = advance_to(settings_.output_times[k]);
      goes_on = found && put_out();
    }
    if (settings_.options.observer) settings_.options.observer->set_names(nullptr);
    if (!found && report_.status == Status::ok) report_.status = Status::failed;
    if (!found && report_.status == Status::failed) report_.findings.push_back(failure_);
    report_.time = at_.state.t;
    return std::move(report_);
  }

 private:
  struct Names final : EquationNames {
    explicit Names(const system::System& s) : system(s) {}
    std::string row_name(int row) const override { return system.row_name(row); }
    std::string column_name(int column) const override { return system.column_name(column); }
    const system::System& system;
  };

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

  model::Location place(const std::string& text) const {
    return place_of_first_name(at_.system->equations(), text);
  }

  // False when a sensor ends the analysis.
  bool put_out() {
    const SensorDemands demands = sensors_.settled(*at_.system, at_.state);
    for (std::string& note : sensors_.take_notes()) report_.notes.push_back(std::move(note));
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
    State s = from;
    s.t = t;
    begin(t);
    const EquilibriumReport newton = note(equilibrium_.newton(s));
    if (newton.status == EquilibriumReport::Status::interrupted) return interrupt();
    const StabilityVerdict verdict =
        newton.ok() ? equilibrium_.judge(s) : StabilityVerdict{Stability::unstable, 0, -1, {}};
    if (newton.ok() && verdict.kind != Stability::unstable) return accept(std::move(s), verdict);

    State relaxed = from;
    relaxed.t = t;
    StabilityVerdict there;
    const EquilibriumReport downhill = go_downhill(relaxed, there);
    if (downhill.status == EquilibriumReport::Status::interrupted) return interrupt();
    if (downhill.ok() && there.kind != Stability::unstable) {
      say_how(newton, verdict, t);
      return accept(std::move(relaxed), there);
    }
    if (!newton.ok()) {
      explain(newton, t);
      return false;
    }
    warn_unstable(verdict, t);
    return accept(std::move(s), verdict);
  }

  // Where that ends on a ridge, a push along the unstable mode sets it going again.
  EquilibriumReport go_downhill(State& s, StabilityVerdict& verdict) {
    for (int push = 0;; ++push) {
      const EquilibriumReport report = note(equilibrium_.relax(s));
      if (!report.ok()) return report;
      verdict = equilibrium_.judge(s);
      if (verdict.kind != Stability::unstable || push == most_pushes) return report;
      const Vector q = s.q;
      at_.system->retract(q, push_size * verdict.mode, s.q);
    }
  }

  void begin(double t) {
    if (settings_.options.observer)
      settings_.options.observer->attempt_begins(
          {report_.statistics.steps + 1, 0, t, 0, report_.statistics.iterations});
  }

  const EquilibriumReport& note(const EquilibriumReport& report) {
    last_ = report;
    report_.statistics.iterations += report.iterations;
    return last_;
  }

  bool interrupt() {
    report_.status = Status::interrupted;
    return false;
  }

  bool accept(State s, const StabilityVerdict& verdict) {
    at_.system->commit(s, Standstill(s));
    at_.state = std::move(s);
    if (verdict.kind == Stability::neutral && !has_told_neutral_) {
      has_told_neutral_ = true;
      warn(fmt::format("at time {:.8g}: the equilibrium is neutral: nothing holds {}", at_.state.t,
                       at_.system->column_name(verdict.column)),
           "it stays where it was put");
    }
    return true;
  }

  void say_how(const EquilibriumReport& newton, const StabilityVerdict& verdict, double t) {
    if (has_told_how_) return;
    has_told_how_ = true;
    warn(newton.ok() ? fmt::format("at time {:.8g}: Newton's method ends at an unstable "
                                   "equilibrium{}; a stable one was found by going downhill "
                                   "(pseudo-transient continuation)",
                                   t, moving(verdict))
                     : fmt::format("at time {:.8g}: Newton's method finds no equilibrium; one was "
                                   "found by going downhill (pseudo-transient continuation)",
                                   t),
         "");
  }

  std::string moving(const StabilityVerdict& verdict) const {
    return verdict.column < 0 ? ""
                              : ", from which " + at_.system->column_name(verdict.column) +
                                    " would move away first";
  }

  void warn_unstable(const StabilityVerdict& verdict, double t) {
    if (has_told_unstable_) return;
    has_told_unstable_ = true;
    warn(fmt::format("at time {:.8g}: the equilibrium is unstable{}, and no stable one was found",
                     t, moving(verdict)),
         "start nearer to the one you look for");
  }

  void warn(const std::string& text, const std::string& hint) {
    report_.findings.push_back({Severity::warning, "", place(text), text, hint});
  }

  void explain(const EquilibriumReport& newton, double t) {
    using Search = EquilibriumReport::Status;
    const std::string where = fmt::format("at time {:.8g}: no equilibrium was found: ", t);
    failure_ = {Severity::error, "", {}, "", ""};
    if (newton.status == Search::domain_error && last_.status == Search::domain_error) {
      failure_.text = where + at_.system->fault();
      failure_.at = place_of_fault(*at_.system);
      return;
    }
    if (newton.status == Search::singular && last_.status == Search::singular)
      failure_.text = where + equilibrium_.describe_singularity();
    else
      failure_.text = fmt::format("{}{} is out of balance by {:.3g} after {} iterations", where,
                                  at_.system->row_name(last_.worst_row), last_.imbalance,
                                  newton.iterations + last_.iterations);
    failure_.at = place(failure_.text);
    failure_.hint =
        "is anything free to move away for ever? Otherwise start nearer to the equilibrium, or "
        "give EQUILIBRIUM a larger MAXIT, a smaller ALIMIT, or STABILITY = 1";
  }

  InitialConditions& at_;
  const RunSettings& settings_;
  const Output& output_;
  Equilibrium equilibrium_;
  Sensors sensors_{at_.system->equations()};
  Names names_{*at_.system};
  RunReport report_;
  EquilibriumReport last_;
  Finding failure_;
  bool has_told_neutral_ = false, has_told_how_ = false, has_told_unstable_ = false;
};

}  // namespace

RunReport run_static(InitialConditions& start, const RunSettings& settings, const Output& output) {
  return StaticRun(start, settings, output).run();
}

}  // namespace trammel::analysis
