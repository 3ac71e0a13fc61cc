// What the textbook DAEs do not show: rest under large forces, massless parts, constraints in any
// units, and every way to fail.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "numerics/index_one.h"
#include "support/difficult_daes.h"
#include "support/friction_pendulum.h"
#include "support/small_dae.h"

namespace trammel::testing {
namespace {

using ::testing::HasSubstr;
using Status = IndexOneReport::Status;

double largest(const Vector& v) {
  return v.cwiseAbs().maxCoeff();
}

// At rest in equilibrium accelerations are round-off; so are some multipliers. That is an answer.
TEST(IndexOne, finds_rest) {
  for (int turns = -3; turns <= 3; ++turns) {
    const FrictionPendulum dae(
        FrictionPendulumParameters{.angle = (2 * turns - 0.5) * std::numbers::pi, .rate = 0});
    State s = dae.initial_state();
    s.a.setOnes(), s.lambda.setOnes();
    IndexOne index_one(dae);
    EXPECT_TRUE(index_one.accelerate(s).ok()) << turns;
    EXPECT_LT(largest(s.a), 1e-12);
    EXPECT_TRUE(index_one.accelerate(s).ok()) << turns;
  }
}

// Three springs and an inertia force hold a mass where their sum vanishes but for round-off.
TEST(IndexOne, finds_equilibrium_of_many_forces) {
  class Balance : public SmallDae<2, 0, 1> {
   public:
    explicit Balance(double scale)
        : SmallDae([] {
            Layout l = vector_layout({Kind::length, Kind::length}, {.states = 1});
            l.forces_use_a = true;
            return l;
          }()),
          scale_(scale) {}

   protected:
    Outcome terms(const State& s, Terms& e) const override {
      e.M.diagonal() << 1.7, 0.3;
      e.Q << scale_ * (0.1 + 0.2 - 0.3) - 0.7 * s.a[0] + 0.1 * s.a[1],
          scale_ * (0.7 - 0.6 - 0.1) + 0.1 * s.a[0] - 0.3 * std::pow(s.a[1], 3);
      e.A << 0.7, -0.1, -0.1, 0.9 * s.a[1] * s.a[1];
      e.aux << s.x_dot[0] - scale_ * (1.1 + 2.2 - 3.3) + s.a[0];
      e.Sxd << 1;
      e.Sa << 1, 0;
      return Outcome::ok;
    }

   private:
    double scale_;
  };
  for (const double scale : {1.0, 3.0, 1e3, 7e5}) {
    const Balance dae(scale);
    IndexOne index_one(dae);
    State s = make_state(dae.layout());
    EXPECT_TRUE(index_one.accelerate(s).ok()) << scale;
    EXPECT_LT(largest(s.a), 1e-14 * scale);
  }
}

// A preload a million times the weight: the accelerations are round-off of large forces.
TEST(IndexOne, finds_rest_under_preload) {
  class Preloaded : public SmallDae<3, 2> {
   public:
    Preloaded(double angle, double preload)
        : SmallDae([] {
            Layout l = vector_layout({Kind::length, Kind::length, Kind::length}, {.level_0 = 2});
            l.forces_use_lambda = true;
            return l;
          }()),
          angle_(angle),
          preload_(preload) {}

   protected:
    Outcome terms(const State& s, Terms& e) const override {
      const double c = std::cos(angle_), sine = std::sin(angle_);
      e.M.diagonal() << 1e-3, 2e-3, 0.7e-3;
      e.G << c, sine, 0, -sine * sine, sine * c, c;
      e.Q = e.G.transpose() * Vector{{preload_, -0.3 * preload_}};
      const double friction = 0.1 * std::sqrt(1 + s.lambda.squaredNorm()) * s.v[2];
      e.Q[2] -= friction;
      e.Ql(2, 0) = 0.1 * s.v[2] * s.lambda[0] / std::sqrt(1 + s.lambda.squaredNorm());
      e.Ql(2, 1) = 0.1 * s.v[2] * s.lambda[1] / std::sqrt(1 + s.lambda.squaredNorm());
      e.c1 = e.G * s.v, e.c2 = e.G * s.a;
      return Outcome::ok;
    }

   private:
    double angle_, preload_;
  };
  for (double angle = 0.1; angle < 6; angle += 0.3)
    for (const double preload : {1e2, 1e4, 1e6}) {
      const Preloaded dae(angle, preload);
      IndexOne index_one(dae);
      State s = make_state(dae.layout());
      EXPECT_TRUE(index_one.accelerate(s).ok()) << angle << " " << preload;
      EXPECT_LT(largest(s.a), 1e-11 * preload);
      EXPECT_NEAR(s.lambda[0] / preload, 1, 1e-12);
    }
}

// Θ = a + a³ − 2: an acceleration constraint need not be linear in a.
TEST(IndexOne, iterates_on_nonlinear_acceleration_constraints) {
  class Motor : public SmallDae<1, 1> {
   public:
    Motor() : SmallDae(vector_layout({Kind::angle}, {.level_2 = 1})) {}

   protected:
    Outcome terms(const State& s, Terms& e) const override {
      e.M(0, 0) = 3;
      e.c2[0] = s.a[0] + std::pow(s.a[0], 3) - 2;
      e.G(0, 0) = 1 + 3 * s.a[0] * s.a[0];
      return Outcome::ok;
    }
  };
  const Motor dae;
  IndexOne index_one(dae);
  State s = make_state(dae.layout());
  EXPECT_TRUE(index_one.accelerate(s).ok());
  EXPECT_NEAR(s.a[0], 1, 1e-14);
  EXPECT_NEAR(s.lambda[0], -0.75, 1e-14);  // 3 a + (1 + 3 a²) λ = 0
}

// A massless coordinate held by a constraint: M is singular, the system is not.
TEST(IndexOne, does_not_need_the_inverse_of_the_mass_matrix) {
  class Massless : public SmallDae<2, 1> {
   public:
    Massless() : SmallDae(vector_layout({Kind::length, Kind::length}, {.level_0 = 1})) {}

   protected:
    Outcome terms(const State& s, Terms& e) const override {
      e.M(0, 0) = 2;
      e.Q << 1, 5;
      e.G << 1, -1;
      e.c0 = e.G * s.q, e.c1 = e.G * s.v, e.c2 = e.G * s.a;
      return Outcome::ok;
    }
  };
  const Massless dae;
  IndexOne index_one(dae);
  State s = make_state(dae.layout());
  ASSERT_TRUE(index_one.accelerate(s).ok());
  EXPECT_NEAR(s.a[0], 3, 1e-14);
  EXPECT_NEAR(s.a[1], 3, 1e-14);
  EXPECT_NEAR(s.lambda[0], -5, 1e-14);
  s.v << 1, 4;
  ASSERT_TRUE(index_one.project_velocity(s).ok());  // only the massless end moves
  EXPECT_NEAR(s.v[0], 1, 1e-14);
  EXPECT_NEAR(s.v[1], 1, 1e-14);
}

// Ψ = c (ẋ² + ẏ² − 1): a velocity constraint that is not linear in v, in any units.
class SpeedLimit : public SmallDae<2, 1> {
 public:
  explicit SpeedLimit(double scale)
      : SmallDae(vector_layout({Kind::length, Kind::length}, {.level_1 = 1})), scale_(scale) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M.setIdentity();
    e.G = 2 * scale_ * s.v.transpose();
    e.c1[0] = scale_ * (s.v.squaredNorm() - 1);
    e.c2 = e.G * s.a;
    return Outcome::ok;
  }

