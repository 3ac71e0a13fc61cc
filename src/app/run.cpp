// SPDX-License-Identifier: BSD-3-Clause
#include "app/run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "app/findings.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/summary.h"
#include "io/adm/reader.h"
#include "results/csv.h"
#include "results/statistics.h"

namespace trammel::app {

namespace {

using analysis::Status;
using model::Severity;
constexpr int default_steps = 100;

ExitCode exit_code(Status status) {
  return status == Status::ok           ? success
         : status == Status::impossible ? wrong_input
                                        : analysis_failed;
}

// Requests and constraint violations at output times.
class Recorder {
 public:
  Recorder(std::string path, const model::Model& model)
      : csv_(std::move(path), model),
        values_(results::request_components * model.requests.size(), 0.0) {}

  void record(const system::System& system, const State& s, double dropped_violation) {
    const bool complete = system.requests(s, values_);
    for (double& value : values_)
      if (!std::isfinite(value)) value = 0;
    if (!complete && first_fault_.empty())
      first_fault_ = fmt::format("at time {:.8g} a request has no value and is written as 0: {}",
                                 s.t, system.fault());
    csv_.write(s.t, values_);
    if (checks_.c0.size() != system.layout().m0) checks_ = make_values(system.layout());
    if (system.layout().m0 > 0 && system.evaluate(s, Ask::position, checks_) == Outcome::ok)
      violation_ = std::max(violation_, checks_.c0.cwiseAbs().maxCoeff());
    violation_ = std::max(violation_, dropped_violation);
  }

  void close() { csv_.close(); }
  const std::string& path() const { return csv_.path(); }
  const std::string& first_fault() const { return first_fault_; }
  double violation() const { return violation_; }

 private:
  results::CsvWriter csv_;
  std::vector<double> values_;
  Values checks_;
  std::string first_fault_;
  double violation_ = 0;
};

class Run {
 public:
  explicit Run(const RunOptions& options)
      : options_(options), reading_(adm::read_file(options.model)) {}

  ExitCode execute() {
    say(reading_.messages());
    if (!reading_.ok()) return wrong_input;
    session_.emplace(reading_.model);
    say(render(session_->problems(), reading_.source));
    if (!session_->ok()) return wrong_input;
    const analysis::InitialConditions& start = session_->assemble();
    say(render(start.findings, reading_.source));
    if (!start.ok()) return exit_code(start.status);
    if (const ExitCode code = choose(); code != success) return code;
    return simulate();
  }

 private:
  void say(const std::string& text) const {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
  }

  // Which analysis, with which settings.
  ExitCode choose() {
    kind_ = options_.analysis == analysis::Kind::automatic ? session_->automatic_kind()
                                                           : options_.analysis;
    const int freedom = session_->state().degrees_of_freedom;
    if (kind_ == analysis::Kind::kinematic &&
        session_->automatic_kind() != analysis::Kind::kinematic) {
      say(
          fmt::format("{}: error: a kinematic analysis needs constraints that determine the whole "
                      "motion; this model has {} degree{} of freedom{}\n",
                      options_.model, freedom, freedom == 1 ? "" : "s",
                      freedom == 0 ? ", but differential states or motions of velocities" : ""));
      return wrong_input;
    }
    analysis::Findings findings;
    settings_ = analysis::run_settings(reading_.model, options_.overrides, findings);
    if (kind_ == analysis::Kind::dynamic) say(render(findings, reading_.source));
    settings_.stop_requested = is_interrupted;
    if (options_.end) {
      analysis::OutputTimes wanted{*options_.end, options_.steps, options_.dtout};
      if (!wanted.steps && !wanted.interval) wanted.steps = default_steps;
      settings_.output_times = analysis::output_times(session_->state().state.t, wanted);
      StepLimits& limits = settings_.options.step;
      if (limits.h_max == 0 && limits.fixed == 0)
        limits.h_max = std::max(settings_.output_times.front(), limits.h_min);
    }
    if (const std::string wrong = analysis::check(settings_); !wrong.empty()) {
      say(fmt::format("{}: error: {}\n", options_.model, wrong));
      return wrong_usage;
    }
    return success;
  }

  ExitCode simulate() {
    const std::string csv = result_path(options_.csv, ".csv");
    Recorder recorder(csv, reading_.model);
    Progress progress(0, options_.end.value_or(0), !options_.quiet);
    settings_.options.observer = &progress;
    const auto wall = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    const analysis::InitialConditions& now = session_->state();
    recorder.record(*now.system, now.state, analysis::dropped_violation(now, now.state));
    const analysis::RunReport report =
        session_->run(kind_, settings_, [&](const system::System& system, const State& s) {
          recorder.record(system, s, analysis::dropped_violation(now, s));
        });
    progress.clear();
    recorder.close();

    results::RunStatistics statistics = statistics_of(report, recorder.violation());
    statistics.wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    statistics.cpu_s = double(std::clock() - cpu) / CLOCKS_PER_SEC;
    const std::string stats = result_path(options_.stats, ".stats.json");
    results::write_text(stats, results::to_json(statistics));
    say(render(report.findings, reading_.source));
    if (!recorder.first_fault().empty())
      say(fmt::format("{}: warning: {}\n", options_.model, recorder.first_fault()));
    if (report.status != Status::ok)
      say(fmt::format("{}: {} at time {:.8g}; the results up to there are kept\n", options_.model,
                      report.status == Status::interrupted ? "interrupted" : "stopped",
                      report.time));
    if (!options_.quiet)
      print_summary({reading_.model.title, statistics, csv, stats, options_.verbose});
    return exit_code(report.status);
  }

  // Where a file of results goes; its folder is made.
  std::string result_path(const std::string& given, const char* suffix) const {
    namespace fs = std::filesystem;
    const fs::path path = given.empty() ? fs::path(options_.folder) /
                                              (fs::path(options_.model).stem().string() + suffix)
                                        : fs::path(given);
    std::error_code error;
    if (given.empty() && path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    if (error)
      throw results::WriteError(
          fmt::format("{}: cannot create: {}", path.parent_path().string(), error.message()));
    return path.string();
  }

  results::RunStatistics statistics_of(const analysis::RunReport& report, double violation) const {
    const analysis::InitialConditions& ic = session_->state();
    const Layout& layout = ic.system->layout();
    const Statistics& s = report.statistics;
    results::RunStatistics r;
    r.model = options_.model;
    r.analysis = std::string(analysis::name(kind_));
    r.integrator = kind_ == analysis::Kind::dynamic ? settings_.integrator : "";
    r.error = settings_.error;
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
    r.constraint_violation = violation;
    return r;
  }

  const RunOptions& options_;
  adm::Reading reading_;
  std::optional<analysis::Session> session_;
  analysis::Kind kind_ = analysis::Kind::dynamic;
  analysis::RunSettings settings_;
};

}  // namespace

ExitCode run(const RunOptions& options) {
  catch_interrupts();
  return Run(options).execute();
}

}  // namespace trammel::app
