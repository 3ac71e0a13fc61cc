// `trammel export RESULT --csv|--req|--res|--out`: result files in other formats.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "app/exit_codes.h"

namespace trammel::app {

struct ExportOptions {
  std::string result;  // .h5
  std::string output;  // file; empty: beside the result, named as it is
  bool csv = false, req = false, res = false, out = false;
};

// Prints the names of the files.
ExitCode export_results(const ExportOptions&);

}  // namespace trammel::app
