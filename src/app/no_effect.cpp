// SPDX-License-Identifier: BSD-3-Clause
#include "app/no_effect.h"

#include <fmt/format.h>

#include <string_view>

namespace trammel::app {
namespace {

using model::Model;

struct Idle {
  std::string_view statement, argument;
  bool (*is_given)(const Model&);
};

constexpr Idle idle[] = {
    {"OUTPUT", "REQSAVE", [](const Model& m) { return m.output.reqsave; }},
    {"OUTPUT", "GRSAVE", [](const Model& m) { return m.output.grsave; }},
    {"RESULTS", "", [](const Model& m) { return m.results.given; }},
    {"DEBUG", "REQDUMP", [](const Model& m) { return m.debug.reqdump; }},
    {"DEBUG", "DUMP", [](const Model& m) { return m.debug.dump; }},
    {"DEBUG", "TOPOLOGY", [](const Model& m) { return m.debug.topology; }},
    {"PREFERENCES", "NTHREADS",
     [](const Model& m) { return m.preferences.threads.value_or(1) > 1; }},
};

struct Reason {
  std::string_view statement;
  model::Location (*at)(const Model&);
  std::string_view why;
};

constexpr Reason reasons[] = {
    {"OUTPUT", [](const Model& m) { return m.output.at; },
     "these files are not written; the requests are in the .csv file"},
    {"RESULTS", [](const Model& m) { return m.results.at; },
     "no .res file is written; the requests are in the .csv file"},
    {"DEBUG", [](const Model& m) { return m.debug.at; }, "nothing of this is printed"},
    {"PREFERENCES", [](const Model& m) { return m.preferences.at; }, "a run uses one thread"},
};

}  // namespace

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
