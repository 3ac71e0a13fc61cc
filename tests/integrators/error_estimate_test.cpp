// What the estimate of the local error must see, on equations made for it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrators/measure.h"
#include "support/small_dae.h"

namespace trammel::testing {
namespace {

// A mass whose velocity rises from 0 to 1 between t = 0.3 and 0.301, by a cubic: Ψ = v − f(t).
class ImposedVelocity : public SmallDae<1, 1> {
 public:
  ImposedVelocity() : SmallDae(vector_layout({Kind::length}, {.level_1 = 1})) {}
  static constexpr double begin = 0.3, duration = 1e-3;
  static double exact_position(double t) { return t - begin - duration / 2; }  // afterwards

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    const double x = std::clamp((s.t - begin) / duration, 0.0, 1.0);
    e.M(0, 0) = 2;
    e.G(0, 0) = 1;
    e.c1[0] = s.v[0] - x * x * (3 - 2 * x);
    e.c2[0] = s.a[0] - 6 * x * (1 - x) / duration;
    return Outcome::ok;
  }
};

// Velocity constraints fix velocities and forbid no error of position.
TEST(ErrorEstimate, sees_what_velocity_constraints_do_to_positions) {
  const ImposedVelocity dae;
  for (const IntegratorInfo& info : integrators())
    for (const double error : {1e-3, 1e-5, 1e-7}) {
      IntegratorOptions options;
      options.error = error;
      options.step.h_max = 0.05;
      const auto method = info.make(dae, options);
      ASSERT_TRUE(method->start(make_state(dae.layout())).ok());
      while (method->state().t < 1) ASSERT_TRUE(method->step(1).ok());
      EXPECT_NEAR(method->state().q[0], ImposedVelocity::exact_position(1), 10 * error)
          << info.name << " with ERROR " << error;
    }
}

// Masses of 1 with forces that depend on time alone, in rows of given kinds.
class TimedForces : public SmallDae<2> {
 public:
  using Forces = Eigen::Vector2d (*)(double t);
  explicit TimedForces(Forces forces, Kind second = Kind::length)
      : SmallDae(vector_layout({Kind::length, second})), forces_(forces) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M.setIdentity();
    e.Q = forces_(s.t);
    return Outcome::ok;
  }

 private:
  Forces forces_;
};

// The first step from rest in seconds and in milliseconds.
TEST(ErrorEstimate, first_step_has_the_unit_of_time) {
  const TimedForces per_s2([](double) { return Eigen::Vector2d(9.81, 0); });
  const TimedForces per_ms2([](double) { return Eigen::Vector2d(9.81e-6, 0); });
  for (const char* name : {"hht-i3", "hht-si2", "newmark"}) {
    double first[2];
    for (const bool in_ms : {false, true}) {
      const Dae& dae = in_ms ? per_ms2 : per_s2;
      const auto method = find_integrator(name)->make(dae, {});
      ASSERT_TRUE(method->start(make_state(dae.layout())).ok());
      first[in_ms] = method->step(1e9).h;
    }
    EXPECT_NEAR(first[1] / first[0], 1000, 1e-6) << name;
  }
}

// Two free oscillators: a slow one of length 1, a fast one of 1e-5 rad.
class Oscillators : public SmallDae<2> {
 public:
  Oscillators() : SmallDae(vector_layout({Kind::length, Kind::angle})) {}
  State start(double length, double angle) const {
    State s = make_state(layout());
    s.q << length, angle;
    return s;
  }

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M.setIdentity();
    e.K.diagonal() << 1, 1e4;
    e.Q = -e.K * s.q;
    return Outcome::ok;
  }
};

TEST(ErrorEstimate, of_velocities_knows_lengths_from_angles) {
  const Oscillators dae;
  const auto steps = [&](double length, double angle) {
    IntegratorOptions options;
    options.error = 1e-8;
    const auto method = find_integrator("hht-si2")->make(dae, options);
    EXPECT_TRUE(method->start(dae.start(length, angle)).ok());
    while (method->state().t < 1) EXPECT_TRUE(method->step(1).ok());
    return double(method->statistics().steps);
  };
  EXPECT_LT(steps(1, 1e-5), 1.1 * std::max(steps(1, 0), steps(0, 1e-5)));
}

