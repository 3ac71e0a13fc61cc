// The index-1 system of every textbook DAE.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/index_one.h"

#include "numerics/every_problem.h"
#include "support/allocations.h"
#include "support/dense.h"

namespace trammel::testing {
namespace {

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

  // δ of [M Γᵀ; Γ 0][δ; μ] = [0; g]: the least δ in the mass norm with Γδ = g. Forces that use a
  // or auxiliary unknowns belong to the inertia then; those that use λ do not follow μ.    (IDX.2)
  Vector least(const State& s, const Vector& g) const {
    Blocks blocks = make_blocks(dae());
    EXPECT_EQ(dae().linearise(s, all_blocks, blocks), Outcome::ok);
    const auto dense = [&](Block b) { return blocks[b].dense(); };
    const int n = layout().n, m = layout().m(), n_x = layout().n_x, n_y = layout().n_y;
    Matrix kkt = Matrix::Zero(n + m + n_x + n_y, n + m + n_x + n_y);
    kkt << dense(Block::M) + dense(Block::A), dense(Block::G).transpose(), Matrix::Zero(n, n_x),
        dense(Block::Qy),                                 //
        dense(Block::G), Matrix::Zero(m, m + n_x + n_y),  //
        dense(Block::Sa), Matrix::Zero(n_x + n_y, m), dense(Block::Sxd), dense(Block::Sy);
    Vector rhs = Vector::Zero(kkt.rows());
    rhs.segment(n, m) = g;
    return least_squares(kkt, rhs).head(n);
  }

  // M δ = −Γᵀμ: δ is orthogonal, in the mass norm, to every velocity the constraints allow.
  void expect_least(const State& s, const Vector& delta) const {
    if (layout().forces_use_a || layout().n_aux() > 0) return;
    const auto [M, G] = constrained(s);
    if (G.rows() == 0) return;
    const Matrix allowed = kernel(G);
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
    EXPECT_LE(report.iterations, forces_are_given() && layout().m2 == 0 ? 1 : 9);
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

}  // namespace
}  // namespace trammel::testing
