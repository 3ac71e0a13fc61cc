// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/output_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace trammel::analysis {
namespace {

constexpr long most_reserved = 1L << 24;
constexpr double largest_integer = 0x1p53;  // all integers up to it are doubles

// A positive number as the quotient of two integers, from its shortest decimal.
class Decimal {
 public:
  explicit Decimal(double value) : value_(value) {
    const std::string text = fmt::format("{}", value);
    std::string digits;
    int exponent = 0;
    bool fraction = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
      if (text[k] == '.') {
        fraction = true;
      } else if (text[k] == 'e') {
        exponent += std::atoi(text.c_str() + k + 1);
        break;
      } else {
        digits += text[k];
        if (fraction) --exponent;
      }
    }
    (exponent < 0 ? denominator_ : numerator_) = std::pow(10.0, std::abs(exponent));
    numerator_ *= std::strtod(digits.c_str(), nullptr);
  }

  // The double nearest to (i a + j b)/n, where that takes one rounding.
  static double mean(long i, const Decimal& a, long j, const Decimal& b, long n) {
    const double common = std::max(a.denominator_, b.denominator_);
    const double first = a.numerator_ * (common / a.denominator_) * double(i);
    const double second = b.numerator_ * (common / b.denominator_) * double(j);
    const double above = first + second, below = common * double(n);
    if (above <= largest_integer && below <= largest_integer) return above / below;
    return a.value_ * (double(i) / double(n)) + b.value_ * (double(j) / double(n));
  }

 private:
  double value_, numerator_ = 1, denominator_ = 1;
};

}  // namespace

std::vector<double> output_times(double start, const OutputTimes& wanted) {
  std::vector<double> times;
  const Decimal begin(start);
  if (wanted.interval) {
    const auto count = long((wanted.end - start) / *wanted.interval * (1 + 1e-12));
    const Decimal interval(*wanted.interval);
    times.reserve(std::size_t(std::clamp(count + 1, 1L, most_reserved)));
    for (long k = 1; k <= count; ++k) times.push_back(Decimal::mean(1, begin, k, interval, 1));
    // Round-off of the division leaves no sliver before the end.
    if (!times.empty() && wanted.end - times.back() < 1e-9 * *wanted.interval) times.pop_back();
    times.push_back(wanted.end);
    return times;
  }
  const long steps = wanted.steps.value_or(1);
  const Decimal end(wanted.end);
  times.reserve(std::size_t(std::clamp(steps, 1L, most_reserved)));
  for (long k = 1; k < steps; ++k) times.push_back(Decimal::mean(steps - k, begin, k, end, steps));
  times.push_back(wanted.end);
  return times;
}

}  // namespace trammel::analysis
