// SPDX-License-Identifier: BSD-3-Clause
#include "app/validate.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "analysis/convergence.h"
#include "app/findings.h"
#include "app/interrupt.h"
#include "app/run_options.h"
#include "app/summary.h"
#include "elements/user/missing.h"
#include "integrators/registry.h"
#include "io/adm/reader.h"
#include "results/file.h"
#include "results/validation_report.h"

namespace trammel::app {
namespace {

using analysis::Status;
using results::ValidationReport;

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

ExitCode complain(const std::string& text) {
  say(fmt::format("trammel validate: error: {}\n", text));
  return wrong_usage;
}

std::string wrong_words(const ValidateOptions& o) {
  for (const std::string& name : {o.integrator.value_or("hht-i3"), o.second})
    if (!name.empty() && !find_integrator(name))
      return fmt::format("there is no integrator {}; available: {}", name, integrator_names());
  if (!(o.end > 0) || !std::isfinite(o.end)) return "--end must be a positive number";
  if (o.steps < 1 || o.steps > 1000000) return "--steps must be from 1 to 1000000";
  if (o.levels < 2 || o.levels > 8) return "--levels must be from 2 to 8";
  if (!(o.digits > 0 && o.digits <= 12)) return "--digits must be from 1 to 12";
  if (o.error && !(*o.error > 0)) return "--error must be positive";
  return "";
}

std::string_view word(Status status) {
  return status == Status::ok ? "ok" : status == Status::interrupted ? "interrupted" : "failed";
}

// What to think of it, and what to do.
void conclude(const analysis::Study& study, const ValidateOptions& o, ValidationReport& report) {
  if (!study.is_complete()) {
    const analysis::Trial& last = study.trials.back();
    report.verdict = "failed";
    report.advice =
        fmt::format("{} with ERROR = {:g} stops at time {:.6g}; nothing is known of the digits",
                    last.integrator, last.error, last.time);
  } else if (study.channels.empty()) {
    report.verdict = "nothing to compare";
    report.advice = "nothing that is requested changes between the outputs; give more --steps";
  } else if (study.recommended > 0) {
    report.verdict = "converged";
    report.advice = fmt::format("ERROR = {:g} gives {:g} digits with {}", study.recommended,
                                o.digits, study.trials.front().integrator);
  } else {
    report.verdict = "not converged";
    report.advice = fmt::format(
        "no ERROR down to {:g} gives {:g} digits of every request; look for jumps and corners "
        "(trammel check), start from a smaller --error, take another --integrator, or ask for "
        "less: chaotic motions and the "
        "moment of a shock have no digits",
        study.trials.back().error, o.digits);
  }
  if (study.is_complete() && !study.works_harder)
    report.advice += "; the output step or HMAX decides the steps, not ERROR, and was halved";
}

ValidationReport summarise(const analysis::Study& study, const ValidateOptions& o) {
  ValidationReport report;
  report.model = o.model;
  report.wanted_digits = o.digits;
  report.recommended_error = study.recommended;
  report.works_harder = study.works_harder;
  for (const analysis::Trial& t : study.trials)
    report.trials.push_back({t.integrator, std::string(word(t.status)), t.error, t.hmax, t.time,
                             t.statistics.h_max, t.statistics.steps, t.statistics.iterations});
  for (const analysis::Channel& c : study.channels)
    report.channels.push_back({c.name, c.range, c.promised, c.cross, c.digits});
  conclude(study, o, report);
  return report;
}

void print_report(const ValidationReport& report) {
  std::string text = fmt::format("{:<12} {:>9} {:>9} {:>8} {:>10} {:>10}\n", "integrator", "ERROR",
                                 "HMAX", "steps", "iterations", "longest");
  for (const results::ValidationTrial& t : report.trials)
    text += fmt::format("{:<12} {:>9.1e} {:>9.3g} {:>8} {:>10} {:>10.3g}{}\n", t.integrator,
                        t.error, t.hmax, t.steps, t.iterations, t.h_max,
                        t.status == "ok" ? "" : "  " + t.status);
  if (!report.channels.empty())
    text += fmt::format("\n{:<24} {:>10}  digits; with larger ERROR\n", "", "range");
  for (const results::ValidationChannel& c : report.channels) {
    text += fmt::format("{:<24} {:>10.3g}  {:>6.1f};", c.name, c.range, c.digits);
    for (auto d = c.digits_at.rbegin(); d != c.digits_at.rend(); ++d)
      text += fmt::format(" {:.1f}", *d);
    text += '\n';
  }
  print(fmt::format("{}\n{}: {}: {}\n", text, report.model, report.verdict, report.advice));
}

analysis::StudySettings study_settings(const model::Model& model, const ValidateOptions& o) {
  analysis::Overrides overrides;
  overrides.integrator = o.integrator, overrides.error = o.error;
  analysis::Findings ignored;
  analysis::StudySettings settings;
  settings.run = analysis::run_settings(model, overrides, ignored);
  settings.run.output_times = analysis::output_times(0, {o.end, o.steps, {}});
  settings.run.stop_requested = is_interrupted;
  if (settings.run.options.step.h_max == 0)
    settings.run.options.step.h_max = settings.run.output_times.front();
  settings.digits = o.digits, settings.levels = o.levels, settings.companion = o.second;
  return settings;
}

}  // namespace

ExitCode validate(const ValidateOptions& options) {
  if (const std::string wrong = wrong_words(options); !wrong.empty()) return complain(wrong);
  const adm::Reading reading = adm::read_file(options.model);
  const auto libraries = std::make_shared<elements::UserLibraries>(options.user_routines);
  say(reading.messages());
  if (!reading.ok()) return wrong_input;
  analysis::Session session(reading.model, libraries);
  say(render(session.problems(), reading.source));
  if (!session.ok()) return wrong_input;
  const analysis::InitialConditions& start = session.assemble();
  say(render(start.findings, reading.source));
  if (!start.ok()) return start.status == Status::impossible ? wrong_input : analysis_failed;
  if (session.automatic_kind() == analysis::Kind::kinematic) {
    print(fmt::format("{}: the constraints determine the motion; there is no ERROR to validate\n",
                      options.model));
    return success;
  }
  const analysis::StudySettings settings = study_settings(reading.model, options);
  const analysis::Study study = analysis::study_convergence(
      reading.model, libraries, settings, [](const analysis::Trial& trial) {
        say(fmt::format("running {} with ERROR = {:g}\n", trial.integrator, trial.error));
      });
  const ValidationReport report = summarise(study, options);
  if (!study.is_complete()) say(render(study.trials.back().findings, reading.source));
  print_report(report);
  if (!options.json.empty()) results::write_text(options.json, results::to_json(report));
  return study.is_complete() ? success : analysis_failed;
}

}  // namespace trammel::app
