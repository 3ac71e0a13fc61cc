// SPDX-License-Identifier: BSD-3-Clause
#include "results/validation_report.h"

#include <nlohmann/json.hpp>

namespace trammel::results {
namespace {

using nlohmann::ordered_json;

// 0 stands for "none".
ordered_json positive_or_null(double x) {
  return x > 0 ? ordered_json(x) : ordered_json(nullptr);
}

ordered_json to_json(const ValidationTrial& t) {
  return {{"integrator", t.integrator},
          {"role", t.is_second ? "second method" : "level"},
          {"error", t.error},
          {"hmax", t.hmax},
          {"status", t.status},
          {"time", t.time},
          {"steps", t.steps},
          {"iterations", t.iterations},
          {"h_max", t.h_max}};
}

ordered_json to_json(const ValidationChannel& c) {
  return {{"name", c.name},
          {"range", c.range},
          {"digits", c.digits},
          {"digits_at_larger_error", c.digits_at},
          {"digits_of_second_method",
           c.cross_digits ? ordered_json(*c.cross_digits) : ordered_json(nullptr)},
          {"is_judged", c.is_judged},
          {"is_error_only", c.is_error},
          {"worst_time", c.time},
          {"worst_part", c.owner.empty() ? ordered_json(nullptr) : ordered_json(c.owner)}};
}

}  // namespace

std::string to_json(const ValidationReport& report) {
  ordered_json trials = ordered_json::array(), channels = ordered_json::array();
  for (const ValidationTrial& t : report.trials) trials.push_back(to_json(t));
  for (const ValidationChannel& c : report.channels) channels.push_back(to_json(c));
  const ordered_json all = {{"model", report.model},
                            {"verdict", report.verdict},
                            {"advice", report.advice},
                            {"wanted_digits", report.wanted_digits},
                            {"recommended_error", positive_or_null(report.recommended_error)},
                            {"recommended_hmax", positive_or_null(report.recommended_hmax)},
                            {"hmax_was_halved", report.hmax_was_halved},
                            {"more_work", report.more_work},
                            {"trials", trials},
                            {"channels", channels}};
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace trammel::results
