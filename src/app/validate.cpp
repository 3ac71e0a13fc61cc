// SPDX-License-Identifier: BSD-3-Clause
#include "app/validate.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "analysis/convergence.h"
#include "app/findings.h"
#include "app/interrupt.h"
#include "app/result_files.h"
#include "app/run_options.h"
#include "app/summary.h"
#include "elements/user/missing.h"
#include "integrators/registry.h"
#include "io/adm/reader.h"
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
  if (!(o.digits >= 1 && o.digits <= 12)) return "--digits must be from 1 to 12";
  if (o.error && !(*o.error > 0)) return "--error must be positive";
  if (!o.json.empty() && is_same_file(o.json, o.model))
    return fmt::format("--json {} would overwrite the model; give another file", o.json);
  return "";
}

using analysis::Verdict;

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::converged:
      return "converged";
    case Verdict::not_converged:
      return "not converged";
    case Verdict::not_confirmed:
      return "not confirmed";
    case Verdict::nothing_moves:
      return "nothing moves";
    case Verdict::interrupted:
      return "interrupted";
    case Verdict::failed:
      break;
  }
  return "failed";
}

ExitCode exit_code(Verdict verdict) {
  return verdict == Verdict::converged || verdict == Verdict::nothing_moves ? success
                                                                            : analysis_failed;
}

std::string recommendation(const analysis::Study& study, const ValidateOptions& o) {
  const std::string hmax =
      study.recommended_hmax > 0 ? fmt::format(" and HMAX = {:g}", study.recommended_hmax) : "";
  return fmt::format("ERROR = {:g}{} gives {:g} digits with {}", study.recommended, hmax, o.digits,
                     study.trials.front().integrator);
}

std::string why_not_converged(const analysis::Study& study, const ValidateOptions& o) {
  if (!study.more_work)
    return "smaller ERROR and half of HMAX have not made more steps: agreement of the runs means "
           "nothing; give more --levels or another --integrator";
  return fmt::format(
      "no ERROR down to {:g} gives {:g} digits of everything; look for jumps and corners (trammel "
      "check), start from a smaller --error, take another --integrator, or ask for less: chaotic "
      "motions and the moment of a shock have no digits",
      study.trials.back().error, o.digits);
}

// What to think of it, and what to do.
std::string advice(const analysis::Study& study, const ValidateOptions& o) {
  const analysis::Trial& last = study.trials.back();
  switch (study.verdict) {
    case Verdict::converged:
      return recommendation(study, o);
    case Verdict::not_converged:
      return why_not_converged(study, o);
    case Verdict::not_confirmed:
      return fmt::format(
          "{}, by its own account: {} has stopped at time {:.6g}; give another --second",
          recommendation(study, o), last.integrator, last.time);
    case Verdict::nothing_moves:
      return "nothing changes between the outputs; if something should, give more --steps";
    case Verdict::interrupted:
      return fmt::format("at time {:.6g} of {} with ERROR = {:g}", last.time, last.integrator,
                         last.error);
    case Verdict::failed:
      break;
  }
  return fmt::format("{} with ERROR = {:g} stops at time {:.6g}; nothing is known of the digits",
                     last.integrator, last.error, last.time);
}

// Methods that share their formula, and with it an error that neither sees.
std::string_view family(std::string_view integrator) {
  if (integrator == "newmark" || integrator == "tlismni-hht") return "hht";
  if (integrator.starts_with("wstiff") || integrator == "tlismni-bdf2") return "gstiff";
  if (integrator == "abam" || integrator.starts_with("tlismni")) return "adams";
  return integrator.substr(0, integrator.find('-'));
}

// A level that has failed when two and more have not.
std::string remark(const analysis::Study& study, const ValidateOptions& o) {
  std::string text;
  if (study.hmax_was_halved && study.more_work && !study.channels.empty())
    text += "; the output step or HMAX decides the steps, not ERROR, and was halved";
  for (const analysis::Trial& t : study.trials)
    if (t.status == Status::failed && !t.is_second && !study.channels.empty())
      text += fmt::format("; with ERROR = {:g} the run stops at time {:.6g}", t.error, t.time);
  const std::string &first = study.trials.front().integrator,
                    &last = study.trials.back().integrator;
  if (study.trials.back().is_second && !o.second.empty() && family(first) == family(last))
    text +=
        fmt::format("; {} and {} are of one family: what both get wrong is not seen", first, last);
  return text;
}