 private:
  double scale_;
};

TEST(IndexOne, iterates_on_nonlinear_velocity_constraints) {
  for (const double scale : {1e-6, 1.0, 1e3, 1e6}) {
    const SpeedLimit dae(scale);
    IndexOne index_one(dae);
    for (double direction = 0; direction < 6; direction += 0.37) {
      State s = make_state(dae.layout());
      s.v << 1.9 * std::cos(direction), 1.9 * std::sin(direction);
      EXPECT_TRUE(index_one.project_velocity(s).ok()) << scale << " " << direction;
      EXPECT_NEAR(s.v.norm(), 1, 1e-14);
      EXPECT_NEAR(std::atan2(s.v[1], s.v[0]), std::remainder(direction, 2 * std::numbers::pi),
                  1e-14);
    }
  }
}

// Φ = c (x² + y² − r): a circle in any units; none for r < 0.
class Circle : public SmallDae<2, 1> {
 public:
  Circle(double scale, double r)
      : SmallDae(vector_layout({Kind::length, Kind::length}, {.level_0 = 1})),
        scale_(scale),
        r_(r) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M.setIdentity();
    e.G = 2 * scale_ * s.q.transpose();
    e.c0[0] = scale_ * (s.q.squaredNorm() - r_);
    return Outcome::ok;
  }

 private:
  double scale_, r_;
};

TEST(IndexOne, brings_a_position_back_in_any_units) {
  for (const double scale : {1e-6, 1.0, 1e6})
    for (const double radius : {1e-3, 1.0, 1e4}) {
      const Circle dae(scale, radius * radius);
      IndexOne index_one(dae);
      for (double direction = 0; direction < 6; direction += 0.37) {
        State s = make_state(dae.layout());
        s.q << 1.3 * radius * std::cos(direction), 1.3 * radius * std::sin(direction);
        EXPECT_TRUE(index_one.project_position(s).ok()) << scale << " " << direction;
        EXPECT_NEAR(s.q.norm() / radius, 1, 1e-14);
        EXPECT_NEAR(s.q[0] * std::sin(direction), s.q[1] * std::cos(direction), 1e-14 * radius);
      }
    }
}

