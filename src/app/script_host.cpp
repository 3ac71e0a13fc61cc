// SPDX-License-Identifier: BSD-3-Clause
#include "app/script_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "analysis/runaway.h"
#include "app/debug_output.h"
#include "app/findings.h"
#include "app/freedom.h"
#include "app/no_effect.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/run_statistics.h"
#include "app/summary.h"

namespace trammel::app {

using analysis::Kind;
using analysis::RunReport;
using analysis::Status;

ScriptHost::ScriptHost(const RunOptions& options, std::string model, const std::string& prefix)
    : options_(options),
      model_(std::move(model)),
      prefix_(prefix),
      files_(result_files(options, prefix)),
      messages_(files_.messages) {
  if (!options.eprint.empty()) eprint_.emplace(options.eprint);
}

void ScriptHost::note(const std::string& text) {
  messages_.note(text);
}

void ScriptHost::echo(const std::string& command) {
  messages_.echo(command);
}

void ScriptHost::print(const std::string& text) {
  note(text);
  if (!options_.quiet) print_beside({files_.csv, files_.stats, options_.eigen}, text);
}

void ScriptHost::message(const std::string& text) {
  if (text.empty()) return;
  messages_.message(text);
  log_.say(text);
}

void ScriptHost::report(const analysis::Findings& findings) {
  message(render(findings, dataset_ ? *dataset_ : adm::Source{}));
}

void ScriptHost::report(const std::vector<model::Problem>& problems) {
  message(render(problems, dataset_ ? *dataset_ : adm::Source{}));
}

void ScriptHost::read_from(const adm::Source& dataset) {
  dataset_ = &dataset;
}

std::string ScriptHost::why_not_written(const std::string& path) const {
  if (!is_inside(options_.folder, path))
    return fmt::format("{} is outside the folder of the results; give a name inside", path);
  std::vector<std::string> used = {model_,          options_.script, files_.csv,    files_.stats,
                                   files_.messages, options_.eprint, options_.eigen};
  for (const results::Format& format : results::formats()) used.push_back(files_.path(format));
  used.insert(used.end(), used_tables_.begin(), used_tables_.end());
  used.insert(used.end(), others_.begin(), others_.end());
  for (const std::string& other : used)
    if (!other.empty() && is_same_file(path, other))
      return fmt::format("{} would overwrite a file of this run; give another name", path);
  return {};
}

std::string ScriptHost::name_results(const std::string& prefix) {
  RunOptions unnamed = options_;
  unnamed.csv.clear();
  const ResultFiles next = result_files(unnamed, prefix);
  const std::string& table = next.csv;
  if (!is_inside(options_.folder, table))
    return fmt::format("{} is outside the folder of the results; give a name inside", table);
  for (const std::string& used : used_tables_)
    if (is_same_file(used, table))
      return fmt::format("{} has results of this run already; give another name", table);
  for (const std::string& input : {options_.model, options_.script})
    if (!input.empty() && is_same_file(input, table))
      return fmt::format("{} would be overwritten; give another name", input);
  close_table();
  prefix_ = prefix;
  linearised_ = 0;
  files_.csv = table;
  files_.stem = next.stem;
  return {};
}

// The second table of eigenvalues is <prefix>_2, and so on; modes and energies have the number of theirs.
std::string ScriptHost::next_file(const std::string& named, const char* ending, int number) const {
  if (!named.empty() && number == 1) return named;
  const std::string tail = number == 1 ? "" : fmt::format("_{}", number);
  return (std::filesystem::path(options_.folder) / (prefix_ + tail + ending)).string();
}

void ScriptHost::write_eigenvalues(const std::string& table) {
  const std::string path = next_file(options_.eigen, ".eig.csv", ++linearised_);
  results::write_text(path, table);
  note(fmt::format(" eigenvalues: {}\n", path));
  others_.push_back(path);
}

void ScriptHost::write_modes(const std::string& table) {
  const std::string path = next_file("", ".modes.csv", linearised_);
  results::write_text(path, table);
  note(fmt::format(" mode shapes: {}\n", path));
  others_.push_back(path);
}

void ScriptHost::write_energies(const std::string& table) {
  const std::string path = next_file("", ".energies.csv", linearised_);
  results::write_text(path, table);
  note(fmt::format(" energies of modes: {}\n", path));
  others_.push_back(path);
}

void ScriptHost::record_modes(const model::Model& model, const analysis::InitialConditions& now,
                              const std::vector<analysis::Mode>& modes, const Vector& units,
                              int first, int last) {
  open_table(model);
  recorder_->record_modes(*now.system, now.state, modes, units, first, last);
  if (has_run_) return;
  has_linearised_ = true;
  analysis::RunReport none;
  none.time = now.state.t;
  statistics_ = run_statistics(model_, now, Kind::initial_conditions, {}, none, *recorder_);
  statistics_.analysis = "linear";
}

void ScriptHost::write_matrix(const std::string& name, const std::string& ending,
                              const std::string& text) {
  const std::string path =
      (std::filesystem::path(options_.folder) / ((name.empty() ? prefix_ : name) + ending))
          .string();
  if (const std::string no = why_not_written(path); !no.empty()) throw results::WriteError(no);
  results::write_text(path, text);
  note(fmt::format(" matrix: {}\n", path));
  wrote(path);
}

void ScriptHost::wrote(const std::string& path) {
  if (std::find(written_.begin(), written_.end(), path) == written_.end()) written_.push_back(path);
}

// Everything but the table and the statistics.
std::vector<std::string> ScriptHost::all_files() const {
  std::vector<std::string> files;
  for (const std::string& table : used_tables_)
    if (table != files_.csv) files.push_back(table);
  files.insert(files.end(), others_.begin(), others_.end());
  files.insert(files.end(), written_.begin(), written_.end());
  files.push_back(files_.messages);
  if (eprint_) files.push_back(options_.eprint);
  return files;
}

void ScriptHost::open_table(const model::Model& model) {
  if (recorder_) return;
  title_ = model.title;
  messages_.title(title_, model_);
  message(render(missing_requests(model), *dataset_));
  recorder_ = std::make_unique<Recorder>(files_, model, *dataset_);
  for (const std::string& path : recorder_->paths()) others_.push_back(path);
  used_tables_.push_back(files_.csv);
}

void ScriptHost::close_table() {
  if (!recorder_) return;
  report(recorder_->findings());
  if (statistics_.status.empty()) statistics_.status = "ok";
  recorder_->finish({statistics_, log_.messages(), true});
  recorder_.reset();
}

RunReport ScriptHost::run(analysis::Session& session, const model::Model& model, Kind kind,
                          analysis::RunSettings& settings, bool with_start) {
  open_table(model);
  recorder_->begin(kind, model);
  const analysis::InitialConditions& now = session.state();
  if (model.debug.dof) message(count_freedom(now));
  const bool iterates = kind == Kind::dynamic || kind == Kind::statics;
  DebugOutput debug(iterates ? model.debug : model::DebugSettings{},
                    iterates && eprint_ ? &*eprint_ : nullptr);
  const double end = settings.output_times.empty() ? now.state.t : settings.output_times.back();
  app::Progress progress(now.state.t, end, !options_.quiet && !debug.writes_text());
  Observers observers;
  observers.add(progress);
  observers.add(*recorder_);
  ProgressTable table = messages_.table(now.state.t, end);
  observers.add(table);
  debug.attach(observers);
  settings.options.observer = &observers;
  messages_.begin(kind, settings, now);
  session.prepare(kind);
  const auto record = [&](const system::System& system, const State& s) {
    recorder_->record(system, s, analysis::dropped_violation(now, s));
    progress.reached(s.t);
  };
  if (kind != Kind::statics && (with_start || recorder_->rows() == 0))
    recorder_->record_start(*now.system, now.state, analysis::dropped_violation(now, now.state));
  RunReport report = session.run(kind, settings, record);
  progress.clear();
  settings.options.observer = nullptr;
  tell(report, session);
  messages_.end(kind, report);
  analysis::add(sum_, report.statistics);
  RunReport whole = report;
  whole.statistics = sum_;
  statistics_ = run_statistics(model_, now, kind, settings, whole, *recorder_);
  has_run_ = true;
  return report;
}

void ScriptHost::tell(const RunReport& report, const analysis::Session& session) {
  for (const std::string& each : report.notes)
    if (options_.quiet)
      note(each + '\n');
    else
      message(fmt::format("{}: {}\n", model_, each));
  this->report(report.findings);
  if (report.status == Status::failed)
    this->report(analysis::runaway_part(*session.state().system, session.state().state));
}

void ScriptHost::finish(std::string_view status) {
  statistics_.model = model_;
  statistics_.status = std::string(status);
  statistics_.wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
  statistics_.cpu_s = double(std::clock() - cpu_) / CLOCKS_PER_SEC;
  close_table();
  if (eprint_) eprint_->close();
  results::write_text(files_.stats, results::to_json(statistics_));
  messages_.finish(status);
  if (options_.report) add_reports(others_);
  if (!options_.quiet && (has_run_ || has_linearised_))
    print_summary({title_, statistics_, files_.csv, files_.stats, all_files(), options_.verbose});
}

}  // namespace trammel::app
