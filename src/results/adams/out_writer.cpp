// SPDX-License-Identifier: BSD-3-Clause
#include "results/adams/out_writer.h"

#include <fmt/format.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <numbers>

namespace trammel::results::adams {
namespace {

constexpr std::size_t components = 8;
constexpr std::size_t block_numbers = 1 << 17, most_rows = 512;  // of a block

[[noreturn]] void fail(const char* what) {
  throw WriteError(fmt::format("temporary file: cannot {}: {}", what, std::strerror(errno)));
}

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
  if (!waiting_) fail("create");
  const std::size_t row = 1 + components * requests_.size();
  block_rows_ = std::clamp<std::size_t>(block_numbers / row, 1, most_rows);
  block_.resize(block_rows_ * row);
}

void OutWriter::write(const Frame& frame) {
  const std::size_t at = rows_ % block_rows_;
  block_[at] = frame.time;
  const double* from = frame[Section::requests].data();
  for (std::size_t r = 0; r < requests_.size(); ++r, from += components)
    std::copy_n(from, components,
                block_.data() + block_rows_ * (1 + components * r) + components * at);
  if (++rows_ % block_rows_ == 0) write_block();
}

void OutWriter::write_block() {
  if (std::fwrite(block_.data(), sizeof(double), block_.size(), waiting_.get()) != block_.size())
    fail("write");
}

void OutWriter::read_block(std::size_t block, std::size_t request, std::vector<double>& times,
                           std::vector<double>& values) {
  const auto read = [&](std::size_t at, std::vector<double>& numbers) {
    const std::size_t first = block * block_.size() + at;
    if (::fseeko(waiting_.get(), off_t(sizeof(double) * first), SEEK_SET) != 0 ||
        std::fread(numbers.data(), sizeof(double), numbers.size(), waiting_.get()) !=
            numbers.size())
      fail("read");
  };
  read(0, times);
  read(block_rows_ * (1 + components * request), values);
}

void OutWriter::write_table(std::size_t request) {
  file_.append(heading(requests_[request], time_unit_));
  std::vector<double> times(block_rows_), values(components * block_rows_);
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::size_t at = row % block_rows_;
    if (at == 0) read_block(row / block_rows_, request, times, values);
    text_.clear();
    const auto out = std::back_inserter(text_);
    fmt::format_to(out, "{:14.5E}", times[at]);
    for (std::size_t c = 0; c < components; ++c) {
      const double value = values[components * at + c];
      const double shown = is_angle(requests_[request], c) ? value * 180 / std::numbers::pi : value;
      fmt::format_to(out, "{:14.5E}", shown == 0 ? 0.0 : shown);
    }
    text_ += '\n';
    file_.append(text_);
  }
}

void OutWriter::finish(const Summary&) {
  if (rows_ % block_rows_ != 0) write_block();
  file_.append(fmt::format(" {}\n", line_of(title_)));
  for (std::size_t r = 0; r < requests_.size(); ++r) write_table(r);
  file_.close();
}

}  // namespace trammel::results::adams
