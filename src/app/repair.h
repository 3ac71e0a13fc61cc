// `trammel repair FILE …`: makes whole what a killed run has left.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct RepairOptions {
  std::vector<std::string> files;
};

// Says of each file what was done with it.
ExitCode repair(const RepairOptions&);

}  // namespace trammel::app
