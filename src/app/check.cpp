// SPDX-License-Identifier: BSD-3-Clause
#include "app/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "analysis/doctor/doctor.h"
#include "analysis/session.h"
#include "analysis/smallness.h"
#include "app/findings.h"
#include "app/freedom.h"
#include "app/no_effect.h"
#include "app/result_files.h"
#include "app/run_options.h"
#include "app/script_run.h"
#include "app/summary.h"
#include "elements/user/missing.h"
#include "io/acf/rehearsal.h"
#include "io/adm/inventory.h"
#include "io/adm/reader.h"
#include "results/check_report.h"

namespace trammel::app {
namespace {

using analysis::Finding;
using model::Severity;

// The element that stands at a place; empty: none begins there.
std::string element_at(const model::Model& model, const model::Location& at) {
  std::string label;
  const auto look_in = [&](const auto& table) {
    for (const auto& element : table)
      if (at.line > 0 && element.at.line == at.line && element.at.column == at.column)
        label = model::label(model::statement_name(element.kind), element);
  };
  model.visit_tables([&](const auto&... table) { (look_in(table), ...); });
  return label;
}

// Everything that was found, as messages and as rows of the report.
class Record {
 public:
  explicit Record(const adm::Reading& reading) : reading_(reading) {
    report.model = reading.source.name;
  }

  void add(std::string_view rule, const analysis::Findings& findings,
           std::string_view reason = {}) {
    messages += render(findings, reading_.source);
    for (const Finding& f : findings)
      add({std::string(rule), "", f.label.empty() ? element_at(reading_.model, f.at) : f.label,
           f.at.line, f.at.column, f.text, std::string(reason), f.hint},
          f.severity);
  }
  void add(std::string_view rule, const std::vector<model::Problem>& problems) {
    messages += render(problems, reading_.source);
    for (const model::Problem& p : problems)
      add({std::string(rule), "", p.label, p.at.line, p.at.column, p.message, "", p.hint},
          model::row(p.code).severity);
  }

  // Of a command file: its messages have been shown with their own lines.
  void add_script(const acf::Script& script) {
    for (const auto& file : script.files)
      for (const adm::Message& m : file->diagnostics.messages())
        add({"script", "", m.subject, m.at.line, m.at.column, file->source.name + ": " + m.text, "",
             m.hint},
            m.severity());
  }

  void add_reading() {
    for (const adm::Message& m : reading_.diagnostics.messages())
      add({"dataset", "", m.subject, m.at.line, m.at.column, m.text, "", m.hint}, m.severity());
    // Beyond a limit messages are counted, not kept.
    report.errors = long(reading_.diagnostics.errors());
    report.warnings = long(reading_.diagnostics.warnings());
  }

  results::CheckReport report;
  std::string messages, summary;

 private:
  void add(results::CheckFinding finding, Severity severity) {
    const bool is_error = severity == Severity::error;
    finding.severity = is_error ? "error" : "warning";
    ++(is_error ? report.errors : report.warnings);
    report.findings.push_back(std::move(finding));
  }

  const adm::Reading& reading_;
};

// What a dynamic run would say about INTEGRATOR.
analysis::Findings examine_settings(const model::Model& model, const analysis::Session& session) {
  analysis::Findings findings;
  if (session.automatic_kind() != analysis::Kind::dynamic) return findings;
  const analysis::RunSettings settings = analysis::run_settings(model, {}, findings);
  const std::string wrong = analysis::check(settings);
  if (!wrong.empty())
    findings.push_back({Severity::error, "INTEGRATOR", model.integrator.at, wrong, ""});
  for (analysis::Finding& f : analysis::warn_of_smallness(session.state(), settings.error))
    findings.push_back(std::move(f));
  return findings;
}

void examine_start(Record& record, const adm::Reading& reading, const analysis::Session& session) {
  const analysis::InitialConditions& start = session.state();
  record.report.is_assembled = true;
  record.add("settings", examine_settings(reading.model, session));
  record.add("settings", missing_requests(reading.model));
  for (const analysis::Diagnosis& d : analysis::diagnose(reading.model, start))
    record.add(d.rule->name, {d.finding}, d.rule->reason);
  if (reading.model.debug.dof) record.summary = '\n' + count_freedom(start);
}

// What the equations say: degrees of freedom, redundant constraints, whether it can be assembled.
void examine(Record& record, const adm::Reading& reading,
             std::shared_ptr<elements::UserLibraries> libraries) {
  analysis::Session session(reading.model, std::move(libraries));
  record.add("settings", settings_without_effect(reading.model));
  record.add("model", session.problems());
  if (!session.ok()) return;
  const analysis::InitialConditions& start = session.assemble();
  record.add("assembly", start.findings);
  if (start.ok()) examine_start(record, reading, session);
  if (!start.system) return;
  results::CheckReport& report = record.report;
  report.parts = start.system->n_bodies();
  report.degrees_of_freedom = start.degrees_of_freedom;
  report.redundant_constraints = long(start.redundancy.dropped.size());
  record.summary += fmt::format("\n  {}, {}, {}\n", counted(report.parts, "moving part"),
                                counted(report.degrees_of_freedom, "degree") + " of freedom",
                                counted(report.redundant_constraints, "redundant constraint"));
}

}  // namespace

namespace {

// A command file with the model that it names; the commands are tried on it.
struct ScriptCheck {
  explicit ScriptCheck(const std::string& path)
      : script(acf::read_script(path)), model(find_names("", script).model) {
    check_prefix(script, "");
  }

  acf::Script script;
  std::string model;
};

ExitCode check_model(const CheckOptions& options, const std::string& path, ScriptCheck* commands) {
  const adm::Reading reading = adm::read_file(path);
  std::fputs(reading.messages().c_str(), stderr);
  const auto libraries = std::make_shared<elements::UserLibraries>(options.user_routines);
  Record found(reading);
  found.add_reading();
  if (commands && reading.ok())
    acf::Rehearsal(commands->script, reading.model, reading.source).run();
  if (commands) {
    std::fputs(commands->script.messages().c_str(), stderr);
    found.add_script(commands->script);
  }
  if (reading.ok())
    examine(found, reading, libraries);
  else  // no equations, but what it lacks is said in one go
    found.add("model", elements::missing_routines(reading.model, *libraries));
  std::fputs(found.messages.c_str(), stderr);
  print_beside({options.json},
               fmt::format("{}{}\n{}: {}, {}\n", adm::inventory(reading), found.summary,
                           options.model, counted(found.report.errors, "error"),
                           counted(found.report.warnings, "warning")));
  if (!options.json.empty()) write_or_print(options.json, results::to_json(found.report));
  return found.report.errors == 0 ? success : wrong_input;
}

}  // namespace

ExitCode check(const CheckOptions& options) {
  if (!options.json.empty() && is_same_file(options.json, options.model)) {
    fmt::print(stderr, "trammel check: error: --json {} would overwrite the model\n", options.json);
    return wrong_usage;
  }
  if (!is_script(options.model)) return check_model(options, options.model, nullptr);
  ScriptCheck commands(options.model);
  if (!commands.model.empty()) return check_model(options, commands.model, &commands);
  std::fputs(commands.script.messages().c_str(), stderr);
  if (!commands.script.ok()) return wrong_input;
  fmt::print(stderr, "{}: error: the command file names no model\n", options.model);
  return wrong_input;
}

}  // namespace trammel::app
