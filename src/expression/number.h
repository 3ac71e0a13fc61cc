// Numbers as Fortran writes them: 1, 1., .5, 1.0E-003, 1D3 (exponent), 90D (degrees).
//
// A D is an exponent when whole digits follow it, signed or not (1D3, 1.0D+3); otherwise it marks
// degrees (90D, 20 D, 90D+1.5, 90D + 1).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace trammel {

enum class NumberStatus : unsigned char { ok, malformed, overflow };

struct Number {
  NumberStatus status = NumberStatus::malformed;
  double value = 0;        // as written; degrees are not converted
  bool degrees = false;    // has the suffix D
  bool whole = false;      // digits only: can be an id
  std::size_t length = 0;  // bytes read, blanks before the suffix included
};

// The number without a sign at the start of `text`. What follows it is not looked at; a malformed
// one is no number at all (length 0) or has an exponent without digits. Too small is zero.
Number scan_unsigned(std::string_view text);

}  // namespace trammel
