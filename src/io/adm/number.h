// Numbers of a dataset: Fortran's, with a sign; angles in radians.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "expression/number.h"

namespace trammel::adm {

// Reads the number at the start of `text`; one with the suffix D is converted to radians. A number
// that runs into a word (12abc, 1.2.3) is malformed.
Number scan_number(std::string_view text);

// The shortest text that reads back to the same double.
std::string number_text(double value);
// The same for an angle [rad]: in degrees with the suffix D where that reads back exactly.
std::string angle_text(double radians);

}  // namespace trammel::adm
