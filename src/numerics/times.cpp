// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace trammel {
namespace {

constexpr double largest_integer = 0x1p53;  // all integers up to it are doubles
constexpr double sliver = 1e-9;  // of an interval, before the end: round-off of a division

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

class Times::Source {
 public:
  virtual ~Source() = default;
  virtual double at(std::size_t k) const = 0;
};

class Times::List final : public Source {
 public:
  explicit List(std::vector<double> times) : times_(std::move(times)) {}
  double at(std::size_t k) const override { return times_[k]; }

 private:
  std::vector<double> times_;
};

class Times::Grid final : public Source {
 public:
  // `count` steps to `to`; without a count, steps of the length `to`.
  Grid(double from, double to, long count) : from_(from), to_(to), count_(count) {}
  double at(std::size_t k) const override {
    const long n = long(k) + 1;
    return count_ > 0 ? Decimal::mean(count_ - n, from_, n, to_, count_)
                      : Decimal::mean(1, from_, n, to_, 1);
  }

 private:
  Decimal from_, to_;
  long count_;
};

Times::Times(std::vector<double> list) : size_(list.size()) {
  if (list.empty()) return;
  last_ = list.back();
  source_ = std::make_shared<List>(std::move(list));
}

Times Times::evenly(double start, double end, long count) {
  Times times;
  times.source_ = std::make_shared<Grid>(start, end, count);
  times.size_ = std::size_t(std::max(count, 1L));
  times.last_ = end;
  return times;
}

Times Times::spaced(double start, double end, double interval) {
  Times times;
  const auto grid = std::make_shared<Grid>(start, interval, 0);
  auto whole = std::size_t((end - start) / interval * (1 + 1e-12));
  if (whole > 0 && end - grid->at(whole - 1) < sliver * interval) --whole;
  times.source_ = grid;
  times.size_ = whole + 1;
  times.last_ = end;
  return times;
}

double Times::operator[](std::size_t k) const {
  return k + 1 == size_ ? last_ : source_->at(first_ + k);
}

bool Times::is_computed() const {
  return dynamic_cast<const Grid*>(source_.get()) != nullptr;
}

std::size_t Times::lower_bound(double t) const {
  std::size_t low = 0, count = size_;
  while (count > 0) {
    const std::size_t half = count / 2;
    if ((*this)[low + half] < t) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return low;
}

bool Times::contains(double t) const {
  const std::size_t k = lower_bound(t);
  return k < size_ && (*this)[k] == t;
}

double Times::longest_interval() const {
  double longest = 0;
  // Of computed ones, only the last interval differs from the others.
  const std::size_t end = is_computed() ? std::min<std::size_t>(size_, 2) : size_;
  for (std::size_t k = 1; k < end; ++k) longest = std::max(longest, (*this)[k] - (*this)[k - 1]);
  return longest;
}

Times Times::from(std::size_t k) const {
  Times rest = *this;
  rest.first_ += std::min(k, size_);
  rest.size_ -= std::min(k, size_);
  return rest;
}

Times Times::until(double t) const {
  const std::size_t before = lower_bound(t);
  if (before == size_) return *this;
  Times part = *this;
  part.size_ = before + 1;
  part.last_ = t;
  return part;
}

}  // namespace trammel
