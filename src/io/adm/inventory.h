// What a dataset contains, for `trammel check`.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "io/adm/reader.h"

namespace trammel::adm {

// Title, units, gravity, the number of elements by statement, and the statements not supported with
// their lines.
std::string inventory(const Reading& reading);

}  // namespace trammel::adm
