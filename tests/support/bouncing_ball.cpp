// SPDX-License-Identifier: BSD-3-Clause
#include "support/bouncing_ball.h"

#include <algorithm>
#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

// The kinks of the force allow no more.
constexpr Real contact_tolerance = 1e-15L;

template <class T>
struct Contact {
  T force = 0, stiffness = 0, damping = 0;  // F, −∂F/∂x, −∂F/∂ẋ
};

template <class T>
Contact<T> contact(const BouncingBallParameters& p, T x, T v) {
  if (x >= 0) return {};
  const T depth = -x, d = p.full_damping_depth, u = std::min<T>(depth / d, 1);
  const T share = u * u * (3 - 2 * u), slope = 6 * u * (1 - u) / d;
  const T spring = p.stiffness * std::pow(depth, T(p.exponent));
  const T force = spring - p.damping * v * share;
  if (force <= 0) return {};
  return {force, p.exponent * spring / depth - p.damping * v * slope, p.damping * share};
}

}  // namespace

BouncingBall::BouncingBall(const BouncingBallParameters& p)
    : SmallDae(vector_layout({Kind::length})),
      p_(p),
      known_(std::make_shared<std::vector<Bounce>>()) {}

Outcome BouncingBall::terms(const State& s, Terms& e) const {
  const Contact<double> ground = contact(p_, s.q[0], s.v[0]);
  e.M(0, 0) = p_.mass;
  e.Q[0] = -p_.mass * p_.gravity + ground.force;
  e.K(0, 0) = ground.stiffness;
  e.C(0, 0) = ground.damping;
  return Outcome::ok;
}

Ode BouncingBall::contact_equation() const {
  return [p = p_](Real, const RealVector& y) {
    return real_vector({y[1], contact<Real>(p, y[0], y[1]).force / p.mass - p.gravity});
  };
}

BouncingBall::Bounce BouncingBall::next_bounce(Real apex_time, Real apex_height) const {
  const Real fall = std::sqrt(2 * apex_height / p_.gravity), speed_in = p_.gravity * fall;
  const Real touchdown = apex_time + fall;
  const Ode equation = contact_equation();
  RealVector y = real_vector({0, -speed_in});
  const Real chunk = 1e-3L * fall;
  Real t = touchdown;
  for (RealVector ahead = y;; y = ahead, t += chunk) {
    ahead = integrate(equation, y, t, t + chunk, contact_tolerance);
    if (ahead[0] > 0) break;
  }
  for (int i = 0; i < 20 && std::abs(y[0]) > 1e-17L; ++i) {  // Newton from inside the contact
    const Real ahead = std::min(-y[0] / y[1], chunk);
    if (y[1] <= 0 || ahead <= 0) break;
    y = integrate(equation, y, t, t + ahead, contact_tolerance);
    t += ahead;
  }
  return {touchdown, t, speed_in, y[1]};
}

BouncingBall::Bounce BouncingBall::bounce(int number) const {
  if (known_->empty()) known_->push_back(next_bounce(0, p_.height));
  while (int(known_->size()) <= number) {
    const Bounce last = known_->back();
    known_->push_back(next_bounce(last.lift_off + last.speed_out / p_.gravity,
                                  last.speed_out * last.speed_out / (2 * p_.gravity)));
  }
  return (*known_)[std::size_t(number)];
}

State BouncingBall::exact(double t) const {
  const Real g = p_.gravity;
  Real from = 0, height = p_.height, speed = 0;  // the flight that reaches t, or its contact
  Bounce next = bounce(0);
  for (int number = 1; t > next.lift_off; ++number) {
    from = next.lift_off, height = 0, speed = next.speed_out;
    next = bounce(number);
  }
  RealVector y(2);
  if (t <= next.touchdown) {
    const Real flown = t - from;
    y << height + speed * flown - g * flown * flown / 2, speed - g * flown;
  } else {
    y = integrate(contact_equation(), real_vector({0, -next.speed_in}), next.touchdown, t,
                  contact_tolerance);
  }
  State s = make_state(layout());
  s.t = t;
  s.q << double(y[0]);
  s.v << double(y[1]);
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
