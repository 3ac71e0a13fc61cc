// SPDX-License-Identifier: BSD-3-Clause
#include "examples/validation.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace trammel::examples {
namespace {

using nlohmann::json;

constexpr double most_digits = 12;

std::string option(const std::vector<std::string>& options, const std::string& name) {
  const auto found = std::find(options.begin(), options.end(), name);
  return found == options.end() ? "" : *(found + 1);
}

// Shortest text that reads back the same.
std::string text_of(double number) {
  return json(number).dump();
}

// Of a run beside the reference, as (VAL.1) counts them.
double digits_of(const Table& run, const Table& exact, const std::string& name,
                 const Channel& channel, double range) {
  const int there = exact.column(name), here = run.column(channel.column);
  double error = 0;
  for (const auto& row : exact.rows) {
    const int match = run.row_at(row.front());
    if (match < 0) continue;
    const double value = run.rows[std::size_t(match)][std::size_t(here)];
    error =
        std::max(error, std::abs(value * channel.scale + channel.offset - row[std::size_t(there)]));
  }
  if (error == 0) return most_digits;
  return std::clamp(-std::log10(error / (std::abs(channel.scale) * range)), 0.0, most_digits);
}

const json* find_channel(const json& report, const std::string& name) {
  for (const json& channel : report.at("channels"))
    if (channel.at("name") == name) return &channel;
  return nullptr;
}

// The digits of one run of the study: it is repeated on its own.
void add_digits(const json& report, const json& trial, std::size_t level,
                std::vector<std::string> options, const std::string& name,
                const Reference& reference, double seconds, Validation& result) {
  options.insert(options.end(),
                 {"--error", text_of(trial.at("error")), "--hmax", text_of(trial.at("hmax"))});
  const Finished run = run_model(model_path(name), options, seconds);
  const Table exact = reference_table(reference.file);
  for (const auto& [title, channel] : reference.channels) {
    const json* known = find_channel(report, channel.column);
    if (!known || known->at("is_error_only")) continue;
    const json& larger = known->at("digits_at_larger_error");
    result.digits.push_back({title, trial.at("error"),
                             level < larger.size() ? larger[level] : known->at("digits"),
                             digits_of(run.requests, exact, title, channel, known->at("range"))});
  }
}

}  // namespace

Validation validate_example(const std::string& name, const Reference& reference,
                            const std::string& first, int levels, const std::string& integrator,
                            double seconds) {
  std::vector<std::string> options = {"--end", option(reference.options, "--end"), "--steps",
                                      option(reference.options, "--steps")};
  if (!integrator.empty()) options.insert(options.end(), {"--integrator", integrator});
  std::vector<std::string> words = {"validate", model_path(name), "--error",
                                    first,      "--levels",       std::to_string(levels)};
  words.insert(words.end(), options.begin(), options.end());
  std::string text;
  const Finished run = run_and_read(words, seconds, text);
  Validation result{
      .exit_code = run.exit_code, .verdict = {}, .messages = run.messages, .digits = {}};
  const json report = json::parse(text, nullptr, false);
  if (!report.is_object()) return result;
  result.verdict = report.at("verdict");
  if (report.at("recommended_error").is_number())
    result.recommended_error = report.at("recommended_error");
  if (report.at("channels").empty()) return result;
  std::size_t level = 0;
  for (const json& trial : report.at("trials"))
    if (trial.at("role") == "level" && trial.at("status") == "ok")
      add_digits(report, trial, level++, options, name, reference, seconds, result);
  return result;
}

}  // namespace trammel::examples
