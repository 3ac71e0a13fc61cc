// SPDX-License-Identifier: BSD-3-Clause
#include "examples/findings.h"

#include <nlohmann/json.hpp>

#include "examples/run.h"

namespace trammel::examples {

std::set<std::string> doctors_findings(const std::string& model) {
  constexpr double seconds = 60;
  std::string text;
  run_and_read({"check", model}, seconds, text);
  const nlohmann::json report = nlohmann::json::parse(text, nullptr, false);
  std::set<std::string> found;
  if (!report.is_object()) return {"no report"};
  const std::set<std::string> others = {"dataset", "model", "settings", "assembly", "script"};
  for (const auto& finding : report.at("findings")) {
    const std::string rule = finding.at("rule");
    if (!others.count(rule)) found.insert(rule + ' ' + finding.at("element").get<std::string>());
  }
  return found;
}

}  // namespace trammel::examples
