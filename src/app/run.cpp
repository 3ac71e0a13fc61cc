// SPDX-License-Identifier: BSD-3-Clause
#include "app/run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "analysis/jumps.h"
#include "analysis/kinematic.h"
#include "analysis/runaway.h"
#include "analysis/smallness.h"
#include "app/debug_output.h"
#include "app/findings.h"
#include "app/freedom.h"
#include "app/interrupt.h"
#include "app/message_file.h"
#include "app/message_log.h"
#include "app/no_effect.h"
#include "app/progress.h"
#include "app/recorder.h"
#include "app/report.h"
#include "app/result_files.h"
#include "app/run_statistics.h"
#include "app/script_run.h"
#include "app/summary.h"
#include "elements/user/missing.h"
#include "io/adm/reader.h"
#include "numerics/team.h"
#include "results/file.h"

namespace trammel::app {

namespace {

using analysis::Status;
using model::Severity;

ExitCode exit_code(Status status) {
  return status == Status::ok           ? success
         : status == Status::impossible ? wrong_input
                                        : analysis_failed;
}

ExitCode complain(const std::string& text) {
  fmt::print(stderr, "trammel run: error: {}\n", text);
  return wrong_usage;
}

// What is wrong with the settings of the command line, whatever the model.
std::string check_alone(const analysis::Overrides& overrides) {
  analysis::Findings ignored;
  return analysis::check(analysis::run_settings({}, overrides, ignored));
}

class Run {
 public:
  Run(const RunOptions& options, ResultFiles files)
      : options_(options),
        files_(std::move(files)),
        reading_(adm::read_file(options.model)),
        libraries_(std::make_shared<elements::UserLibraries>(options.user_routines)) {}

  ExitCode execute() {
    if (!reading_.ok()) {
      say(reading_.messages());
      say(render(elements::missing_routines(reading_.model, *libraries_), reading_.source));
      return wrong_input;
    }
    if (const ExitCode code = choose_settings(); code != success) return code;
    set_threads(options_.threads.value_or(reading_.model.preferences.threads.value_or(0)));
    session_.emplace(reading_.model, libraries_);
    say(render(session_->problems(), reading_.source));
    if (!session_->ok()) return wrong_input;
    const analysis::InitialConditions& start = session_->assemble();
    say(render(start.findings, reading_.source));
    if (!start.ok()) return exit_code(start.status);
    if (reading_.model.debug.dof) say(count_freedom(start));
    if (const ExitCode code = choose_analysis(); code != success) return code;
    return simulate();
  }

 private:
  // Errors of the command line come before anything about the model.
  ExitCode choose_settings() {
    settings_ = analysis::run_settings(reading_.model, options_.overrides, setting_findings_);
    const std::string wrong = analysis::check(settings_);
    analysis::Findings ignored;
    const std::string dataset =
        wrong.empty() ? "" : analysis::check(analysis::run_settings(reading_.model, {}, ignored));
    if (!wrong.empty() && dataset.empty()) return complain(wrong);
    say(reading_.messages());
    say(render(settings_without_effect(reading_.model), reading_.source));
    if (wrong.empty()) return success;
    say(render({{Severity::error, "INTEGRATOR", reading_.model.integrator.at, dataset, ""}},
               reading_.source));
    return wrong_input;
  }

  // Which analysis, with output at which times.
  ExitCode choose_analysis() {
    kind_ = options_.analysis == analysis::Kind::automatic ? session_->automatic_kind()
                                                           : options_.analysis;
    if (kind_ == analysis::Kind::kinematic &&
        session_->automatic_kind() != analysis::Kind::kinematic) {
      say(render({analysis::refuse_kinematics(session_->state())}, reading_.source));
      return wrong_input;
    }
    say(render(kind_ == analysis::Kind::dynamic
                   ? setting_findings_
                   : idle_without_integrator(options_, reading_.model, kind_),
               reading_.source));
    if (kind_ == analysis::Kind::dynamic)
      say(render(analysis::warn_of_smallness(session_->state(), settings_.error), reading_.source));
    settings_.stop_requested = is_interrupted;
    if (!options_.end) return success;
    analysis::OutputTimes wanted{*options_.end, options_.steps, options_.dtout};
    if (!wanted.steps && !wanted.interval) wanted.steps = default_steps;
    settings_.output_times = analysis::output_times(session_->state().state.t, wanted);
    say(render(
        analysis::jumping_motions(session_->equations(), session_->state().state.t, *options_.end),
        reading_.source));
    return kind_ == analysis::Kind::dynamic ? limit_steps() : success;
  }

