// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/element_interpolant.h"

#include <algorithm>

#include "math/rotation.h"

namespace trammel {

namespace {

void turn_rates(const Layout& l, const Vector& xi, Vector& rate) {  // ξ̇ → v
  for (const Rotation& rotation : l.rotations) {
    const Vec3 theta = xi.segment<3>(rotation.v), theta_dot = rate.segment<3>(rotation.v);
    rate.segment<3>(rotation.v) = tangent_operator(theta) * theta_dot;
  }
}

}  // namespace

ElementInterpolant::ElementInterpolant(const Dae& dae, const TimeElement& element)
    : dae_(dae), element_(element), s0_(make_state(dae.layout())), s1_(s0_) {
  const auto k = std::size_t(element.points());
  velocity_change_ = xi_ = rate_ = Vector::Zero(dae.layout().n);
  x_ = s0_.x;
  A_.assign(k, xi_);
  points_.assign(k, s0_);
}

void ElementInterpolant::set_standing(const State& s) {
  s0_ = s1_ = s;
}

void ElementInterpolant::set(const State& s0, const State& s1, std::span<const Vector> A,
                             std::span<const State> points) {
  s0_ = s0;
  s1_ = s1;
  std::copy(A.begin(), A.end(), A_.begin());
  std::copy(points.begin(), points.end(), points_.begin());
  follow(1, xi_, rate_, x_);
  turn_rates(dae_.layout(), xi_, rate_);
  velocity_change_ = s1.v - rate_;
}

void ElementInterpolant::follow(double tau, Vector& xi, Vector& rate, Vector& x) const {
  const double h = s1_.t - s0_.t;
  const TimeElement::Smooth of = element_.smooth(tau);
  xi = h * tau * s0_.v;  // (STE.7)
  rate = s0_.v;
  x = s0_.x;
  for (std::size_t j = 0; j < A_.size(); ++j) {
    xi += h * h * of.position[j] * A_[j];
    rate += h * of.velocity[j] * A_[j];
    x += h * of.velocity[j] * points_[j].x_dot;
  }
}

void ElementInterpolant::through_nodes(double tau, Vector State::*member, Vector& out) const {
  const int last = element_.points() + 1;
  const auto node = [&](int i) { return i == 0 ? 0 : element_.point(i - 1); };
  out.setZero();
  for (int i = 0; i <= last; ++i) {  // (STE.8)
    double weight = 1;
    for (int j = 0; j <= last; ++j)
      if (j != i) weight *= (tau - node(j)) / (node(i) - node(j));
    const State& s = i == 0 ? s0_ : i == last ? s1_ : points_[std::size_t(i - 1)];
    out += weight * (s.*member);
  }
}

void ElementInterpolant::at(double t, State& out) const {
  const double h = s1_.t - s0_.t;
  if (h == 0 || t == s1_.t) {  // the ends exactly as stored
    out = s1_;
    return;
  }
  if (t == s0_.t) {
    out = s0_;
    return;
  }
  const double tau = (t - s0_.t) / h;
  out.t = t;
  follow(tau, xi_, rate_, out.x);
  dae_.retract(s0_.q, xi_, out.q);
  turn_rates(dae_.layout(), xi_, rate_);
  out.v = rate_ + tau * tau * velocity_change_;  // (STE.9)
  through_nodes(tau, &State::a, out.a);
  through_nodes(tau, &State::lambda, out.lambda);
  through_nodes(tau, &State::x_dot, out.x_dot);
  through_nodes(tau, &State::y, out.y);
  out.memory = s0_.memory;
}

}  // namespace trammel
