// SPDX-License-Identifier: BSD-3-Clause
#include "results/adams/req_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "results/adams/units.h"

namespace trammel::results::adams {
namespace {

// One line, of characters that a terminal survives.
std::string line_of(const std::string& text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return line;
}

}  // namespace

ReqWriter::ReqWriter(std::string path, const Contents& contents) : file_(std::move(path)) {
  const std::string date = contents.created.size() < 19 ? "0000-00-00 00:00:00"
                                                        : contents.created.substr(0, 10) + ' ' +
                                                              contents.created.substr(11, 8);
  const std::size_t requests = contents.requests.size();
  file_.append(fmt::format(" A.R3    {}{:16}{:10}  3D\n", date, requests, 6 * requests));
  file_.append(fmt::format("{:<80}\n", line_of(contents.title)));
  file_.append(fmt::format("{:5}     {} {:.15E}\n", 0, code(contents.unit_names),
                           lengths_per_metre(contents.unit_names)));
}

void ReqWriter::write(const Frame& frame) {
  const auto number = [&](double value) {
    fmt::format_to(std::back_inserter(text_), "{:14.5E}", value == 0 ? 0.0 : value);
  };
  text_.clear();
  number(frame.time);
  text_ += '\n';
  const std::vector<double>& values = frame[Section::requests];
  for (std::size_t first = 0; first < values.size(); first += 8) {
    for (const std::size_t c : {1u, 2u, 3u, 5u, 6u, 7u}) number(values[first + c]);
    text_ += '\n';
  }
  file_.append(text_);
}

}  // namespace trammel::results::adams
