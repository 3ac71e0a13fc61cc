// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/quintic_interpolant.h"

#include "math/vec.h"

namespace trammel {

QuinticInterpolant::QuinticInterpolant(const Dae& dae)
    : dae_(dae), s0_(make_state(dae.layout())), s1_(s0_), zero_(Vector::Zero(dae.layout().n)) {
  rate0_ = rate1_ = second0_ = second1_ = q_ = q_dot_ = q_second_ = Vector::Zero(dae.layout().n_q);
}

void QuinticInterpolant::second_rate(const State& s, Vector& q_second) const {  // (QUINT.3)
  dae_.rate(s.q, s.a, q_second);
  for (const Rotation& r : dae_.layout().rotations)
    q_second.segment<4>(r.q) -= 0.25 * s.v.segment<3>(r.v).squaredNorm() * s.q.segment<4>(r.q);
}

void QuinticInterpolant::set(const State& s0, const State& s1) {
  s0_ = s0;
  s1_ = s1;
  for (const Rotation& r : dae_.layout().rotations)  // e and −e are one orientation
    if (s0_.q.segment<4>(r.q).dot(s1_.q.segment<4>(r.q)) < 0) s1_.q.segment<4>(r.q) *= -1;
  dae_.rate(s0_.q, s0_.v, rate0_);
  dae_.rate(s1_.q, s1_.v, rate1_);
  second_rate(s0_, second0_);
  second_rate(s1_, second1_);
}

void QuinticInterpolant::defect(double h, Eigen::Ref<Vector> out) const {  // (QUINT.4)
  out = s1_.q - s0_.q - h / 2 * (rate0_ + rate1_) + h * h / 12 * (second1_ - second0_);
}

void QuinticInterpolant::at(double t, State& out) const {
  const double h = s1_.t - s0_.t;
  if (h == 0 || t == s1_.t || t == s0_.t) {
    out = h == 0 || t == s1_.t ? s1_ : s0_;
    return;
  }
  const double u = (t - s0_.t) / h, u2 = u * u, u3 = u2 * u, u4 = u2 * u2, u5 = u4 * u;
  const auto combine = [&](double d, double r0, double a0, double r1, double a1, double scale,
                           Vector& value) {
    value = scale * (d * (s1_.q - s0_.q) + h * (r0 * rate0_ + r1 * rate1_) +
                     h * h * (a0 * second0_ + a1 * second1_));
  };
  combine(10 * u3 - 15 * u4 + 6 * u5, u - 6 * u3 + 8 * u4 - 3 * u5,
          0.5 * u2 - 1.5 * u3 + 1.5 * u4 - 0.5 * u5, -4 * u3 + 7 * u4 - 3 * u5,
          0.5 * u3 - u4 + 0.5 * u5, 1, q_);  // (QUINT.1)
  combine(30 * u2 - 60 * u3 + 30 * u4, 1 - 18 * u2 + 32 * u3 - 15 * u4,
          u - 4.5 * u2 + 6 * u3 - 2.5 * u4, -12 * u2 + 28 * u3 - 15 * u4,
          1.5 * u2 - 4 * u3 + 2.5 * u4, 1 / h, q_dot_);
  combine(60 * u - 180 * u2 + 120 * u3, -36 * u + 96 * u2 - 60 * u3, 1 - 9 * u + 18 * u2 - 10 * u3,
          -24 * u + 84 * u2 - 60 * u3, 3 * u - 12 * u2 + 10 * u3, 1 / (h * h), q_second_);
  q_ += s0_.q;
  out.t = t;
  dae_.retract(q_, zero_, out.q);
  dae_.velocity(out.q, q_dot_, out.v);  // (QUINT.2)
  dae_.velocity(out.q, q_second_, out.a);
  const double late = u2 * (3 - 2 * u);
  out.x = s0_.x + late * (s1_.x - s0_.x) +
          h * (u * (1 - u) * (1 - u) * s0_.x_dot - u2 * (1 - u) * s1_.x_dot);
  out.x_dot = (1 - u) * s0_.x_dot + u * s1_.x_dot;
  out.lambda = (1 - u) * s0_.lambda + u * s1_.lambda;
  out.y = (1 - u) * s0_.y + u * s1_.y;
  out.memory = s0_.memory;
}

}  // namespace trammel
