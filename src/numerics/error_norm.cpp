// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/error_norm.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trammel {

ErrorNorm::ErrorNorm(const Layout& l)
    : raw_index_(raw_index_of_tangent(l)),
      unit_(Vector::Ones(l.n)),
      position_(Vector::Ones(l.n)),
      states_(Vector::Ones(l.n_x)) {
  for (std::size_t i = 0; i < l.kinds.size() && i < raw_index_.size(); ++i)
    if (l.kinds[i] == Kind::angle) raw_index_[i] = -1;
  for (std::size_t i = 0; i < l.scales.size() && i < raw_index_.size(); ++i)
    unit_[Eigen::Index(i)] = l.scales[i];
  position_ = velocity_ = unit_;
  invert();
}

void ErrorNorm::invert() {
  per_position_ = position_.cwiseInverse();
  per_velocity_ = velocity_.cwiseInverse();
  per_states_ = states_.cwiseInverse();
}

void ErrorNorm::reset(const State& s) {
  position_ = velocity_ = unit_;
  states_.setOnes();
  observe(s);
}

void ErrorNorm::observe(const State& s) {
  for (std::size_t i = 0; i < raw_index_.size(); ++i)
    if (raw_index_[i] >= 0)
      position_[Eigen::Index(i)] =
          std::max(position_[Eigen::Index(i)], std::abs(s.q[raw_index_[i]]));  // (NORM.1)
  velocity_ = velocity_.cwiseMax(s.v.cwiseAbs());                              // (NORM.3)
  for (Eigen::Index i = 0; i < states_.size(); ++i)
    states_[i] = std::max(states_[i], std::abs(s.x[i]));
  invert();
}

namespace {

// In lanes, which the compiler takes at once. A step without a number must not pass: x − x tells.
double weighted_largest(const Eigen::Ref<const Vector>& d, const Vector& per_weight) {  // (NORM.2)
  constexpr Eigen::Index lanes = 4;
  std::array<double, lanes> largest = {}, doubt = {};
  const Eigen::Index n = d.size(), whole = n - n % lanes;
  const double* const entry = d.data();
  const double* const factor = per_weight.data();
  const auto take = [&](Eigen::Index i, std::size_t lane) {
    const double x = std::abs(entry[i] * factor[i]);
    largest[lane] = x > largest[lane] ? x : largest[lane];
    doubt[lane] += x - x;
  };
  for (Eigen::Index i = 0; i < whole; i += lanes)
    for (Eigen::Index lane = 0; lane < lanes; ++lane) take(i + lane, std::size_t(lane));
  for (Eigen::Index i = whole; i < n; ++i) take(i, 0);
  const double sum = (doubt[0] + doubt[1]) + (doubt[2] + doubt[3]);
  const double most = *std::max_element(largest.begin(), largest.end());
  return sum == 0 || std::isinf(most) ? most : sum;
}

}  // namespace

double ErrorNorm::of_position(const Eigen::Ref<const Vector>& delta) const {
  return weighted_largest(delta, per_position_);
}
double ErrorNorm::of_velocity(const Eigen::Ref<const Vector>& dv) const {
  return weighted_largest(dv, per_velocity_);
}
double ErrorNorm::of_states(const Eigen::Ref<const Vector>& dx) const {
  return weighted_largest(dx, per_states_);
}

}  // namespace trammel
