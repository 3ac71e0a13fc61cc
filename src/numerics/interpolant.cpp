// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/interpolant.h"

#include "math/rotation.h"

namespace trammel {

HermiteInterpolant::HermiteInterpolant(const Dae& dae)
    : dae_(dae), s0_(make_state(dae.layout())), s1_(s0_) {
  increment_ = end_rate_ = xi_ = Vector::Zero(dae.layout().n);
  slopes_.reserve(std::size_t(dae.layout().n));
}

void HermiteInterpolant::set(const State& s0, const State& s1, const Vector& increment) {
  s0_ = s0;
  s1_ = s1;
  increment_ = increment;
  slopes_.clear();
  end_rate_ = s1.v;
  for (const Rotation& rotation : dae_.layout().rotations) {
    const Vec3 theta = increment.segment<3>(rotation.v), omega = s1.v.segment<3>(rotation.v);
    end_rate_.segment<3>(rotation.v) = tangent_operator_inverse(theta) * omega;
  }
}

void HermiteInterpolant::at(double t, State& out) const {
  const double h = s1_.t - s0_.t;
  if (h == 0 || t == s1_.t) {  // the ends exactly as stored
    out = s1_;
    return;
  }
  const double u = (t - s0_.t) / h, w = 1 - u;
  const double value0 = w * w * (1 + 2 * u), value1 = u * u * (1 + 2 * w);  // Hermite basis
  const double slope0 = h * u * w * w, slope1 = -h * u * u * w;

  out.t = t;
  xi_ = slope0 * s0_.v + value1 * increment_ + slope1 * end_rate_;  // (HERM.1)
  for (const Slopes& s : slopes_)
    xi_[s.entry] = slope0 * s.begin + value1 * increment_[s.entry] + slope1 * s.end;
  dae_.retract(s0_.q, xi_, out.q);
  out.v = value0 * s0_.v + slope0 * s0_.a + value1 * s1_.v + slope1 * s1_.a;          // (HERM.2)
  out.x = value0 * s0_.x + slope0 * s0_.x_dot + value1 * s1_.x + slope1 * s1_.x_dot;  // (HERM.3)
  out.a = w * s0_.a + u * s1_.a;
  for (const Slopes& s : slopes_) {
    out.v[s.entry] = w * s.begin + u * s.end;
    out.a[s.entry] = (s.end - s.begin) / h;
  }
  out.lambda = w * s0_.lambda + u * s1_.lambda;
  out.x_dot = w * s0_.x_dot + u * s1_.x_dot;
  out.y = w * s0_.y + u * s1_.y;
  out.memory = s0_.memory;
}

}  // namespace trammel
