// The names that FILE gives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace trammel::acf {

struct FileNames {
  std::string model, command, prefix;
};

}  // namespace trammel::acf