  // Unless told otherwise, no step is longer than the time between outputs.
  ExitCode limit_steps() {
    StepLimits& limits = settings_.options.step;
    if (limits.h_max > 0 || limits.fixed > 0) return success;
    limits.h_max = settings_.output_times.front();
    if (limits.h_min <= limits.h_max) return success;
    const std::string text = fmt::format(
        "HMIN = {:g} is longer than {:g}, the time between outputs, which limits the steps",
        limits.h_min, limits.h_max);
    if (options_.overrides.hmin) return complain(text + "; give --hmax, too");
    say(render(
        {{Severity::error, "INTEGRATOR", reading_.model.integrator.at, text, "give HMAX, too"}},
        reading_.source));
    return wrong_input;
  }

  ExitCode simulate() {
    make_folder(options_.folder);
    say(render(missing_requests(reading_.model), reading_.source));
    Recorder recorder(files_, reading_.model, reading_.source);
    recorder.begin(kind_, reading_.model);
    const bool iterates = kind_ == analysis::Kind::dynamic || kind_ == analysis::Kind::statics;
    std::optional<results::GrowingFile> eprint;
    if (iterates && !options_.eprint.empty()) eprint.emplace(options_.eprint);
    DebugOutput debug(iterates ? reading_.model.debug : model::DebugSettings{},
                      eprint ? &*eprint : nullptr);
    Progress progress(0, options_.end.value_or(0), !options_.quiet && !debug.writes_text());
    Observers observers;
    observers.add(progress);
    observers.add(recorder);
    debug.attach(observers);
    if (files_.wants_messages(reading_.model)) open_messages(observers);
    settings_.options.observer = &observers;
    const auto wall = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    const analysis::InitialConditions& now = session_->state();
    session_->prepare(kind_);
    if (kind_ != analysis::Kind::statics)
      recorder.record_start(*now.system, now.state, analysis::dropped_violation(now, now.state));
    const analysis::RunReport report =
        session_->run(kind_, settings_, [&](const system::System& system, const State& s) {
          recorder.record(system, s, analysis::dropped_violation(now, s));
          progress.reached(s.t);
        });
    progress.clear();
    if (eprint) eprint->close();

    results::RunStatistics statistics =
        run_statistics(options_.model, session_->state(), kind_, settings_, report, recorder);
    statistics.wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    statistics.cpu_s = double(std::clock() - cpu) / CLOCKS_PER_SEC;
    tell(report, recorder);
    recorder.finish({statistics, log_.messages(), true});
    results::write_text(files_.stats, results::to_json(statistics));
    std::vector<std::string> others = recorder.paths();
    if (messages_) {
      messages_->end(kind_, report);
      messages_->finish(statistics.status);
      others.push_back(messages_->path());
    }
    if (options_.report) add_reports(others);
    if (!options_.quiet)
      print_summary({reading_.model.title, statistics, files_.csv, files_.stats, others,
                     options_.verbose || reading_.model.debug.verbose});
    return exit_code(report.status);
  }

  void tell(const analysis::RunReport& report, const Recorder& recorder) {
    if (!options_.quiet)
      for (const std::string& note : report.notes)
        say(fmt::format("{}: {}\n", options_.model, note));
    say(render(recorder.findings(), reading_.source));
    say(render(report.findings, reading_.source));
    const analysis::InitialConditions& now = session_->state();
    if (report.status == Status::failed)
      say(render(analysis::runaway_part(*now.system, now.state), reading_.source));
    if (report.status != Status::ok)
      say(fmt::format("{}: {} at time {:.8g}; the results up to there are kept\n", options_.model,
                      report.status == Status::interrupted ? "interrupted" : "stopped",
                      report.time));
  }

  // What has been said so far comes first.
  void open_messages(Observers& observers) {
    messages_.emplace(files_.messages);
    messages_->title(reading_.model.title, options_.model);
    for (const std::string& text : log_.messages()) messages_->message(text);
    const double start = session_->state().state.t;
    messages_->begin(kind_, settings_, session_->state());
    table_.emplace(messages_->table(start, options_.end.value_or(start)));
    observers.add(*table_);
  }

  void say(const std::string& text) {
    log_.say(text);
    if (messages_) messages_->message(text);
  }

  const RunOptions& options_;
  ResultFiles files_;
  MessageLog log_;
  std::optional<MessageFile> messages_;
  std::optional<ProgressTable> table_;
  adm::Reading reading_;
  std::shared_ptr<elements::UserLibraries> libraries_;
  std::optional<analysis::Session> session_;
  analysis::Kind kind_ = analysis::Kind::dynamic;
  analysis::RunSettings settings_;
  analysis::Findings setting_findings_;
};

}  // namespace

ExitCode run(const RunOptions& options) {
  if (!options.script.empty()) {
    const std::string wrong = check_alone(options.overrides);
    return wrong.empty() ? run_script(options) : complain(wrong);
  }
  ResultFiles files = result_files(options);
  for (const std::string& wrong : {check(files, options), check_alone(options.overrides)})
    if (!wrong.empty()) return complain(wrong);
  catch_interrupts();
  return Run(options, std::move(files)).execute();
}

}  // namespace trammel::app
