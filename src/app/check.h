// `trammel check MODEL.adm`: reads, validates, assembles, and says what the model contains: elements,
// degrees of freedom, redundant constraints. Runs nothing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

// The inventory goes to standard output, messages to standard error.
// User routines come from the libraries in these folders.
ExitCode check(const std::string& path, const std::vector<std::string>& user_routines);

}  // namespace trammel::app
