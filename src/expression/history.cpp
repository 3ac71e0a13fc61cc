// SPDX-License-Identifier: BSD-3-Clause
#include "expression/history.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trammel::expression {

void History::forget_after(double t) {
  while (!samples_.empty() && samples_.back().t > t) samples_.pop_back();
}

void History::add(double t, double value) {
  constexpr double same = 1e-9;  // of the value: what solving twice may differ by
  if (!samples_.empty() && samples_.back().t == t) {
    const double before = samples_.back().value;
    if (std::abs(value - before) <= same * (1 + std::abs(before))) return;
    const std::size_t n = samples_.size();  // of several jumps at one time the last counts
    if (n > 1 && samples_[n - 2].t == t) samples_.pop_back();
  }
  samples_.push_back({t, value});
}

SplineValue History::evaluate(double t) const {
  if (samples_.empty()) return {};
  // A run crosses a jump of a function of time within the last digit of the time.
  constexpr double at_once = 1e-9;  // of the mean distance between samples
  const double apart =
      at_once * (samples_.back().t - samples_.front().t) / static_cast<double>(samples_.size());
  // Up to two samples on either side, as far as no jump is in between.
  const auto after = std::upper_bound(samples_.begin(), samples_.end(), t,
                                      [](double time, const Sample& s) { return time < s.t; });
  auto middle = static_cast<std::size_t>(after - samples_.begin());
  if (middle == samples_.size()) --middle;
  std::size_t first = middle, last = middle;  // both included
  const auto extend_left = [&] {
    const bool can = first > 0 && samples_[first].t - samples_[first - 1].t > apart;
    first -= can;
    return can;
  };
  const auto extend_right = [&] {
    const bool can = last + 1 < samples_.size() && samples_[last + 1].t - samples_[last].t > apart;
    last += can;
    return can;
  };
  extend_left();
  for (bool grows = true; grows && last - first < 3;) {
    grows = extend_right();
    if (last - first < 3) grows = extend_left() || grows;
  }

  // Newton's form, (EXPR.14); Horner's rule carries the derivatives.
  const std::size_t n = last - first + 1;
  std::array<double, 4> c{};
  for (std::size_t k = 0; k < n; ++k) c[k] = samples_[first + k].value;
  for (std::size_t order = 1; order < n; ++order)
    for (std::size_t k = n - 1; k >= order; --k)
      c[k] = (c[k] - c[k - 1]) / (samples_[first + k].t - samples_[first + k - order].t);
  SplineValue result{.f = c[n - 1]};
  for (std::size_t k = n - 1; k-- > 0;) {
    const double s = t - samples_[first + k].t;
    result.f_xx = result.f_xx * s + 2 * result.f_x;
    result.f_x = result.f_x * s + result.f;
    result.f = result.f * s + c[k];  // (EXPR.14)
  }
  return result;
}

}  // namespace trammel::expression
