// `trammel validate MODEL.adm --end T`: how many digits of the results are right, and which ERROR gives
// the digits that are wanted.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct ValidateOptions {
  std::string model;
  std::string json;                        // where to write the report as JSON; empty: nowhere
  std::string second;                      // integrator for the cross-check; empty: chosen
  std::vector<std::string> user_routines;  // folders of libraries
  std::optional<std::string> integrator;
  std::optional<double> error;
  double end = 0, digits = 4;
  int steps = 100, levels = 4;
};

// The report goes to standard output, messages to standard error.
ExitCode validate(const ValidateOptions&);

}  // namespace trammel::app
