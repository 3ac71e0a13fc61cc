// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/history.h"

#include <algorithm>
#include <cassert>

namespace trammel {

History::History(int capacity, int n)
    : times_(std::size_t(capacity), 0.0),
      values_(std::size_t(capacity), Vector::Zero(n)),
      differences_(values_) {
  assert(capacity > 0);
}

std::size_t History::slot(int age) const {
  assert(0 <= age && age < size_);
  const int capacity = int(values_.size());
  return std::size_t((newest_ - age + capacity) % capacity);
}

void History::push(double t, const Vector& value) {
  assert(size_ == 0 || t > time(0));
  const int capacity = int(values_.size());
  newest_ = (newest_ + 1) % capacity;
  size_ = std::min(size_ + 1, capacity);
  times_[std::size_t(newest_)] = t;
  values_[std::size_t(newest_)] = value;
}

void History::divide(int degree) const {
  for (int k = 0; k <= degree; ++k) differences_[std::size_t(k)] = value(k);
  for (int order = 1; order <= degree; ++order)
    for (int k = degree; k >= order; --k) {
      auto& difference = differences_[std::size_t(k)];
      difference = (difference - differences_[std::size_t(k) - 1]) / (time(k) - time(k - order));
    }
}

void History::predict(double t, int degree, Vector& out) const {
  degree = std::min(degree, size_ - 1);
  divide(degree);
  out = differences_[std::size_t(degree)];
  for (int k = degree - 1; k >= 0; --k)
    out = out * (t - time(k)) + differences_[std::size_t(k)];  // (HIST.1)
}

void History::derivative(int k, Vector& out) const {
  assert(k < size_);
  divide(k);
  double factorial = 1;
  for (int i = 2; i <= k; ++i) factorial *= i;
  out = factorial * differences_[std::size_t(k)];
}

}  // namespace trammel
