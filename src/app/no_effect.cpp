// SPDX-License-Identifier: BSD-3-Clause
#include "app/no_effect.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace trammel::app {
namespace {

using model::Model;

struct Idle {
  std::string_view statement, argument;
  bool (*is_given)(const Model&);
};

constexpr Idle idle[] = {
    {"OUTPUT", "GRSAVE", [](const Model& m) { return m.output.grsave; }},
    {"RESULTS", "FORMATTED", [](const Model& m) { return m.results.formatted && !m.results.xrf; }},
    {"DEBUG", "REQDUMP", [](const Model& m) { return m.debug.reqdump; }},
    {"DEBUG", "DUMP", [](const Model& m) { return m.debug.dump; }},
    {"DEBUG", "TOPOLOGY", [](const Model& m) { return m.debug.topology; }},
};

struct Reason {
  std::string_view statement;
  model::Location (*at)(const Model&);
  std::string_view why;
};

constexpr Reason reasons[] = {
    {"OUTPUT", [](const Model& m) { return m.output.at; },
     "no .gra file is written; poses and shapes are in the .h5 file"},
    {"RESULTS", [](const Model& m) { return m.results.at; }, "the .res file is XML, as with XRF"},
    {"DEBUG", [](const Model& m) { return m.debug.at; }, "nothing of this is printed"},
};

using Names = std::vector<std::string_view>;

Names typed_for_integrators(const RunOptions& o, bool with_eprint) {
  const analysis::Overrides& s = o.overrides;
  Names names;
  for (const auto& [name, is_typed] : {std::pair{"--integrator", s.integrator.has_value()},
                                       {"--error", s.error.has_value()},
                                       {"--hinit", s.hinit.has_value()},
                                       {"--hmin", s.hmin.has_value()},
                                       {"--hmax", s.hmax.has_value()},
                                       {"--kmax", s.kmax.has_value()},
                                       {"--maxit", s.maxit.has_value()},
                                       {"--pattern", s.pattern.has_value()},
                                       {"--corrector", s.corrector.has_value()},
                                       {"--formulation", s.formulation.has_value()},
                                       {"--coordinates", s.coordinates.has_value()},
                                       {"--alpha", s.alpha.has_value()},
                                       {"--beta", s.beta.has_value()},
                                       {"--gamma", s.gamma.has_value()},
                                       {"--order", s.order.has_value()},
                                       {"--fixed-step", s.fixed_step.has_value()},
                                       {"--interpolate", s.interpolate.has_value()},
                                       {"--eprint", with_eprint && !o.eprint.empty()}})
    if (is_typed) names.emplace_back(name);
  return names;
}

Names printed_for_integrators(const model::DebugSettings& debug) {
  Names names;
  for (const auto& [name, is_asked] :
       {std::pair{"EPRINT", debug.eprint}, {"RHSDUMP", debug.rhsdump}, {"JMDUMP", debug.jmdump}})
    if (is_asked) names.emplace_back(name);
  return names;
}

}  // namespace

analysis::Findings idle_without_integrator(const RunOptions& o, const Model& model,
                                           analysis::Kind kind) {
  analysis::Findings findings;
  const bool ends_at_start = kind == analysis::Kind::initial_conditions;
  const auto note = [&](const Names& names, std::string label, model::Location at) {
    if (names.empty()) return;
    findings.push_back(
        {model::Severity::warning, std::move(label), at,
         fmt::format("{} {} no effect: {}", fmt::join(names, ", "),
                     names.size() == 1 ? "has" : "have",
                     ends_at_start ? "the analysis ends with the initial conditions"
                                   : fmt::format("a {} analysis has no integrator", name(kind))),
         ends_at_start ? "" : "--analysis dynamic integrates the motion"});
  };
  const bool prints_iterations = kind == analysis::Kind::statics;
  Names typed = typed_for_integrators(o, !prints_iterations);
  if (ends_at_start)
    for (const auto& [name, is_typed] : {std::pair{"--end", o.end.has_value()},
                                         {"--steps", o.steps.has_value()},
                                         {"--dtout", o.dtout.has_value()}})
      if (is_typed) typed.emplace_back(name);
  note(typed, "", {});
  if (!prints_iterations) note(printed_for_integrators(model.debug), "DEBUG", model.debug.at);
  return findings;
}

analysis::Findings missing_requests(const Model& model) {
  if (!model.requests.empty() || !model.multi_requests.empty()) return {};
  return {{model::Severity::warning,
           "",
           {},
           "the model has no REQUEST: the results have a column for the time only",
           "for instance REQUEST/1, DISPLACEMENT, I = id of a marker"}};
}

std::vector<model::Problem> settings_without_effect(const Model& model) {
  std::vector<model::Problem> problems;
  for (const Reason& reason : reasons) {
    std::vector<std::string_view> arguments;
    for (const Idle& setting : idle)
      if (setting.statement == reason.statement && setting.is_given(model))
        arguments.push_back(setting.argument);
    if (arguments.empty()) continue;
    const std::string subject =
        arguments.front().empty() ? "it" : fmt::format("{}", fmt::join(arguments, ", "));
    problems.push_back({.code = model::Code::ignored_argument,
                        .statement = reason.statement,
                        .label = std::string(reason.statement),
                        .at = reason.at(model),
                        .argument = "",
                        .message = fmt::format("{} {} no effect: {}", subject,
                                               arguments.size() == 1 ? "has" : "have", reason.why),
                        .hint = ""});
  }
  return problems;
}

}  // namespace trammel::app
