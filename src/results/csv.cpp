// SPDX-License-Identifier: BSD-3-Clause
#include "results/csv.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "results/number_text.h"

namespace trammel::results {
namespace {

void append_number(std::string& line, double value) {
  if (!std::isfinite(value)) return;
  std::array<char, number_room> text;
  line.append(text.data(), put_number(value, text.data()));
}

}  // namespace

std::vector<std::string> column_names(const std::vector<std::string>& requests) {
  std::vector<std::string> names = {"TIME"};
  for (const std::string& request : requests)
    for (std::size_t k = 1; k <= request_components; ++k)
      names.push_back(fmt::format("{}.F{}", request, k));
  return names;
}

std::vector<std::string> column_names(const model::Model& model) {
  std::vector<std::string> requests;
  for (const model::Request& request : model::all_requests(model))
    requests.push_back(request.column.empty() ? fmt::format("REQ{}", request.id) : request.column);
  return column_names(requests);
}

CsvWriter::CsvWriter(std::string path, const std::vector<std::string>& columns)
    : file_(std::move(path)) {
  file_.append(fmt::format("{}\n", fmt::join(columns, ",")));
}

void CsvWriter::write(double time, std::span<const double> values) {
  line_.clear();
  append_number(line_, time);
  for (const double value : values) {
    line_ += ',';
    append_number(line_, value);
  }
  line_ += '\n';
  file_.append(line_);
  ++rows_;
}

}  // namespace trammel::results
