// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/index_one.h"

#include <gmock/gmock.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

#include "numerics/every_problem.h"
#include "support/allocations.h"
#include "support/auxiliary_states.h"
#include "support/difficult_daes.h"
#include "support/friction_pendulum.h"
#include "support/small_dae.h"

namespace trammel::testing {
namespace {

using ::testing::HasSubstr;
using Status = IndexOneReport::Status;

class IndexOneOf : public EveryProblem {
 protected:
  struct Constrained {  // M and Γ at a state, dense
    Matrix M, G;
  };
  Constrained constrained(const State& s) const {
    Blocks blocks = make_blocks(dae());
    EXPECT_EQ(dae().linearise(s, all_blocks, blocks), Outcome::ok);
    return {blocks[Block::M].dense(), blocks[Block::G].dense()};
  }

  bool forces_are_given() const {
    return !layout().forces_use_a && !layout().forces_use_lambda && layout().n_aux() == 0;
  }

  // δ of [M Γᵀ; Γ 0][δ; μ] = [0; g]: the least δ in the mass norm with Γδ = g. Forces that use a, λ
  // or auxiliary unknowns belong to the inertia and reactions then.                       (IDX.2)
  Vector least(const State& s, const Vector& g) const {
    Blocks blocks = make_blocks(dae());
    EXPECT_EQ(dae().linearise(s, all_blocks, blocks), Outcome::ok);
    const auto dense = [&](Block b) { return blocks[b].dense(); };
    const int n = layout().n, m = layout().m(), n_x = layout().n_x, n_y = layout().n_y;
    Matrix kkt = Matrix::Zero(n + m + n_x + n_y, n + m + n_x + n_y);
    kkt << dense(Block::M) + dense(Block::A), dense(Block::G).transpose() + dense(Block::Ql),
        Matrix::Zero(n, n_x), dense(Block::Qy),           //
        dense(Block::G), Matrix::Zero(m, m + n_x + n_y),  //
        dense(Block::Sa), dense(Block::Sl), dense(Block::Sxd), dense(Block::Sy);
    Vector rhs = Vector::Zero(kkt.rows());
    rhs.segment(n, m) = g;
    return kkt.fullPivLu().solve(rhs).head(n);
  }

  // M δ = −Γᵀμ: δ is orthogonal, in the mass norm, to every velocity the constraints allow.
  void expect_least(const State& s, const Vector& delta) const {
    if (!forces_are_given()) return;
    const auto [M, G] = constrained(s);
    if (G.rows() == 0) return;
    const Matrix allowed = G.fullPivLu().kernel();
    EXPECT_LE(largest(allowed.transpose() * M * delta),
              1e-10 * largest(allowed) * largest(M) * (1e-3 + largest(delta)));
  }

