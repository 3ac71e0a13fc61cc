// SPDX-License-Identifier: BSD-3-Clause
#include "results/validation_report.h"

#include <nlohmann/json.hpp>

namespace trammel::results {

std::string to_json(const ValidationReport& report) {
  using nlohmann::ordered_json;
  ordered_json trials = ordered_json::array(), channels = ordered_json::array();
  for (const ValidationTrial& t : report.trials)
    trials.push_back({{"integrator", t.integrator},
                      {"error", t.error},
                      {"hmax", t.hmax},
                      {"status", t.status},
                      {"time", t.time},
                      {"steps", t.steps},
                      {"iterations", t.iterations},
                      {"h_max", t.h_max}});
  for (const ValidationChannel& c : report.channels)
    channels.push_back({{"name", c.name},
                        {"range", c.range},
                        {"digits", c.digits},
                        {"digits_at_larger_error", c.digits_at},
                        {"digits_of_second_method", c.cross_digits}});
  const ordered_json all = {{"model", report.model},
                            {"verdict", report.verdict},
                            {"advice", report.advice},
                            {"wanted_digits", report.wanted_digits},
                            {"recommended_error", report.recommended_error},
                            {"more_work_at_smaller_error", report.works_harder},
                            {"trials", trials},
                            {"channels", channels}};
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace trammel::results
