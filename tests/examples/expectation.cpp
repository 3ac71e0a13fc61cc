// SPDX-License-Identifier: BSD-3-Clause
#include "examples/expectation.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace trammel::examples {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path folder = fs::path(TRAMMEL_SOURCE_DIR) / "examples";

std::optional<double> number(const json& object, const char* key) {
  if (!object.contains(key)) return std::nullopt;
  return object.at(key).get<double>();
}

Reference read_reference(const json& object) {
  Reference reference;
  reference.file = object.at("file");
  reference.options = object.at("options").get<std::vector<std::string>>();
  reference.whole_error = object.value("whole_error", "");
  reference.whole_integrator = object.value("whole_integrator", "");
  reference.tolerance = object.at("tolerance");
  for (const auto& [name, channel] : object.at("columns").items())
    reference.channels[name] = {channel.at("column"), channel.value("scale", 1.0),
                                channel.value("offset", 0.0)};
  return reference;
}

// Range of a column; its largest size where it hardly changes, 1 where it is zero.
double spread(const Table& table, int column) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto& row : table.rows) {
    low = std::min(low, row[static_cast<std::size_t>(column)]);
    high = std::max(high, row[static_cast<std::size_t>(column)]);
  }
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low > 1e-3 * size) return high - low;
  return size > 0 ? size : 1;
}

}  // namespace

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".adm") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string model_path(const std::string& name) {
  return (folder / (name + ".adm")).string();
}

bool has_expectation(const std::string& name) {
  return fs::exists(folder / (name + ".expect.json"));
}

Expectation read_expectation(const std::string& name) {
  std::ifstream file(folder / (name + ".expect.json"));
  if (!file) throw std::runtime_error("examples/" + name + ".expect.json is missing");
  const json root = json::parse(file);
  Expectation expected;
  expected.title = root.at("title");
  expected.shows = root.at("shows");
  expected.options = root.at("options").get<std::vector<std::string>>();
  expected.exit_code = root.at("exit");
  if (root.contains("rows")) expected.rows = root.at("rows").get<int>();
  expected.messages = root.value("messages", std::vector<std::string>{});
  expected.stats = root.value("stats", std::map<std::string, double>{});
  for (const json& item : root.value("checks", json::array()))
    expected.checks.push_back({item.at("column"), item.at("time"), item.at("value"),
                               item.at("tolerance"), item.at("why")});
  for (const json& item : root.value("invariants", json::array()))
    expected.invariants.push_back({item.at("column"), item.at("tolerance"), item.at("why")});
  for (const json& item : root.value("bounds", json::array()))
    expected.bounds.push_back(
        {item.at("column"), number(item, "at_least"), number(item, "at_most"), item.at("why")});
  if (root.contains("reference")) expected.reference = read_reference(root.at("reference"));
  if (root.contains("order"))
    expected.order = Order{root.at("order").at("end"), root.at("order").at("step")};
  return expected;
}

double option_value(const std::vector<std::string>& options, const std::string& name) {
  const auto found = std::find(options.begin(), options.end(), name);
  if (found == options.end() || found + 1 == options.end())
    throw std::runtime_error("no option " + name);
  return std::stod(*(found + 1));
}

std::vector<std::string> fixed_step_options(const Reference& reference, double end, double step) {
  const auto text = [](double value) { return json(value).dump(); };
  const double interval =
      option_value(reference.options, "--end") / option_value(reference.options, "--steps");
  return {"--end",        text(end),  "--steps", std::to_string(std::lround(end / interval)),
          "--fixed-step", text(step), "--error", "1e-10"};
}

Table reference_table(const std::string& file) {
  return read_table(std::string(TRAMMEL_SHARED_DIR) + "/reference/data/" + file);
}

std::vector<ChannelError> channel_errors(const Table& requests, const Reference& reference) {
  const Table exact = reference_table(reference.file);
  std::vector<ChannelError> errors;
  for (const auto& [name, channel] : reference.channels) {
    const int there = exact.column(name);
    const int here = requests.column(channel.column);
    ChannelError result{name, there < 0 || here < 0 ? std::numeric_limits<double>::infinity() : 0};
    for (const auto& row : exact.rows) {
      if (there < 0 || here < 0) break;
      const int match = requests.row_at(row.front());
      if (match < 0) continue;
      const double value =
          requests.rows[static_cast<std::size_t>(match)][static_cast<std::size_t>(here)];
      const double difference =
          std::abs(value * channel.scale + channel.offset - row[static_cast<std::size_t>(there)]);
      result.error = std::max(result.error, difference / spread(exact, there));
      ++result.times;
    }
    errors.push_back(result);
  }
  return errors;
}

}  // namespace trammel::examples
