// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace trammel::adm {
namespace {

constexpr double degree = 3.14159265358979323846 / 180;

TEST(Number, fortran_forms) {
  const std::pair<const char*, double> cases[] = {
      {"1", 1},           {"-.1", -0.1},
      {"+10", 10},        {"1.", 1},
      {"1.0E-003", 1e-3}, {"0.00000000000000000e+000", 0},
      {"1D3", 1000},      {"1.0D+3", 1000},
      {"2.5d-1", 0.25},   {"017172491", 17172491},
      {"1e5", 1e5},       {"-0", -0.0},
  };
  for (const auto& [text, value] : cases) {
    const Number n = scan_number(text);
    EXPECT_EQ(n.status, NumberStatus::ok) << text;
    EXPECT_EQ(n.value, value) << text;
    EXPECT_FALSE(n.degrees) << text;
    EXPECT_EQ(n.length, std::strlen(text)) << text;
  }
}

TEST(Number, a_d_without_exponent_means_degrees) {
  for (const char* text : {"90D", "90d", "90 D", "9E1D", "90.D", "+90D"}) {
    const Number n = scan_number(text);
    EXPECT_EQ(n.status, NumberStatus::ok) << text;
    EXPECT_TRUE(n.degrees) << text;
    EXPECT_EQ(n.value, 90 * degree) << text;
    EXPECT_EQ(n.length, std::strlen(text)) << text;
  }
  EXPECT_EQ(scan_number("90D, 0").length, 3u);
  EXPECT_TRUE(scan_number("90D-X").degrees);
  EXPECT_FALSE(scan_number("90D-3").degrees);
  EXPECT_EQ(scan_number("20 D = 3").length, 2u);  // an argument D
  EXPECT_FALSE(scan_number("20 DY").degrees);
}

TEST(Number, what_is_no_number) {
  for (const char* text : {"", "-", ".", "+.", "E5", "NaN", "inf", "1.5E", "12abc", "1.2.3", "0x10",
                           "1D3D", "1_000", "--1"})
    EXPECT_EQ(scan_number(text).status, NumberStatus::malformed) << text;
}

TEST(Number, too_large_is_told_from_too_small) {
  EXPECT_EQ(scan_number("1E999").status, NumberStatus::overflow);
  EXPECT_EQ(scan_number("-1D400").status, NumberStatus::overflow);
  EXPECT_EQ(scan_number("1E-999").status, NumberStatus::ok);
  EXPECT_EQ(scan_number("1E-999").value, 0);
  EXPECT_EQ(scan_number("5E-324").value, 5e-324);
  EXPECT_EQ(scan_number(std::string(400, '9')).status, NumberStatus::overflow);
  EXPECT_EQ(scan_number("0." + std::string(400, '0') + "1").value, 0);
}

TEST(Number, integers_are_recognised) {
  EXPECT_TRUE(scan_number("12").whole);
  EXPECT_FALSE(scan_number("12.").whole);
  EXPECT_FALSE(scan_number("1E1").whole);
  EXPECT_FALSE(scan_number("12D").whole);
}

TEST(Number, text_reads_back_exactly) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 20000; ++k) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(scan_number(number_text(value)).value, value);
    EXPECT_EQ(scan_number(angle_text(value)).value, value);
  }
}

TEST(Number, angles_are_written_in_degrees_where_that_is_exact) {
  EXPECT_EQ(angle_text(scan_number("90D").value), "90D");
  EXPECT_EQ(angle_text(scan_number("333.4349488D").value), "333.4349488D");
  EXPECT_EQ(angle_text(0), "0D");
  int degrees = 0;
  for (int k = 0; k < 360; ++k) degrees += angle_text(k * degree) == std::to_string(k) + "D";
  EXPECT_EQ(degrees, 360);
}

}  // namespace
}  // namespace trammel::adm
