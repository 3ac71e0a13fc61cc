// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <cstdio>

#include "integrators/registry.h"

namespace trammel::app {

namespace {

constexpr double most_outputs = 1e7;  // more would fill disks before anybody could stop it

// Options of the contract whose features do not exist yet.
struct Unavailable {
  const char* name;
  const char* reason;
};
constexpr std::array<Unavailable, 6> unavailable = {{
    {"--kmax", "no integrator has a variable order"},
    {"--beta", "no integrator has this parameter"},
    {"--gamma", "no integrator has this parameter"},
    {"--order", "no integrator has a variable order"},
    {"--threads", "a run uses one thread"},
    {"--eigen", "there is no linear analysis"},
}};

// In the order of the contract; those that the registry does not know yet are named as such.
constexpr std::array<std::string_view, 19> promised_integrators = {
    "hht-i3",      "hht-si2",      "newmark",     "gstiff-i3",   "gstiff-si2",
    "wstiff-i3",   "wstiff-si2",   "tlismni-am3", "tlismni-am4", "tlismni-trapezoidal",
    "tlismni-hht", "tlismni-bdf2", "abam",        "rkf45",       "sdirk4",
    "st-lq",       "st-qc",        "st-l1h3",     "st-l2h4"};

bool is_positive(double value) {
  return value > 0 && std::isfinite(value);
}

std::string integrator_names() {
  std::vector<std::string_view> names;
  for (const IntegratorInfo& info : integrators()) names.push_back(info.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// "T:F:F" as in PATTERN; empty when it is not that.
std::vector<bool> parse_pattern(const std::string& text) {
  std::vector<bool> pattern;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const bool letter = c == 'T' || c == 't' || c == 'F' || c == 'f';
    if (k % 2 == 0 ? !letter : c != ':') return {};
    if (letter) pattern.push_back(c == 'T' || c == 't');
  }
  return text.size() % 2 == 1 ? pattern : std::vector<bool>{};
}

}  // namespace

struct RunCommand::Words {
  std::string analysis, pattern, corrector, interpolate;
  std::array<std::string, unavailable.size()> not_yet;
};

RunCommand::RunCommand(CLI::App& program)
    : words_(std::make_unique<Words>()),
      command_(program.add_subcommand("run", "Simulate a model and write its results.")) {
  RunOptions& o = options_;
  CLI::App& c = *command_;
  c.add_option("MODEL", o.model, "dataset, .adm")->required();
  c.add_option("SCRIPT", o.script, "command file, .acf");
  c.add_option("-o,--output", o.folder, "folder of the results (default: the current one)");
  c.add_option("--analysis", words_->analysis,
               "dynamic, kinematic, static or initial-conditions (default: dynamic; kinematic if "
               "the constraints determine the motion)");
  c.add_option("--end", o.end, "end time");
  auto* steps = c.add_option("--steps", o.steps, "number of output steps (default: 100)");
  c.add_option("--dtout", o.dtout, "time between outputs")->excludes(steps);
  c.add_option("--integrator", o.overrides.integrator, "see --list-integrators");
  c.add_option("--error", o.overrides.error, "bound on the local error (default: 1e-5)");
  c.add_option("--hinit", o.overrides.hinit, "first step");
  c.add_option("--hmin", o.overrides.hmin, "smallest step");
  c.add_option("--hmax", o.overrides.hmax, "largest step (default: time between outputs)");
  c.add_option("--maxit", o.overrides.maxit, "most iterations of a step (default: 10)");
  c.add_option("--pattern", words_->pattern, "when the Jacobian is renewed, as T:F:F");
  c.add_option("--corrector", words_->corrector, "original or modified");
  c.add_option("--alpha", o.overrides.alpha, "numerical damping of HHT, -1/3 to 0 (default: -0.3)");
  c.add_option("--interpolate", words_->interpolate,
               "on: outputs between steps; off: steps end at outputs (default: on)");
  c.add_option("--fixed-step", o.overrides.fixed_step, "constant steps without error control");
  c.add_option("--csv", o.csv, "table of all requests (default: <model>.csv)");
  c.add_option("--stats", o.stats, "statistics of the run, JSON (default: <model>.stats.json)");
  for (std::size_t k = 0; k < unavailable.size(); ++k)
    c.add_option(unavailable[k].name, words_->not_yet[k], "not available yet");
  auto* quiet = c.add_flag("--quiet", o.quiet, "no summary, no progress bar");
  c.add_flag("--verbose", o.verbose, "a longer summary")->excludes(quiet);
}

RunCommand::~RunCommand() = default;

bool RunCommand::is_wanted() const {
  return command_->parsed();
}

namespace {

using Complaint = std::string;  // empty: none

Complaint check_numbers(const RunOptions& o) {
  const analysis::Overrides& s = o.overrides;
  const std::array<std::pair<const char*, std::optional<double>>, 7> positive = {
      {{"--end", o.end},
       {"--dtout", o.dtout},
       {"--error", s.error},
       {"--hinit", s.hinit},
       {"--hmin", s.hmin},
       {"--hmax", s.hmax},
       {"--fixed-step", s.fixed_step}}};
  for (const auto& [name, value] : positive)
    if (value && !is_positive(*value))
      return fmt::format("{} must be a positive number, not {}", name, *value);
  if (o.steps && *o.steps < 1) return fmt::format("--steps must be at least 1, not {}", *o.steps);
  if (o.steps && *o.steps > most_outputs)
    return fmt::format("--steps {} is more than {}", *o.steps, most_outputs);
  if (o.end && o.dtout && *o.end / *o.dtout > most_outputs)
    return fmt::format("--dtout {} asks for more than {} outputs", *o.dtout, most_outputs);
  if (s.alpha && !std::isfinite(*s.alpha)) return "--alpha must be a number from -1/3 to 0";
  return {};
}

Complaint check_integrator(const std::optional<std::string>& name) {
  if (!name || find_integrator(*name)) return {};
  const bool promised = std::find(promised_integrators.begin(), promised_integrators.end(),
                                  *name) != promised_integrators.end();
  return fmt::format("--integrator {}: {}; available: {}", *name,
                     promised ? "not available yet" : "there is no such integrator",
                     integrator_names());
}

Complaint set_analysis(const std::string& word, RunOptions& o) {
  if (word == "dynamic")
    o.analysis = analysis::Kind::dynamic;
  else if (word == "kinematic")
    o.analysis = analysis::Kind::kinematic;
  else if (word == "initial-conditions")
    o.analysis = analysis::Kind::initial_conditions;
  else if (word == "static")
    return "--analysis static: not available yet: dynamic, kinematic and initial-conditions are";
  else if (!word.empty())
    return fmt::format("--analysis {}: it must be dynamic, kinematic, static or initial-conditions",
                       word);
  return {};
}

bool has_suffix(const std::string& text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

Complaint check_usage(const RunOptions& o) {
  if (!o.script.empty() || has_suffix(o.model, ".acf"))
    return fmt::format("{}: command files are not available yet; use --end and --steps",
                       o.script.empty() ? o.model : o.script);
  if (!o.end && o.analysis != analysis::Kind::initial_conditions)
    return "how long? --end T [--steps N | --dtout H]";
  return {};
}

}  // namespace

ExitCode RunCommand::execute() {
  analysis::Overrides& s = options_.overrides;
  const auto complain = [](const Complaint& text) {
    fmt::print(stderr, "trammel run: error: {}\n", text);
    return wrong_usage;
  };
  for (std::size_t k = 0; k < unavailable.size(); ++k)
    if (command_->count(unavailable[k].name) > 0)
      return complain(
          fmt::format("{}: not available yet: {}", unavailable[k].name, unavailable[k].reason));
  for (const Complaint& text : {set_analysis(words_->analysis, options_), check_usage(options_),
                                check_numbers(options_), check_integrator(s.integrator)})
    if (!text.empty()) return complain(text);

  if (!words_->pattern.empty() && (s.pattern = parse_pattern(words_->pattern))->empty())
    return complain(fmt::format("--pattern {}: it must look like T:F:F", words_->pattern));
  if (words_->corrector == "original" || words_->corrector == "modified")
    s.corrector = words_->corrector == "modified" ? Corrector::modified : Corrector::original;
  else if (!words_->corrector.empty())
    return complain(
        fmt::format("--corrector {}: it must be original or modified", words_->corrector));
  if (words_->interpolate == "on" || words_->interpolate == "off")
    s.interpolate = words_->interpolate == "on";
  else if (!words_->interpolate.empty())
    return complain(fmt::format("--interpolate {}: it must be on or off", words_->interpolate));
  return run(options_);
}

void list_integrators() {
  for (const IntegratorInfo& info : integrators())
    fmt::print("{:<20} order {}, index {}: {}\n", info.name, info.order, info.index, info.help);
}

}  // namespace trammel::app
