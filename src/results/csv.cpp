// SPDX-License-Identifier: BSD-3-Clause
#include "results/csv.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace trammel::results {
namespace {

void append_number(std::string& line, double value) {
  if (!std::isfinite(value)) return;
  fmt::format_to(std::back_inserter(line), "{}", value == 0 ? 0.0 : value);  // no "-0"
}

}  // namespace

std::vector<std::string> column_names(const model::Model& model) {
  std::vector<std::string> names = {"TIME"};
  for (const model::Request& request : model::all_requests(model)) {
    const std::string name =
        request.column.empty() ? fmt::format("REQ{}", request.id) : request.column;
    for (std::size_t k = 1; k <= request_components; ++k)
      names.push_back(fmt::format("{}.F{}", name, k));
  }
  return names;
}

CsvWriter::CsvWriter(std::string path, const model::Model& model) : file_(std::move(path)) {
  file_.append(fmt::format("{}\n", fmt::join(column_names(model), ",")));
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
