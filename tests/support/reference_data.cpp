// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference_data.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace trammel::testing {

namespace {

std::string path_of(const std::string& file) {
  return std::string(TRAMMEL_SHARED_DIR) + "/reference/data/" + file;
}

std::vector<std::string> fields(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  std::vector<std::string> out;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) out.push_back(field);
  return out;
}

}  // namespace

double ReferenceTable::at(int row, const std::string& column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found == columns.end()) throw std::invalid_argument("reference data: no column " + column);
  return values(row, found - columns.begin());
}

std::optional<ReferenceTable> reference_table(const std::string& name) {
  std::ifstream file(path_of(name + ".csv"));
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  ReferenceTable table{.columns = fields(line), .values = {}};
  std::vector<std::vector<std::string>> rows;
  while (std::getline(file, line)) rows.push_back(fields(line));
  table.values.resize(Eigen::Index(rows.size()), Eigen::Index(table.columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < table.columns.size(); ++j)
      table.values(Eigen::Index(i), Eigen::Index(j)) = std::stod(rows[i].at(j));
  return table;
}

std::optional<double> reference_number(const std::string& name, const std::string& path) {
  std::ifstream file(path_of(name + ".json"));
  if (!file) return std::nullopt;
  const auto value = nlohmann::json::parse(file).at(nlohmann::json::json_pointer(path));
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

}  // namespace trammel::testing
