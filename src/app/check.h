// `trammel check MODEL.adm`: reads, validates, assembles, and says what the model contains: elements,
// degrees of freedom, redundant constraints, and what the model doctor finds. Runs nothing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct CheckOptions {
  std::string model;                       // dataset, or a command file that names it
  std::string json;                        // where to write the findings as JSON; empty: nowhere
  std::vector<std::string> user_routines;  // folders of libraries
};

// The inventory goes to standard output, messages to standard error.
ExitCode check(const CheckOptions&);

}  // namespace trammel::app
