// Numbers as text: they read back to the same bits, with as few digits as the standard library needs.
// SPDX-License-Identifier: BSD-3-Clause
#include "results/number_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace trammel::results {
namespace {

std::string text_of(double value) {
  std::array<char, number_room> text;
  return {text.data(), put_number(value, text.data())};
}

// Significant digits, without zeros at either end.
std::string digits(const std::string& text) {
  std::string found;
  for (const char c : text.substr(0, text.find('e')))
    if (c >= '0' && c <= '9' && (c != '0' || !found.empty())) found += c;
  while (!found.empty() && found.back() == '0') found.pop_back();
  return found;
}

void check(double value) {
  const std::string text = text_of(value);
  double back = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), back);
  ASSERT_TRUE(error == std::errc() && end == text.data() + text.size()) << text;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
  ASSERT_LE(text.size(), 24u) << text;
  std::array<char, 64> standard;
  const auto last = std::to_chars(standard.begin(), standard.end(), value).ptr;
  // Of large whole numbers the standard library writes digits that are not needed.
  if (std::abs(value) < 1e15) {
    ASSERT_EQ(digits(text), digits(std::string(standard.begin(), last))) << text;
  }
}

TEST(NumberText, as_people_write_them) {
  EXPECT_EQ(text_of(0), "0");
  EXPECT_EQ(text_of(-0.0), "0");
  EXPECT_EQ(text_of(-2.5), "-2.5");
  EXPECT_EQ(text_of(100), "100");
  EXPECT_EQ(text_of(1234567), "1234567");
  EXPECT_EQ(text_of(0.001), "0.001");
  EXPECT_EQ(text_of(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(text_of(-1e-9), "-1e-09");
  EXPECT_EQ(text_of(1e22), "1e+22");
  EXPECT_EQ(text_of(1.5e-300), "1.5e-300");
  EXPECT_EQ(text_of(std::nan("")), "NaN");
  EXPECT_EQ(text_of(std::numeric_limits<double>::infinity()), "NaN");
}

TEST(NumberText, reads_back) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 200'000; ++k)
    if (const double value = std::bit_cast<double>(random()); std::isfinite(value) && value != 0)
      check(value);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100'000; ++k) check(normal(random));
  for (int exponent = -320; exponent < 308; ++exponent)
    for (const double digit : {1.0, -3.0, 9.0, 9.999, 12345.0, 0.7})
      if (const double value = digit * std::pow(10, exponent); value != 0 && std::isfinite(value))
        check(value);
  for (const double value : {5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 1e15, 1e16,
                             9007199254740993.0, 123456789012345678.0, 0.1 + 0.2})
    check(value);
}

}  // namespace
}  // namespace trammel::results
