// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/history.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace trammel {

History::History(int capacity, int n)
    : times_(std::size_t(capacity), 0.0), values_(std::size_t(capacity), Vector::Zero(n)) {
  assert(0 < capacity && capacity <= most_values);
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

void History::predict(double t, int degree, Vector& out) const {
  static constexpr void (History::*by_degree[])(double, Vector&)
      const = {&History::extrapolate<0>, &History::extrapolate<1>, &History::extrapolate<2>,
               &History::extrapolate<3>, &History::extrapolate<4>, &History::extrapolate<5>,
               &History::extrapolate<6>};
  static_assert(std::size(by_degree) == most_values);
  (this->*by_degree[std::min(degree, size_ - 1)])(t, out);
}

// Row by row, so that the compiler keeps a row in registers and takes several rows at once.
template <int Degree>
void History::extrapolate(double t, Vector& out) const {
  const double* from[Degree + 1];
  double ahead[Degree + 1], gap[Degree + 1][Degree + 1] = {};
  for (int k = 0; k <= Degree; ++k) {
    from[k] = value(k).data();
    ahead[k] = t - time(k);
    for (int order = 1; order <= k; ++order) gap[k][order] = time(k) - time(k - order);
  }
  out.resize(value(0).size());
  double* const to = out.data();
  for (Eigen::Index i = 0; i < out.size(); ++i) {
    double f[Degree + 1];  // f[t_0 … t_k]
    for (int k = 0; k <= Degree; ++k) f[k] = from[k][i];
    for (int order = 1; order <= Degree; ++order)
      for (int k = Degree; k >= order; --k) f[k] = (f[k] - f[k - 1]) / gap[k][order];
    double p = f[Degree];
    for (int k = Degree - 1; k >= 0; --k) p = p * ahead[k] + f[k];  // (HIST.1)
    to[i] = p;
  }
}

}  // namespace trammel