TEST(IndexOne, reports_that_there_is_no_position) {
  const Circle dae(1, -1);
  IndexOne index_one(dae);
  State s = make_state(dae.layout());
  s.q << 0.3, 0.4;
  EXPECT_EQ(index_one.project_position(s).status, Status::not_converged);
  s.q.setZero();  // Γ = 0
  EXPECT_EQ(index_one.project_position(s).status, Status::singular);
}

TEST(IndexOne, reports_a_singular_system_by_name) {
  class Twice : public SmallDae<1, 2> {
   public:
    Twice() : SmallDae(vector_layout({Kind::length}, {.level_0 = 2})) {}

   protected:
    Outcome terms(const State& s, Terms& e) const override {
      e.M(0, 0) = 1;
      e.G << 1, 2;
      e.c1 = e.G * s.v, e.c2 = e.G * s.a;
      return Outcome::ok;
    }
  };
  const Twice dae;
  IndexOne index_one(dae);
  State s = make_state(dae.layout());
  EXPECT_EQ(index_one.accelerate(s).status, Status::singular);
  EXPECT_THAT(index_one.describe_singularity(), HasSubstr("lambda 1"));
  s.v << 1;
  EXPECT_EQ(index_one.project_velocity(s).status, Status::singular);
  Vector w(1);
  EXPECT_EQ(index_one.normal_part(s, s.v, w).status, Status::singular);
}

// One coordinate and one algebraic unknown whose equation is the test's.
class Scripted : public SmallDae<1, 1, 0, 1> {
 public:
  explicit Scripted(Outcome outcome)
      : SmallDae(vector_layout({Kind::length}, {.level_0 = 1, .variables = 1})),
        outcome_(outcome) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M(0, 0) = 1;
    e.G(0, 0) = 1;
    e.c1 = s.v, e.c2 = s.a;
    e.aux[0] = 1 + s.y[0] * s.y[0];  // no real root
    e.Sy(0, 0) = 2 * s.y[0];
    return outcome_;
  }

 private:
  Outcome outcome_;
};

TEST(IndexOne, reports_why_there_are_no_accelerations) {
  const auto status = [](Outcome outcome) {
    const Scripted dae(outcome);
    IndexOne index_one(dae);
    State s = make_state(dae.layout());
    s.y << 0.6;
    return index_one.accelerate(s).status;
  };
  EXPECT_EQ(status(Outcome::ok), Status::not_converged);
  EXPECT_EQ(status(Outcome::domain_error), Status::domain_error);
  EXPECT_EQ(status(Outcome::user_stop), Status::stopped);

  const GasSpring spring;
  State below = spring.initial_state();
  below.q << -0.1;
  EXPECT_EQ(IndexOne(spring).accelerate(below).status, Status::domain_error);
}

TEST(IndexOne, reports_why_a_velocity_cannot_be_projected) {
  for (const auto& [outcome, status] : {std::pair{Outcome::domain_error, Status::domain_error},
                                        std::pair{Outcome::user_stop, Status::stopped}}) {
    const Scripted dae(outcome);
    IndexOne index_one(dae);
    State s = make_state(dae.layout());
    s.v << 1;
    Vector w(1);
    EXPECT_EQ(index_one.project_position(s).status, status);
    EXPECT_EQ(index_one.project_velocity(s).status, status);
    EXPECT_EQ(index_one.normal_part(s, s.v, w).status, status);
  }
}

TEST(IndexOne, uses_the_fast_way_when_there_is_one) {
  class Fast : public GasSpring {
   public:
    Acceleration result = Acceleration::ok;
    Acceleration accelerate(State& s) const override { return s.a.setConstant(42), result; }
  };
  Fast dae;
  IndexOne index_one(dae);
  State s = dae.initial_state();
  EXPECT_TRUE(index_one.accelerate(s).ok());
  EXPECT_EQ(s.a[0], 42);
  EXPECT_EQ(index_one.counters().factorisations, 0);
  dae.result = Acceleration::singular;
  EXPECT_EQ(index_one.accelerate(s).status, IndexOneReport::Status::singular);
  dae.result = Acceleration::domain_error;
  EXPECT_EQ(index_one.accelerate(s).status, IndexOneReport::Status::domain_error);
}

}  // namespace
}  // namespace trammel::testing
