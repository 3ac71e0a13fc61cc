// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/history.h"

#include <algorithm>
#include <cassert>

namespace trammel {

History::History(int capacity, int n)
    : times_(std::size_t(capacity), 0.0), values_(std::size_t(capacity), Vector::Zero(n)) {
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

// Constant values give exactly the same.
void History::predict(double t, int degree, Vector& out) const {
  degree = std::min(degree, size_ - 1);
  const auto weight = [&](int k) {  // (HIST.1)
    double product = 1;
    for (int j = 0; j <= degree; ++j)
      if (j != k) product *= (t - time(j)) / (time(k) - time(j));
    return product;
  };
  const Vector& newest = value(0);
  if (degree < 1) {
    out = newest;
  } else if (degree < 2) {
    out = newest + weight(1) * (value(1) - newest);
  } else {  // two at once: memory is what this waits for
    out = newest + weight(1) * (value(1) - newest) + weight(2) * (value(2) - newest);
    for (int k = 3; k <= degree; ++k) out += weight(k) * (value(k) - newest);
  }
}

}  // namespace trammel
