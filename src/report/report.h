// `trammel report`: a result file as one HTML page that needs nothing else; docs/reports.md.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "results/result_file.h"

namespace trammel::report {

struct Limits {
  std::size_t pose_values = 14'000'000;    // 10,000 outputs of 200 parts
  std::size_t request_values = 2'000'000;  // what the user asked for, before all else
  std::size_t other_values = 6'000'000;
  std::size_t outputs = 200'000;   // times
  std::size_t bytes = 21'000'000;  // deflated: 28 MB of text
};

// Of a run with more numbers than the limits only every n-th output is in the page, and it says so.
// Throws Unavailable, results::ReadError.
std::string report_page(const results::ResultFile&, const Limits& = {});

// Throws results::WriteError as well.
void write_report(const results::ResultFile&, const std::string& path);

}  // namespace trammel::report
