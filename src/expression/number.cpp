// SPDX-License-Identifier: BSD-3-Clause
#include "expression/number.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

#include "expression/characters.h"

namespace trammel {

namespace {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }
  std::size_t skip_digits(std::size_t from) const {
    while (is_digit(at(from))) ++from;
    return from;
  }
  std::size_t skip_blanks(std::size_t from) const {
    while (is_blank(at(from))) ++from;
    return from;
  }

 private:
  std::string_view text_;
};

// Whether digits[.digits][E[sign]digits] is above one: compares the exponent with the place of the
// first significant digit.
bool is_above_one(std::string_view digits) {
  const std::size_t letter = std::min(digits.find_first_of("eE"), digits.size());
  const std::string_view mantissa = digits.substr(0, letter);
  const auto point = static_cast<long long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto leading = static_cast<long long>(mantissa.find_first_of("123456789"));
  long long exponent = 0;
  if (letter < digits.size()) {
    std::string_view text = digits.substr(letter + 1);
    if (text.front() == '+') text.remove_prefix(1);
    if (std::from_chars(text.data(), text.data() + text.size(), exponent).ec != std::errc{})
      return text.front() != '-';
  }
  return point - leading + exponent > 0;
}

void convert(std::string_view digits, Number& number) {
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
  number.status = result.ec == std::errc{} ? NumberStatus::ok : NumberStatus::malformed;
  if (result.ec != std::errc::result_out_of_range) return;
  number.value = 0;  // too large and too small are told alike
  number.status = is_above_one(digits) ? NumberStatus::overflow : NumberStatus::ok;
}

// Behind the exponent that may begin at `mark`; `mark` without one.
std::size_t end_of_exponent(const Cursor& text, std::size_t mark, bool& malformed) {
  const char letter = upper(text.at(mark));
  if (letter != 'E' && letter != 'D') return mark;
  std::size_t digits = mark + 1;
  if (text.at(digits) == '+' || text.at(digits) == '-') ++digits;
  const std::size_t end = text.skip_digits(digits);
  if (letter == 'D') return end == digits || text.at(end) == '.' ? mark : end;  // 90D+1.5 is a sum
  malformed = end == digits;
  return end;
}

// Behind the degree suffix; `from` without one. D(…) is a call and D = … an argument.
std::size_t end_of_suffix(const Cursor& text, std::size_t from) {
  const std::size_t suffix = text.skip_blanks(from);
  if (upper(text.at(suffix)) != 'D' || is_word(text.at(suffix + 1))) return from;
  const char next = text.at(text.skip_blanks(suffix + 1));
  return next == '(' || next == '=' ? from : suffix + 1;
}

}  // namespace

Number scan_unsigned(std::string_view text) {
  Number number;
  const Cursor cursor(text);
  std::size_t mantissa = cursor.skip_digits(0), digits = mantissa;
  number.whole = true;
  if (cursor.at(mantissa) == '.') {
    const std::size_t fraction = mantissa + 1;
    mantissa = cursor.skip_digits(fraction);
    digits += mantissa - fraction;
    number.whole = false;
  }
  if (digits == 0) return {};

  bool malformed = false;
  const std::size_t end = end_of_exponent(cursor, mantissa, malformed);
  number.length = end;
  if (malformed) return number;
  number.whole &= end == mantissa;
  if (end > mantissa && upper(text[mantissa]) == 'D') {
    std::string copy(text.substr(0, end));  // with the E that conversion understands
    copy[mantissa] = 'E';
    convert(copy, number);
    return number;
  }
  convert(text.substr(0, end), number);
  number.length = end_of_suffix(cursor, end);
  number.degrees = number.length > end;
  number.whole &= !number.degrees;
  return number;
}

}  // namespace trammel
