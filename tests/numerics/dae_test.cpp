// The geometry of quaternion coordinates, and the sizes of the bridge's containers.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/dae.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>

#include "math/rotation.h"
#include "support/allocations.h"
#include "support/test_problems.h"

namespace trammel::testing {
namespace {

using ::testing::ElementsAre;

// Coordinates without equations.
class Coordinates : public QuaternionDae {
 public:
  explicit Coordinates(Layout layout) : layout_(std::move(layout)) {}
  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block) const override { return pattern_; }
  Outcome evaluate(const State&, unsigned, Values&) const override { return Outcome::ok; }
  Outcome linearise(const State&, BlockMask, Blocks&) const override { return Outcome::ok; }
  void reaction(const State&, const Vector&, Vector&) const override {}
  std::string row_name(int) const override { return ""; }
  std::string column_name(int) const override { return ""; }

 private:
  Layout layout_;
  Pattern pattern_;
};

Layout layout_of(const std::string& order) {  // "vR": a vector-like coordinate, then a rotation
  Layout l;
  for (const char c : order) {
    if (c == 'R') {
      l.rotations.push_back({l.n_q, l.n});
      l.n_q += 4, l.n += 3;
      l.kinds.insert(l.kinds.end(), 3, Kind::angle);
    } else {
      l.n_q += 1, l.n += 1;
      l.kinds.push_back(Kind::length);
    }
  }
  return l;
}

// Where the rotations are: none, alone, first, last, in the middle, next to each other.
class QuaternionCoordinates : public ::testing::TestWithParam<const char*> {
 protected:
  const Coordinates dae_{layout_of(GetParam())};
  const Layout& layout_ = dae_.layout();

  Vector random_tangent(double size) {
    std::uniform_real_distribution<double> uniform(-size, size);
    Vector v(layout_.n);
    for (double& x : v) x = uniform(random_);
    return v;
  }
  Vector random_position() {
    std::normal_distribution<double> normal;
    Vector q(layout_.n_q);
    for (double& x : q) x = normal(random_);
    for (const Rotation& r : layout_.rotations) q.segment<4>(r.q).normalize();
    return q;
  }
  Vector retracted(const Vector& q, const Vector& delta) const {
    Vector out(layout_.n_q);
    dae_.retract(q, delta, out);
    return out;
  }
  Vector differed(const Vector& q1, const Vector& q0) const {
    Vector out(layout_.n);
    dae_.difference(q1, q0, out);
    return out;
  }

