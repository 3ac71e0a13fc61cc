// `trammel report RESULT.h5`: writes the run as a page; `trammel view RESULT.h5` also shows it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct ReportOptions {
  std::string result;
  std::string output;  // empty: beside the result, .html
  bool open = false;   // in the browser
};
ExitCode report(const ReportOptions&);

// Reports of those result files that have something to show; adds their paths.
void add_reports(std::vector<std::string>& paths);

// Why --report cannot be given: the program was built without the page. Empty: it can.
std::string why_no_report();

}  // namespace trammel::app
