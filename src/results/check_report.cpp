// SPDX-License-Identifier: BSD-3-Clause
#include "results/check_report.h"

#include <nlohmann/json.hpp>

namespace trammel::results {

std::string to_json(const CheckReport& report) {
  using nlohmann::ordered_json;
  ordered_json findings = ordered_json::array();
  for (const CheckFinding& f : report.findings)
    findings.push_back({{"rule", f.rule},
                        {"severity", f.severity},
                        {"element", f.element},
                        {"line", f.line},
                        {"column", f.column},
                        {"text", f.text},
                        {"reason", f.reason},
                        {"hint", f.hint}});
  const ordered_json all = {{"model", report.model},
                            {"assembled", report.is_assembled},
                            {"parts", report.parts},
                            {"degrees_of_freedom", report.degrees_of_freedom},
                            {"redundant_constraints", report.redundant_constraints},
                            {"errors", report.errors},
                            {"warnings", report.warnings},
                            {"findings", findings}};
  // Names come from files of any encoding.
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace trammel::results
