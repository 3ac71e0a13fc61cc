// SPDX-License-Identifier: BSD-3-Clause
#include "results/adams/out_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <numbers>

namespace trammel::results::adams {
namespace {

constexpr std::size_t components = 8;
constexpr std::size_t most_memory = 1 << 26;  // bytes of tables that are made at once

std::string line_of(const std::string& text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return line;
}

// Angles of a displacement are in degrees here.
bool is_angle(const RequestInfo& request, std::size_t component) {
  return request.quantity == "DISPLACEMENT" && component > 4;
}

std::string heading(const RequestInfo& request, const std::string& time_unit) {
  std::string text = fmt::format(
      "\n {} {}   {}\n\n", request.statement,
      request.statement == "REQUEST" ? std::to_string(request.id) : line_of(request.column),
      line_of(request.comment));
  std::string names = fmt::format("{:>14}", "TIME"), units = fmt::format("{:>14}", time_unit);
  for (std::size_t c = 0; c < components; ++c) {
    const std::string unit = is_angle(request, c) ? "deg" : line_of(request.units[c]);
    names += fmt::format("{:>14}", line_of(request.components[c]));
    units += fmt::format("{:>14}", request.components[c].empty() ? "" : unit);
  }
  return text + names + '\n' + units + "\n\n";
}

}  // namespace

OutWriter::OutWriter(std::string path, const Contents& contents)
    : file_(std::move(path)),
      title_(contents.title),
      time_unit_(contents.units.time),
      requests_(contents.requests),
      waiting_(std::tmpfile(), &std::fclose) {
  if (!waiting_)
    throw WriteError(fmt::format("temporary file: cannot create: {}", std::strerror(errno)));
}

void OutWriter::write(const Frame& frame) {
  const std::vector<double>& values = frame[Section::requests];
  if (std::fwrite(&frame.time, sizeof(double), 1, waiting_.get()) != 1 ||
      std::fwrite(values.data(), sizeof(double), values.size(), waiting_.get()) != values.size())
    throw WriteError(fmt::format("temporary file: cannot write: {}", std::strerror(errno)));
  ++rows_;
}

void OutWriter::write_tables(std::size_t first, std::size_t count) {
  std::vector<std::string> tables;
  for (std::size_t r = 0; r < count; ++r)
    tables.push_back(heading(requests_[first + r], time_unit_));
  std::vector<double> row(1 + components * requests_.size());
  std::rewind(waiting_.get());
  for (std::size_t k = 0; k < rows_; ++k) {
    if (std::fread(row.data(), sizeof(double), row.size(), waiting_.get()) != row.size())
      throw WriteError(fmt::format("temporary file: cannot read: {}", std::strerror(errno)));
    for (std::size_t r = 0; r < count; ++r) {
      const auto out = std::back_inserter(tables[r]);
      fmt::format_to(out, "{:14.5E}", row[0]);
      for (std::size_t c = 0; c < components; ++c) {
        const double value = row[1 + components * (first + r) + c];
        const double shown =
            is_angle(requests_[first + r], c) ? value * 180 / std::numbers::pi : value;
        fmt::format_to(out, "{:14.5E}", shown == 0 ? 0.0 : shown);
      }
      tables[r] += '\n';
    }
  }
  for (const std::string& table : tables) file_.append(table);
}

void OutWriter::finish(const Summary&) {
  file_.append(fmt::format(" {}\n", line_of(title_)));
  const std::size_t bytes = std::max<std::size_t>(14 * (components + 1) * rows_, 1);
  const std::size_t at_once = std::max<std::size_t>(most_memory / bytes, 1);
  for (std::size_t first = 0; first < requests_.size(); first += at_once)
    write_tables(first, std::min(at_once, requests_.size() - first));
  file_.close();
}

}  // namespace trammel::results::adams
