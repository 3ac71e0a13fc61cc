// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/number.h"

#include <fmt/format.h>

#include "expression/characters.h"
#include "model/settings.h"

namespace trammel::adm {

Number scan_number(std::string_view text) {
  const bool has_sign = !text.empty() && (text[0] == '+' || text[0] == '-');
  Number number = scan_unsigned(text.substr(has_sign ? 1 : 0));
  number.length += has_sign ? 1 : 0;
  if (number.degrees) number.value *= model::degree;
  if (has_sign && text[0] == '-') number.value = -number.value;
  const bool runs_on =
      number.length < text.size() && (is_word(text[number.length]) || text[number.length] == '.');
  if (runs_on) number.status = NumberStatus::malformed;
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
