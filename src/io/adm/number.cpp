// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/number.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "io/adm/characters.h"
#include "model/settings.h"

namespace trammel::adm {
namespace {

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

bool starts_exponent(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  return digits_at(text, at) > 0;
}

// `digits` holds sign, mantissa and an exponent with E.
NumberStatus convert(std::string_view digits, double& value) {
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    value = std::strtod(std::string(digits).c_str(), nullptr);  // tells overflow from underflow
    return std::isfinite(value) ? NumberStatus::ok : NumberStatus::overflow;
  }
  return result.ec == std::errc() ? NumberStatus::ok : NumberStatus::malformed;
}

// The exponent marked by D, rewritten with the E that conversion understands.
NumberStatus convert_fortran(std::string_view digits, std::size_t marker, double& value) {
  std::string copy(digits);
  copy[marker] = 'e';
  return convert(copy, value);
}

}  // namespace

Number scan_number(std::string_view text) {
  Number number;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  const std::size_t whole = digits_at(text, at);
  at += whole;
  std::size_t fraction = 0;
  number.integral = true;
  if (at < text.size() && text[at] == '.') {
    fraction = digits_at(text, at + 1);
    at += 1 + fraction;
    number.integral = false;
  }
  number.length = at;
  if (whole + fraction == 0) return number;

  std::size_t fortran_marker = 0;
  const char mark = at < text.size() ? upper(text[at]) : '\0';
  if ((mark == 'E' || mark == 'D') && starts_exponent(text, at + 1)) {
    if (mark == 'D') fortran_marker = at;
    at += 1;
    if (!is_digit(text[at])) ++at;
    at += digits_at(text, at);
    number.integral = false;
  }
  const std::string_view digits = text.substr(0, at);
  number.status = fortran_marker ? convert_fortran(digits, fortran_marker, number.value)
                                 : convert(digits, number.value);
  number.length = at;

  std::size_t suffix = at;
  while (suffix < text.size() && is_blank(text[suffix])) ++suffix;
  const bool has_suffix = suffix < text.size() && upper(text[suffix]) == 'D' && !fortran_marker;
  std::size_t after = suffix + 1;
  if (has_suffix && (after >= text.size() || !is_word(text[after]))) {
    while (after < text.size() && is_blank(text[after])) ++after;
    if (after >= text.size() || text[after] != '=') {  // "D =" would be an argument
      number.degrees = true;
      number.integral = false;
      number.value *= model::degree;
      number.length = suffix + 1;
    }
  }
  if (number.length < text.size() && (is_word(text[number.length]) || text[number.length] == '.'))
    number.status = NumberStatus::malformed;  // 12abc, 1.2.3
  return number;
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

std::string angle_text(double radians) {
  const std::string degrees = fmt::format("{:.15g}D", radians / model::degree);
  const Number back = scan_number(degrees);
  return back.status == NumberStatus::ok && back.value == radians ? degrees : number_text(radians);
}

}  // namespace trammel::adm
