// Numbers as Fortran writes them: 1, -.5, +10, 1.0E-003, 1D3 (exponent), 90D (degrees).
//
// A D is an exponent when a digit, or a sign and a digit, follows; otherwise it marks degrees and
// the number is converted to radians.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trammel::adm {

enum class NumberStatus : unsigned char { ok, malformed, overflow };

struct Number {
  NumberStatus status = NumberStatus::malformed;
  double value = 0;
  bool degrees = false;    // converted
  bool integral = false;   // written without point and exponent
  std::size_t length = 0;  // bytes read, blanks before a D suffix included
};

// Reads the number at the start of `text`.
Number scan_number(std::string_view text);

// The shortest text that reads back to the same double.
std::string number_text(double value);
// The same for an angle [rad]: in degrees with the suffix D where that reads back exactly.
std::string angle_text(double radians);

}  // namespace trammel::adm
