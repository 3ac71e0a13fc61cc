// SPDX-License-Identifier: BSD-3-Clause
#include "bench/work_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace trammel::bench {
namespace {

using analysis::Status;

bool is_complete(const WorkPoint& p) {
  return p.status == Status::ok;
}

long all_factorizations(const WorkPoint& p) {
  return p.statistics.factorizations + p.statistics.refactorizations;
}

std::string outcome(const WorkPoint& p, double worth) {
  if (p.is_out_of_time) return fmt::format("out of time at {:.4g}", p.time);
  if (!is_complete(p)) return fmt::format("stopped at {:.4g}", p.time);
  if (p.was_ended) return fmt::format("ended by a sensor at {:.4g}", p.time);
  return p.deviation <= worth ? "as good as the reference" : "";
}

std::string_view key(const WorkPoint& p) {
  if (p.is_out_of_time) return "out of time";
  return analysis::word(p.status);
}

nlohmann::json to_json(const WorkPoint& p) {
  nlohmann::json j = {{"integrator", p.integrator},
                      {"error_setting", p.error},
                      {"status", key(p)},
                      {"time", p.time},
                      {"cpu_s", p.cpu},
                      {"steps", p.statistics.steps},
                      {"rejected_steps", p.statistics.rejected_steps},
                      {"iterations", p.statistics.iterations},
                      {"residuals", p.statistics.residuals},
                      {"jacobians", p.statistics.jacobians},
                      {"factorizations", all_factorizations(p)}};
  if (is_complete(p) && std::isfinite(p.deviation)) j["deviation"] = p.deviation;
  if (!p.why.empty()) j["why"] = p.why;
  if (p.was_ended) j["ended_by_sensor"] = true;
  return j;
}

// Why there is none, by method.
std::string without_reference(const WorkReport& report) {
  std::string text = "no integrator reaches the end with a small ERROR: there is no reference\n";
  bool is_late = false;
  for (const WorkPoint& p : report.failed) {
    text += fmt::format("{:<12} ERROR = {:.0e}: {}\n", p.integrator, p.error,
                        p.is_out_of_time ? fmt::format("out of time at {:.4g}", p.time)
                        : p.why.empty()  ? fmt::format("stopped at {:.4g}", p.time)
                                         : p.why);
    is_late = is_late || p.is_out_of_time;
  }
  if (is_late) text += "hint: larger --seconds; the reference may take ten times as long\n";
  return text;
}

}  // namespace

std::string to_text(const WorkReport& report) {
  if (!report.ok) return without_reference(report);
  std::string text = fmt::format("{:<20} {:>8} {:>10} {:>9} {:>8} {:>8} {:>10} {:>9} {:>8}\n",
                                 "integrator", "ERROR", "deviation", "CPU s", "steps", "rejected",
                                 "iterations", "Jacobians", "factors");
  for (const WorkPoint& p : report.points) {
    const std::string deviation = is_complete(p) ? fmt::format("{:.2e}", p.deviation) : "-";
    text +=
        fmt::format("{:<20} {:>8.0e} {:>10} {:>9.4f} {:>8} {:>8} {:>10} {:>9} {:>8}  {}\n",
                    p.integrator, p.error, deviation, p.cpu, p.statistics.steps,
                    p.statistics.rejected_steps, p.statistics.iterations, p.statistics.jacobians,
                    all_factorizations(p), outcome(p, report.second.deviation));
  }
  text +=
      "\ndeviation: the largest of a position, orientation or state from the reference, of its "
      "range";
  text += fmt::format("\nreference: {} with ERROR = {:.0e}", report.reference.integrator,
                      report.reference.error);
  if (report.reference.was_ended)
    text += fmt::format(", ended by a sensor at {:.4g}", report.reference.time);
  if (report.second.integrator.empty())
    return text + "; no second method reaches the end with it: nothing confirms it\n";
  return text + fmt::format("; {} differs from it by {:.1e}\n", report.second.integrator,
                            report.second.deviation);
}

std::string to_json(const WorkReport& report, const std::string& model) {
  nlohmann::json j = {{"model", model}, {"has_reference", report.ok}};
  if (report.ok) j["reference"] = to_json(report.reference);
  if (!report.second.integrator.empty()) j["second_reference"] = to_json(report.second);
  for (const WorkPoint& p : report.failed) j["failed_references"].push_back(to_json(p));
  j["points"] = nlohmann::json::array();
  for (const WorkPoint& p : report.points) j["points"].push_back(to_json(p));
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Chart chart(const WorkReport& report, Work work, const std::string& title) {
  Chart chart;
  chart.title = title;
  chart.x_label = work == Work::cpu     ? "CPU time, s"
                  : work == Work::steps ? "steps"
                                        : "factorisations";
  chart.y_label = "largest deviation of a position, of its range";
  chart.y_floor = report.second.deviation;
  chart.floor_label = "uncertainty of the reference";
  for (const WorkPoint& p : report.points) {
    if (chart.series.empty() || chart.series.back().label != p.integrator)
      chart.series.push_back({p.integrator, {}, {}});
    if (!is_complete(p)) continue;
    const long count = work == Work::steps ? p.statistics.steps : all_factorizations(p);
    chart.series.back().x.push_back(work == Work::cpu ? p.cpu : double(count));
    chart.series.back().y.push_back(p.deviation);
  }
  return chart;
}

}  // namespace trammel::bench