// Rows A e^{−ωt}: the first rules the error of order 3, the second that of order 2.
TEST(ErrorEstimate, of_bdf_names_the_row_that_limits_the_step_and_not_the_order) {
  const TimedForces dae(
      [](double t) { return Eigen::Vector2d(7e-4 * 100 * std::exp(-10 * t), std::exp(-t)); });
  IntegratorOptions options;
  options.error = 1e-9;
  options.max_order = 3;
  for (const char* name : {"gstiff-i3", "wstiff-i3"}) {
    const auto method = find_integrator(name)->make(dae, options);
    State start = make_state(dae.layout());
    start.q << 7e-4, 1;
    start.v << -7e-3, -1;
    ASSERT_TRUE(method->start(start).ok());
    int steps = 0;
    while (method->state().t < 0.17) {
      const bool is_settled = method->order() == 3 && method->state().t > 0.02;
      ASSERT_TRUE(method->step(0.17).ok());
      if (!is_settled) continue;
      ++steps;
      EXPECT_EQ(method->bottleneck(), "a 0") << name << " at " << method->state().t;
    }
    EXPECT_GT(steps, 10);
  }
}

// v = t − 0.3 from then on: order 2 is exact. With index 3, order 2 and a much longer step at once the
// lag of the velocities of order 1 would be all of the error, again after every restart.
class RampedVelocity : public SmallDae<1, 1> {
 public:
  RampedVelocity() : SmallDae(vector_layout({Kind::length}, {.level_1 = 1})) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M(0, 0) = e.G(0, 0) = 1;
    e.c1[0] = s.v[0] - std::max(0.0, s.t - 0.3);
    e.c2[0] = s.a[0] - (s.t > 0.3 ? 1 : 0);
    return Outcome::ok;
  }
};

TEST(ErrorEstimate, of_bdf_is_not_caught_at_order_one) {
  const RampedVelocity dae;
  for (const char* name : {"gstiff-i3", "wstiff-i3", "gstiff-si2", "wstiff-si2"}) {
    IntegratorOptions options;
    options.error = 1e-7;
    options.step.h_max = 0.1;
    const auto method = find_integrator(name)->make(dae, options);
    ASSERT_TRUE(method->start(make_state(dae.layout())).ok());
    while (method->state().t < 1) ASSERT_TRUE(method->step(1).ok());
    EXPECT_NEAR(method->state().q[0], 0.245, 1e-6) << name;
    EXPECT_LT(method->statistics().steps, 100) << name;
  }
}

// A body at rest under a torque: no velocity foretells how far the first step turns it.
class SpinUp : public SmallDae<3> {
 public:
  SpinUp() : SmallDae(rotation()) {}

 protected:
  Outcome terms(const State&, Terms& e) const override {
    e.M.setIdentity();
    e.Q[0] = 3;
    return Outcome::ok;
  }

 private:
  static Layout rotation() {
    Layout l;
    l.n_q = 4, l.n = 3;
    l.rotations = {{0, 0}};
    l.kinds.assign(3, Kind::angle);
    return l;
  }
};

TEST(ErrorEstimate, allows_one_radian_a_step) {
  const SpinUp dae;
  for (const IntegratorInfo& info : integrators()) {
    IntegratorOptions options;
    options.error = 100;
    options.step.h_init = 1;  // 1.5 rad and, of order 1, 3 rad
    const auto method = info.make(dae, options);
    ASSERT_TRUE(method->start(make_state(dae.layout())).ok());
    Vector turn(3), before = method->state().q;
    for (int k = 0; k < 5; ++k, before = method->state().q) {
      ASSERT_TRUE(method->step(100).ok());
      dae.difference(method->state().q, before, turn);
      EXPECT_LE(turn.norm(), 1 + 1e-9) << info.name;
    }
  }
}

}  // namespace
}  // namespace trammel::testing