  Vector velocity_residual(const State& s) const {
    Values values = make_values(layout());
    EXPECT_EQ(dae().evaluate(s, Ask::velocity, values), Outcome::ok);
    return values.c1;
  }
};
INSTANTIATE_TEST_SUITE_P(textbook, IndexOneOf, ::testing::ValuesIn(all_test_problems()),
                         problem_name);

TEST_P(IndexOneOf, finds_the_accelerations_multipliers_and_algebraic_unknowns) {
  IndexOne index_one(dae());
  for (const double part : {0.0, 0.13, 0.37, 0.62, 0.9, 1.0}) {
    const State exact = on_the_way(part);
    State s = exact;
    for (Vector* unknown : {&s.a, &s.lambda, &s.x_dot, &s.y}) unknown->setZero();
    const IndexOneReport report = index_one.accelerate(s);
    ASSERT_TRUE(report.ok()) << "t = " << exact.t;
    const auto expect_near = [&](const char* what, const Vector& found, const Vector& expected) {
      EXPECT_LE(largest(found - expected), 1e-9 * (1 + largest(expected)))
          << what << " at t = " << exact.t;
    };
    expect_near("a", s.a, exact.a);
    expect_near("lambda", s.lambda, exact.lambda);
    expect_near("x_dot", s.x_dot, exact.x_dot);
    expect_near("y", s.y, exact.y);
    EXPECT_EQ(s.t, exact.t);
    EXPECT_EQ(s.q, exact.q);
    EXPECT_EQ(s.v, exact.v);
    EXPECT_EQ(s.x, exact.x);
    EXPECT_LE(report.iterations, forces_are_given() ? 1 : 9);
  }
}

// From the solution itself no more than a confirmation is needed.
TEST_P(IndexOneOf, keeps_a_solution) {
  IndexOne index_one(dae());
  State s = on_the_way(0.55);
  ASSERT_TRUE(index_one.accelerate(s).ok());
  const State solved = s;
  const IndexOneReport report = index_one.accelerate(s);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 3);
  EXPECT_LE(largest(s.a - solved.a), 1e-11 * (1 + largest(s.a)));
  EXPECT_LE(largest(s.lambda - solved.lambda), 1e-11 * (1 + largest(s.lambda)));
}

TEST_P(IndexOneOf, projects_a_position_with_the_least_change_in_the_mass_norm) {
  IndexOne index_one(dae());
  for (const double part : {0.2, 0.7}) {
    const State before = off_the_way(part, 1e-4);
    State s = before;
    ASSERT_TRUE(index_one.project_position(s).ok());
    Values values = make_values(layout());
    dae().evaluate(s, Ask::position, values);
    EXPECT_LE(largest(values.c0), 1e-14 * (1 + largest(constrained(s).G)) * (1 + largest(s.q)));

    dae().evaluate(before, Ask::position, values);
    Vector g = Vector::Zero(layout().m()), moved(layout().n);
    g.head(layout().m0) = -values.c0;
    dae().difference(s.q, before.q, moved);
    // Curvature: O(move²).
    EXPECT_LE(largest(moved - least(before, g)), 1e-2 * largest(moved) + 1e-15);
    EXPECT_EQ(s.v, before.v);
  }
}

TEST_P(IndexOneOf, projects_a_velocity_with_the_least_change_in_the_mass_norm) {
  IndexOne index_one(dae());
  for (const double part : {0.2, 0.7}) {
    const State before = off_the_way(part);
    State s = before;
    ASSERT_TRUE(index_one.project_velocity(s).ok());
    EXPECT_LE(largest(velocity_residual(s)),
              1e-13 * (1 + largest(constrained(s).G)) * (1 + largest(s.v)));
    Vector g = Vector::Zero(layout().m());  // a level 2 row keeps its velocity
    g.head(layout().m0 + layout().m1) = -velocity_residual(before);
    EXPECT_LE(largest(s.v - before.v - least(before, g)), 1e-10 * (1 + largest(s.v)));
    expect_least(before, s.v - before.v);
    EXPECT_EQ(s.q, before.q);
    EXPECT_EQ(s.a, before.a);
    EXPECT_EQ(s.lambda, before.lambda);
  }
}

TEST_P(IndexOneOf, leaves_a_consistent_velocity_alone) {
  IndexOne index_one(dae());
  State s = on_the_way(0.45);
  const Vector v = s.v;
  ASSERT_TRUE(index_one.project_velocity(s).ok());
  EXPECT_LE(largest(s.v - v), 1e-11 * (1 + largest(v)));
}

// P² = P; Γ₀ P u = Γ₀ u, Γ P u = 0 in the other rows; and P u is the least such velocity.
TEST_P(IndexOneOf, normal_part_is_a_projector) {
  IndexOne index_one(dae());
  const State s = off_the_way(0.35);
  const Vector u = random_vector(layout().n);
  Vector w(layout().n), again(layout().n);
  ASSERT_TRUE(index_one.normal_part(s, u, w).ok());
  ASSERT_TRUE(index_one.normal_part(s, w, again).ok());
  const double scale = 1 + largest(w);
  EXPECT_LE(largest(again - w), 1e-9 * scale);

  const Matrix G = constrained(s).G;
  Vector g = Vector::Zero(layout().m());
  g.head(layout().m0) = (G * u).head(layout().m0);
  EXPECT_LE(largest(G * w - g), 1e-11 * (1 + largest(G)) * scale);
  EXPECT_LE(largest(w - least(s, g)), 1e-9 * scale);
  expect_least(s, w);
}

TEST_P(IndexOneOf, allocates_nothing_after_the_first_time) {
  if (!can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  IndexOne index_one(dae());
  const State start = off_the_way(0.35);
  State s = start;
  Vector w = start.v;
  ASSERT_TRUE(index_one.accelerate(s).ok());
  s = start;
  const long before = allocations();
  const IndexOneReport accelerated = index_one.accelerate(s);
  const IndexOneReport placed = index_one.project_position(s);
  const IndexOneReport projected = index_one.project_velocity(s);
  const IndexOneReport split = index_one.normal_part(s, start.v, w);
  const long allocated = allocations() - before;
  EXPECT_TRUE(accelerated.ok() && placed.ok() && projected.ok() && split.ok());
  EXPECT_EQ(allocated, 0);
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
    bool accelerate(State& s) const override { return s.a.setConstant(42), true; }
  };
  const Fast dae;
  IndexOne index_one(dae);
  State s = dae.initial_state();
  EXPECT_TRUE(index_one.accelerate(s).ok());
  EXPECT_EQ(s.a[0], 42);
}

}  // namespace
}  // namespace trammel::testing
