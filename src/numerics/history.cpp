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

namespace {

// Newton's form in so many rows at once, which fill the lanes of a register.
template <int Degree, int Lanes>
inline void extrapolate_rows(const double* const (&from)[Degree + 1],
                             const double (&gap)[Degree + 1][Degree + 1],
                             const double (&ahead)[Degree + 1], Eigen::Index i, double* to) {
  double f[Degree + 1][Lanes];  // f[t_0 … t_k]
  for (int k = 0; k <= Degree; ++k)
    for (int lane = 0; lane < Lanes; ++lane) f[k][lane] = from[k][i + lane];
  for (int order = 1; order <= Degree; ++order)
    for (int k = Degree; k >= order; --k)
      for (int lane = 0; lane < Lanes; ++lane)
        f[k][lane] = (f[k][lane] - f[k - 1][lane]) / gap[k][order];
  for (int k = Degree - 1; k >= 0; --k)
    for (int lane = 0; lane < Lanes; ++lane)
      f[Degree][lane] = f[Degree][lane] * ahead[k] + f[k][lane];  // (HIST.1)
  for (int lane = 0; lane < Lanes; ++lane) to[i + lane] = f[Degree][lane];
}

}  // namespace

template <int Degree>
void History::extrapolate(double t, Vector& out) const {
  const double* from[Degree + 1];
  double ahead[Degree + 1], gap[Degree + 1][Degree + 1] = {};
  for (int k = 0; k <= Degree; ++k) {
    from[k] = value(k).data();
    ahead[k] = t - time(k);
    for (int order = 1; order <= k; ++order) gap[k][order] = time(k) - time(k - order);
  }
  constexpr Eigen::Index lanes = 2;  // with four, degree 5 runs out of registers
  const Eigen::Index n = value(0).size(), whole = n - n % lanes;
  out.resize(n);
  for (Eigen::Index i = 0; i < whole; i += lanes)
    extrapolate_rows<Degree, lanes>(from, gap, ahead, i, out.data());
  for (Eigen::Index i = whole; i < n; ++i)
    extrapolate_rows<Degree, 1>(from, gap, ahead, i, out.data());
}

}  // namespace trammel
