// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "integrators/registry.h"
#include "numerics/team.h"

namespace trammel::app {

namespace {

constexpr double most_outputs = 1e7;  // more would fill disks before anybody could stop it
constexpr double shortest_interval =
    1e-100;  // between outputs; the square of a step must be a number

bool is_positive(double value) {
  return value > 0 && std::isfinite(value);
}

// "t:f:f" as in PATTERN; empty when it is not that.
std::vector<bool> parse_pattern(const std::string& text) {
  std::vector<bool> pattern;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const bool letter = c == 't' || c == 'f';
    if (k % 2 == 0 ? !letter : c != ':') return {};
    if (letter) pattern.push_back(c == 't');
  }
  return text.size() % 2 == 1 ? pattern : std::vector<bool>{};
}

using Complaint = std::string;  // empty: none

Complaint check_numbers(const RunOptions& o) {
  const analysis::Overrides& s = o.overrides;
  const std::array<std::pair<const char*, std::optional<double>>, 9> positive = {
      {{"--end", o.end},
       {"--dtout", o.dtout},
       {"--error", s.error},
       {"--hinit", s.hinit},
       {"--hmin", s.hmin},
       {"--hmax", s.hmax},
       {"--beta", s.beta},
       {"--gamma", s.gamma},
       {"--fixed-step", s.fixed_step}}};
  for (const auto& [name, value] : positive)
    if (value && !is_positive(*value))
      return fmt::format("{} must be a positive number, not {}", name, *value);
  if (s.hinit && s.hmax && *s.hinit > *s.hmax)
    return fmt::format("--hinit {} is more than --hmax {}", *s.hinit, *s.hmax);
  if (o.steps && *o.steps < 1) return fmt::format("--steps must be at least 1, not {}", *o.steps);
  if (o.steps && *o.steps > most_outputs)
    return fmt::format("--steps {} is more than {}", *o.steps, most_outputs);
  if (o.end && o.dtout && *o.end / *o.dtout > most_outputs)
    return fmt::format("--dtout {} asks for more than {} outputs", *o.dtout, most_outputs);
  const double interval = o.dtout.value_or(o.end.value_or(1) / o.steps.value_or(default_steps));
  if (interval < shortest_interval)
    return fmt::format("the time between outputs, {:.3g}, is too short; it must be at least {}",
                       interval, shortest_interval);
  if (s.alpha && !std::isfinite(*s.alpha)) return "--alpha must be a number from -1/3 to 0";
  for (const auto& [name, value] : {std::pair{"--kmax", s.kmax}, {"--order", s.order}})
    if (value && *value < 1) return fmt::format("{} must be at least 1, not {}", name, *value);
  if (o.threads && (*o.threads < 1 || *o.threads > most_threads))
    return fmt::format("--threads must be from 1 to {}, not {}", most_threads, *o.threads);
  if (s.order && !s.fixed_step) return "--order goes with --fixed-step";
  return {};
}

Complaint check_integrator(const std::optional<std::string>& name) {
  if (!name || find_integrator(*name)) return {};
  return fmt::format("--integrator {}: there is no such integrator; available: {}", *name,
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
    o.analysis = analysis::Kind::statics;
  else if (!word.empty())
    return fmt::format("--analysis {}: it must be dynamic, kinematic, static or initial-conditions",
                       word);
  return {};
}

Complaint check_usage(RunOptions& o) {
  if (o.script.empty() && is_script(o.model)) o.script = std::exchange(o.model, "");
  if (is_dataset(o.script))
    return fmt::format(
        "{} and {}: a run has one dataset; what may follow it is a command file, .acf", o.model,
        o.script);
  if (!o.script.empty()) {
    for (const auto& [name, is_given] : {std::pair{"--end", o.end.has_value()},
                                         {"--steps", o.steps.has_value()},
                                         {"--dtout", o.dtout.has_value()},
                                         {"--analysis", o.analysis != analysis::Kind::automatic}})
      if (is_given)
        return fmt::format("{}: the script says what to simulate and for how long", name);
    return {};
  }
  if (!o.eigen.empty()) return "--eigen: eigenvalues are found by LINEAR/EIGENSOL of a script";
  if (!o.end && o.analysis != analysis::Kind::initial_conditions &&
      o.analysis != analysis::Kind::statics)
    return "how long? --end T [--steps N | --dtout H]";
  return {};
}

Complaint set_method(const RunWords& words, analysis::Overrides& s) {
  if (!words.pattern.empty() && (s.pattern = parse_pattern(words.pattern))->empty())
    return fmt::format("--pattern {}: it must look like T:F:F", words.pattern);
  if (words.corrector == "original" || words.corrector == "modified")
    s.corrector = words.corrector == "modified" ? Corrector::modified : Corrector::original;
  else if (!words.corrector.empty())
    return fmt::format("--corrector {}: it must be original or modified", words.corrector);
  if (words.formulation == "scaled" || words.formulation == "primer")
    s.formulation = words.formulation == "primer" ? Formulation::primer : Formulation::scaled;
  else if (!words.formulation.empty())
    return fmt::format("--formulation {}: it must be scaled or primer", words.formulation);
  if (words.coordinates == "automatic" || words.coordinates == "absolute")
    s.coordinates =
        words.coordinates == "absolute" ? Coordinates::absolute : Coordinates::automatic;
  else if (!words.coordinates.empty())
    return fmt::format("--coordinates {}: it must be automatic or absolute", words.coordinates);
  if (words.interpolate == "on" || words.interpolate == "off")
    s.interpolate = words.interpolate == "on";
  else if (!words.interpolate.empty())
    return fmt::format("--interpolate {}: it must be on or off", words.interpolate);
  return {};
}

Complaint read_words(const RunWords& words, RunOptions& o) {
  for (const Complaint& text :
       {set_analysis(words.analysis, o), check_usage(o), check_numbers(o),
        check_integrator(o.overrides.integrator), set_method(words, o.overrides)})
    if (!text.empty()) return text;
  return {};
}

}  // namespace

bool is_script(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending == ".acf" || ending == ".ACF";
}

bool is_dataset(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending == ".adm" || ending == ".ADM";
}

std::string integrator_names() {
  std::vector<std::string_view> names;
  for (const IntegratorInfo& info : integrators()) names.push_back(info.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

ExitCode run(const RunWords& words) {
  RunOptions options = words.options;
  if (const Complaint text = read_words(words, options); !text.empty()) {
    fmt::print(stderr, "trammel run: error: {}\n", text);
    return wrong_usage;
  }
  return run(options);
}

void list_integrators() {
  for (const IntegratorInfo& info : integrators())
    fmt::print("{:<20} order {}, index {}: {}\n", info.name,
               info.order > 0 ? std::to_string(info.order) : "variable", info.index, info.help);
}

}  // namespace trammel::app
