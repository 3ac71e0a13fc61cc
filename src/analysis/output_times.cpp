// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/output_times.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>

namespace trammel::analysis {
namespace {

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

  // The double nearest to value · k / n, where that takes one rounding.
  double times(long k, long n) const {
    const double above = numerator_ * double(k), below = denominator_ * double(n);
    const bool exact = above <= largest_integer && below <= largest_integer;
    return exact ? above / below : value_ * (double(k) / double(n));
  }

 private:
  double value_, numerator_ = 1, denominator_ = 1;
};

}  // namespace

std::vector<double> output_times(double start, const OutputTimes& wanted) {
  std::vector<double> times;
  const double duration = wanted.end - start;
  if (wanted.interval) {
    const auto count = long(duration / *wanted.interval * (1 + 1e-12));
    const Decimal interval(*wanted.interval);
    for (long k = 1; k <= count; ++k) times.push_back(start + interval.times(k, 1));
    // Round-off of the division leaves no sliver before the end.
    if (!times.empty() && wanted.end - times.back() < 1e-9 * *wanted.interval) times.pop_back();
    times.push_back(wanted.end);
    return times;
  }
  const long steps = wanted.steps.value_or(1);
  const Decimal whole(duration);
  for (long k = 1; k < steps; ++k) times.push_back(start + whole.times(k, steps));
  times.push_back(wanted.end);
  return times;
}

}  // namespace trammel::analysis