ValidationReport summarise(const analysis::Study& study, const ValidateOptions& o) {
  ValidationReport report;
  report.model = o.model;
  report.wanted_digits = o.digits;
  report.recommended_error = study.recommended;
  report.recommended_hmax = study.recommended_hmax;
  report.hmax_was_halved = study.hmax_was_halved;
  report.more_work = study.more_work;
  report.verdict = std::string(word(study.verdict));
  report.advice = advice(study, o) + remark(study, o);
  for (const analysis::Trial& t : study.trials)
    report.trials.push_back({t.integrator, std::string(analysis::word(t.status)), t.is_second,
                             t.error, t.hmax, t.time, t.statistics.h_max, t.statistics.steps,
                             t.statistics.iterations});
  for (const analysis::Channel& c : study.channels)
    report.channels.push_back(
        {c.name, c.owner, c.is_judged, c.is_error, c.range, c.promised, c.cross, c.digits, c.time});
  return report;
}

// Less than one digit is none: the error is more than a tenth of the range.
std::string digits_word(double digits) {
  return digits < 1 ? "none" : fmt::format("{:.1f}", digits);
}

std::string channel_line(const results::ValidationChannel& c) {
  if (c.is_error)
    return fmt::format("{:<24} {:>10.3g}  falls with ERROR: it would be constant without errors\n",
                       c.name, c.range);
  std::string text =
      fmt::format("{:<24} {:>10.3g}  {:>6};", c.name, c.range, digits_word(c.digits));
  for (auto d = c.digits_at.rbegin(); d != c.digits_at.rend(); ++d)
    text += fmt::format(" {:>4}", digits_word(*d));
  return text +
         fmt::format("   worst at {:.6g}{}\n", c.time, c.owner.empty() ? "" : ", " + c.owner);
}

void print_channels(const ValidationReport& report, bool judged, std::string& text) {
  bool first = true;
  for (const results::ValidationChannel& c : report.channels) {
    if (c.is_judged != judged) continue;
    if (std::exchange(first, false))
      text += fmt::format("\n{:<24} {:>10}  digits; with larger ERROR\n",
                          judged ? "" : "(not judged)", "range");
    text += channel_line(c);
  }
}

void print_report(const ValidationReport& report, const std::string& json) {
  std::string text = fmt::format("{:<12} {:>9} {:>9} {:>8} {:>10} {:>10}\n", "integrator", "ERROR",
                                 "HMAX", "steps", "iterations", "longest");
  for (const results::ValidationTrial& t : report.trials)
    text += fmt::format("{:<12} {:>9.1e} {:>9.3g} {:>8} {:>10} {:>10.3g}{}\n", t.integrator,
                        t.error, t.hmax, t.steps, t.iterations, t.h_max,
                        t.status == "ok" ? "" : "  " + t.status);
  print_channels(report, true, text);
  print_channels(report, false, text);
  print_beside({json},
               fmt::format("{}\n{}: {}: {}\n", text, report.model, report.verdict, report.advice));
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

ExitCode write(const ValidationReport& report, const ValidateOptions& o, ExitCode code) {
  if (!o.json.empty()) write_or_print(o.json, results::to_json(report));
  return code;
}

}  // namespace

ExitCode validate(const ValidateOptions& options) {
  if (const std::string wrong = wrong_words(options); !wrong.empty()) return complain(wrong);
  catch_interrupts();
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
    ValidationReport report;
    report.model = options.model, report.wanted_digits = options.digits;
    report.verdict = "kinematic";
    report.advice = "the constraints determine the motion; there is no ERROR to validate";
    print_beside({options.json},
                 fmt::format("{}: {}: {}\n", report.model, report.verdict, report.advice));
    return write(report, options, success);
  }
  const analysis::StudySettings settings = study_settings(reading.model, options);
  if (settings.run.integrator == options.second)
    return complain(
        fmt::format("--second {} is the first method: it confirms nothing", options.second));
  const analysis::Study study = analysis::study_convergence(
      reading.model, libraries, settings, [](const analysis::Trial& trial) {
        say(fmt::format("running {} with ERROR = {:g}\n", trial.integrator, trial.error));
      });
  const ValidationReport report = summarise(study, options);
  for (const analysis::Trial& trial : study.trials)
    if (trial.status != Status::ok) say(render(trial.findings, reading.source));
  print_report(report, options.json);
  return write(report, options, exit_code(study.verdict));
}

}  // namespace trammel::app
