// SPDX-License-Identifier: BSD-3-Clause
#include "results/number_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace trammel::results {
namespace {

constexpr int most_digits = 17;  // of a double
constexpr int most_zeros = 4;    // between point and digits; with more an exponent is shorter

__extension__ using Wide = unsigned __int128;

constexpr auto powers = [] {
  std::array<std::uint64_t, 20> list{1};
  for (std::size_t k = 1; k < list.size(); ++k) list[k] = 10 * list[k - 1];
  return list;
}();

// Eight digits of v < 10⁸, the first one in the lowest byte: halves, quarters, digits are split side by side.
std::uint64_t eight_digits(std::uint32_t v) {
  const std::uint64_t halves = v / 10000 | std::uint64_t(v % 10000) << 32;
  const std::uint64_t hundreds = (halves * 10486 >> 20) & 0x0000007f0000007f;
  const std::uint64_t pairs = hundreds | (halves - 100 * hundreds) << 16;
  const std::uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
  return (tens | (pairs - 10 * tens) << 8) | 0x3030303030303030;
}

int count_digits(std::uint64_t v) {
  const int guess = int(std::bit_width(v)) * 1233 >> 12;  // log10 2
  return guess + (v >= powers[std::size_t(guess)] ? 1 : 0);
}

// Seventeen digits: one, and sixteen letters in the bytes of a word. Everything is put together in registers
// and stored at fixed places: reading letters back, or copying as many as there are, costs more.
struct Letters {
  explicit Letters(std::uint64_t v) {
    const std::uint64_t upper = v / powers[8];
    first = char('0' + upper / powers[8]);
    rest = Wide(eight_digits(std::uint32_t(v % powers[8]))) << 64 |
           eight_digits(std::uint32_t(upper % powers[8]));
  }
  void put(char* to) const {
    to[0] = first;
    std::memcpy(to + 1, &rest, sizeof rest);
  }
  // With a point behind the first `n` ≥ 1.
  void put_with_point(char* to, int n) const {
    const int shift = 8 * (n - 1);
    const Wide before = rest & ((Wide(1) << shift) - 1);
    const Wide text = before | Wide('.') << shift | (rest ^ before) << 8;
    to[0] = first;
    std::memcpy(to + 1, &text, sizeof text);
    to[1 + sizeof text] = char(rest >> 120);
  }

  char first;
  Wide rest;
};

char* put_exponent(int exponent, char* to) {
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  const int size = std::abs(exponent);
  if (size >= 100) *to++ = char('0' + size / 100);
  *to++ = char('0' + size / 10 % 10);
  *to++ = char('0' + size % 10);
  return to;
}

}  // namespace

char* put_number(double value, char* to) {
  if (value == 0) {
    *to = '0';
    return to + 1;
  }
  if (!std::isfinite(value)) {
    std::memcpy(to, "NaN", 3);
    return to + 3;
  }
  *to = '-';
  to += value < 0 ? 1 : 0;
  const auto decimal = fmt::detail::dragonbox::to_decimal(std::abs(value));
  const int n = count_digits(decimal.significand), point = n + decimal.exponent;
  const Letters letters(decimal.significand * powers[std::size_t(most_digits - n)]);
  if (point > 0 && point < most_digits) {
    letters.put_with_point(to, point);
    return to + (point < n ? n + 1 : point);  // also zeros that are no digits
  }
  if (point <= 0 && point >= -most_zeros) {
    std::memcpy(to, "0.0000", 6);
    letters.put(to + 2 - point);
    return to + 2 - point + n;
  }
  letters.put_with_point(to, 1);
  return put_exponent(point - 1, to + (n > 1 ? n + 1 : 1));
}

}  // namespace trammel::results