 private:
  std::mt19937 random_{3};
};
INSTANTIATE_TEST_SUITE_P(layouts, QuaternionCoordinates,
                         ::testing::Values("vvv", "R", "Rvv", "vvR", "vvvRvvvR", "vRRvv"));

TEST_P(QuaternionCoordinates, difference_undoes_retract_up_to_a_half_turn) {
  for (int trial = 0; trial < 50; ++trial) {
    const Vector q = random_position(), delta = random_tangent(1.7);  // |δθ̄| < 1.7·√3 < π
    EXPECT_LT((differed(retracted(q, delta), q) - delta).norm(), 1e-13);
  }
}

TEST_P(QuaternionCoordinates, retract_undoes_difference) {
  for (int trial = 0; trial < 50; ++trial) {
    const Vector q0 = random_position(), q1 = random_position();
    Vector back = retracted(q0, differed(q1, q0));
    for (const Rotation& r : layout_.rotations)
      back.segment<4>(r.q) = same_hemisphere(back.segment<4>(r.q), q1.segment<4>(r.q));
    EXPECT_LT((back - q1).norm(), 1e-13);
  }
}

TEST_P(QuaternionCoordinates, difference_sees_rotations_not_signs) {
  const Vector q0 = random_position(), q1 = random_position();
  Vector negated = q1;
  for (const Rotation& r : layout_.rotations) negated.segment<4>(r.q) *= -1;
  EXPECT_LT((differed(negated, q0) - differed(q1, q0)).norm(), 1e-14);
  EXPECT_LT((differed(q0, q1) + differed(q1, q0)).norm(), 1e-13);
}

// An increment turns about body axes, A ← A exp(δθ̄~), by its length.
TEST_P(QuaternionCoordinates, retract_multiplies_the_rotation_matrix_on_the_right) {
  const Vector q = random_position(), delta = random_tangent(3);
  const Vector moved = retracted(q, delta);
  for (const Rotation& r : layout_.rotations) {
    const Vec3 theta = delta.segment<3>(r.v);
    const Mat3 turn = Eigen::AngleAxisd(theta.norm(), theta.normalized()).toRotationMatrix();
    const Mat3 before = rotation_matrix(q.segment<4>(r.q));
    EXPECT_LT((rotation_matrix(moved.segment<4>(r.q)) - before * turn).norm(), 1e-14);
  }
}

TEST_P(QuaternionCoordinates, retract_may_write_over_its_argument) {
  const Vector q = random_position(), delta = random_tangent(1);
  Vector in_place = q;
  dae_.retract(in_place, delta, in_place);
  EXPECT_EQ(in_place, retracted(q, delta));
}

TEST_P(QuaternionCoordinates, quaternions_stay_unit_over_many_steps) {
  Vector q = random_position();
  const Vector delta = random_tangent(0.3);
  for (int step = 0; step < 20000; ++step) dae_.retract(q, delta, q);
  for (const Rotation& r : layout_.rotations)
    EXPECT_NEAR(q.segment<4>(r.q).norm(), 1, 4 * std::numeric_limits<double>::epsilon());
}

TEST_P(QuaternionCoordinates, rate_is_the_derivative_of_retract) {
  const Vector q = random_position(), v = random_tangent(2);
  const double h = 1e-3;
  const auto at = [&](double t) { return retracted(q, t * v); };
  const Vector numeric = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  Vector q_dot(layout_.n_q);
  dae_.rate(q, v, q_dot);
  EXPECT_LT((q_dot - numeric).norm(), 1e-10);
}

TEST_P(QuaternionCoordinates, velocity_undoes_rate_and_ignores_changes_of_length) {
  const Vector q = random_position(), v = random_tangent(2);
  Vector q_dot(layout_.n_q), back(layout_.n);
  dae_.rate(q, v, q_dot);
  for (const Rotation& r : layout_.rotations) q_dot.segment<4>(r.q) += 0.7 * q.segment<4>(r.q);
  dae_.velocity(q, q_dot, back);
  EXPECT_LT((back - v).norm(), 1e-14);
}

// Along q(t) = retract(q0, ξ(t)) the velocity is T(ξ) ξ̇.
TEST_P(QuaternionCoordinates, velocity_along_a_curve_is_the_tangent_operator_times_the_rate) {
  const Vector q0 = random_position(), xi = random_tangent(1), xi_dot = random_tangent(1);
  const double h = 1e-3;
  const auto at = [&](double t) { return retracted(q0, xi + t * xi_dot); };
  const Vector q_dot = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  Vector v(layout_.n), expected = xi_dot;
  dae_.velocity(at(0), q_dot, v);
  for (const Rotation& r : layout_.rotations)
    expected.segment<3>(r.v) = tangent_operator(xi.segment<3>(r.v)) * xi_dot.segment<3>(r.v);
  EXPECT_LT((v - expected).norm(), 1e-10);
}

TEST_P(QuaternionCoordinates, largest_step_turns_the_fastest_body_by_one_radian) {
  State s = make_state(layout_);
  s.v = random_tangent(20);
  const double h = dae_.largest_step(s);
  if (layout_.rotations.empty()) {
    EXPECT_EQ(h, std::numeric_limits<double>::infinity());
    return;
  }
  double fastest = 0;
  for (const Rotation& r : layout_.rotations)
    fastest = std::max(fastest, h * s.v.segment<3>(r.v).norm());
  EXPECT_NEAR(fastest, 1, 1e-15);
  s.v.setZero();
  EXPECT_EQ(dae_.largest_step(s), std::numeric_limits<double>::infinity());
}

TEST_P(QuaternionCoordinates, nothing_is_allocated) {
  if (!can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  const Vector q = random_position(), v = random_tangent(1);
  Vector moved = q, delta = v, q_dot = q, back = v;
  const long before = allocations();
  dae_.retract(q, v, moved);
  dae_.difference(moved, q, delta);
  dae_.rate(q, v, q_dot);
  dae_.velocity(q, q_dot, back);
  EXPECT_EQ(allocations() - before, 0);
}

TEST(Layout, raw_index_skips_rotations) {
  EXPECT_THAT(raw_index_of_tangent(layout_of("vRvRR")),
              ElementsAre(0, -1, -1, -1, 5, -1, -1, -1, -1, -1, -1));
  EXPECT_THAT(raw_index_of_tangent(layout_of("Rvv")), ElementsAre(-1, -1, -1, 4, 5));
  EXPECT_THAT(raw_index_of_tangent(layout_of("vvv")), ElementsAre(0, 1, 2));
  EXPECT_TRUE(raw_index_of_tangent(Layout{}).empty());
}

// Moving one vector-like tangent entry moves exactly its raw coordinate.
TEST_P(QuaternionCoordinates, raw_index_agrees_with_retract) {
  const Vector q = random_position();
  const std::vector<int> raw = raw_index_of_tangent(layout_);
  for (int i = 0; i < layout_.n; ++i) {
    const Vector moved = retracted(q, Vector::Unit(layout_.n, i)) - q;
    if (raw[std::size_t(i)] >= 0) {
      EXPECT_LT((moved - Vector::Unit(layout_.n_q, raw[std::size_t(i)])).norm(), 1e-15);
    } else {
      EXPECT_GT(moved.norm(), 0.1);
    }
  }
}

Layout full_layout() {
  Layout l = layout_of("vRv");
  l.m0 = 2, l.m1 = 3, l.m2 = 4, l.n_x = 5, l.n_y = 6;
  return l;
}

TEST(Containers, have_the_sizes_of_the_layout) {
  const Layout l = full_layout();
  EXPECT_EQ(l.m(), 9);
  EXPECT_EQ(l.n_aux(), 11);

  const State s = make_state(l);
  EXPECT_EQ(s.t, 0);
  EXPECT_THAT(s.q, ElementsAre(0, 1, 0, 0, 0, 0));  // no rotation is the unit quaternion
  EXPECT_EQ(s.v, Vector::Zero(5));
  EXPECT_EQ(s.a, Vector::Zero(5));
  EXPECT_EQ(s.lambda, Vector::Zero(9));
  EXPECT_EQ(s.x, Vector::Zero(5));
  EXPECT_EQ(s.x_dot, Vector::Zero(5));
  EXPECT_EQ(s.y, Vector::Zero(6));
  EXPECT_EQ(s.memory.size(), 0);

  const Values v = make_values(l);
  for (const Vector* f : {&v.inertia, &v.action, &v.reaction}) EXPECT_EQ(*f, Vector::Zero(5));
  EXPECT_EQ(v.c0, Vector::Zero(2));
  EXPECT_EQ(v.c1, Vector::Zero(5));
  EXPECT_EQ(v.c2, Vector::Zero(9));
  EXPECT_EQ(v.aux, Vector::Zero(11));
}

TEST(Containers, blocks_have_the_patterns_of_the_dae_and_share_equal_ones) {
  for (const TestProblem& problem : all_test_problems()) {
    SCOPED_TRACE(problem.name);
    const Blocks blocks = make_blocks(*problem.dae);
    for (std::size_t b = 0; b < block_count; ++b) {
      EXPECT_EQ(blocks[Block(b)].pattern(), problem.dae->pattern(Block(b)));
      for (const double value : blocks[Block(b)].values()) EXPECT_EQ(value, 0);
    }
    for (const Block b : {Block::A, Block::C, Block::K, Block::Kg})
      EXPECT_EQ(blocks[b].shared_pattern(), blocks[Block::M].shared_pattern());
  }
}

TEST(Containers, masks_name_every_block_once) {
  BlockMask all = 0;
  for (std::size_t b = 0; b < block_count; ++b) {
    EXPECT_EQ(all & mask(Block(b)), 0u);
    all |= mask(Block(b));
  }
  EXPECT_EQ(all, all_blocks);
}

}  // namespace
}  // namespace trammel::testing
