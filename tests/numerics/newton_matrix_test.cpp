// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/newton_matrix.h"

#include <gmock/gmock.h>

#include <limits>

#include "math/rotation.h"
#include "numerics/every_problem.h"
#include "numerics/scattered_dae.h"
#include "support/allocations.h"

namespace trammel::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr ConstraintForm forms[] = {ConstraintForm::index3, ConstraintForm::index1};

Matrix dense_map(const Layout& l, double scalar, const std::vector<Mat3>& per_rotation) {
  Matrix map = scalar * Matrix::Identity(l.n, l.n);
  for (std::size_t k = 0; k < per_rotation.size(); ++k)
    map.block<3, 3>(l.rotations[k].v, l.rotations[k].v) = per_rotation[k];
  return map;
}

// (NM.2) to (NM.6), written once more with dense matrices.
Matrix dense_newton_matrix(const Layout& l, const Blocks& blocks, const StepMap& map,
                           ConstraintForm form) {
  const bool index3 = form == ConstraintForm::index3;
  const auto dense = [&](Block b) { return blocks[b].dense(); };
  const double s = index3 ? map.s : 0, sx = index3 ? map.sx : 0;
  const std::vector<Mat3> none;
  const Matrix V = (index3 ? 1 : 0) * dense_map(l, map.v, map.V);
  const Matrix W = dense_map(l, map.a, index3 ? map.W : none);
  const Matrix G = dense(Block::G), Gq = dense(Block::Gq), Gv = dense(Block::Gv);
  const int n = l.n, m = l.m(), n_x = l.n_x, n_y = l.n_y, aux = n_x + n_y;

  Matrix J = Matrix::Zero(n + m + aux, n + m + aux);
  J.block(0, 0, n, n) = (dense(Block::K) + dense(Block::Kg)) * s + dense(Block::C) * V +
                        (map.inertia * dense(Block::M) + dense(Block::A)) * W;
  J.block(0, n, n, m) = G.transpose() + dense(Block::Ql);
  J.block(0, n + m, n, n_x) = dense(Block::Qx) * sx;
  J.block(0, n + m + n_x, n, n_y) = dense(Block::Qy);

  Matrix rows = G * W;
  if (index3) {
    rows.topRows(l.m0) = map.constraint_scale[0] * G.topRows(l.m0) * s;
    rows.middleRows(l.m0, l.m1) =
        map.constraint_scale[1] * (Gq.middleRows(l.m0, l.m1) * s + G.middleRows(l.m0, l.m1) * V);
    rows.bottomRows(l.m2) =
        map.constraint_scale[2] *
        (Gq.bottomRows(l.m2) * s + Gv.bottomRows(l.m2) * V + G.bottomRows(l.m2) * W);
  }
  J.block(n, 0, m, n) = rows;

  J.block(n + m, 0, aux, n) = dense(Block::Sq) * s + dense(Block::Sv) * V + dense(Block::Sa) * W;
  J.block(n + m, n, aux, m) = dense(Block::Sl);
  J.block(n + m, n + m, aux, n_x) = dense(Block::Sx) * sx + dense(Block::Sxd) * map.sd;
  J.block(n + m, n + m + n_x, aux, n_y) = dense(Block::Sy);
  return J;
}

StepMap random_map(const Layout& l, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  StepMap map;
  for (double* x : {&map.s, &map.v, &map.a, &map.sx, &map.sd, &map.inertia}) *x = uniform(random);
  for (double& x : map.constraint_scale) x = uniform(random);
  for (std::vector<Mat3>* matrices : {&map.V, &map.W})
    for (std::size_t k = 0; k < l.rotations.size(); ++k) {
      matrices->emplace_back();
      for (double& x : matrices->back().reshaped()) x = uniform(random);
    }
  return map;
}

// The map of HHT (HHT.13) with α = −0.3 for the tangent increment of a step h.
StepMap hht_map(const Layout& l, double h, const Vector& increment) {
  constexpr double alpha = -0.3, gamma = 0.5 - alpha, beta = (1 - alpha) * (1 - alpha) / 4;
  StepMap map;
  map.s = (1 + alpha) * beta * h * h;
  map.v = map.sx = (1 + alpha) * gamma * h;
  map.constraint_scale = {1 / map.s, 1 / map.v, 1};
  for (const Rotation& r : l.rotations) {
    map.W.push_back(tangent_operator_inverse(increment.segment<3>(r.v)));
    map.V.push_back(map.v * map.W.back());
  }
  return map;
}

Blocks linearised(const Dae& dae, const State& s, BlockMask wanted = all_blocks) {
  Blocks blocks = make_blocks(dae);
  for (std::size_t b = 0; b < block_count; ++b)  // what is not asked for must not be used
    for (double& x : blocks[Block(b)].values()) x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(dae.linearise(s, wanted, blocks), Outcome::ok);
  return blocks;
}

Matrix combined(const Dae& dae, ConstraintForm form, const Blocks& blocks, const StepMap& map) {
  NewtonMatrix matrix(dae, form);
  matrix.combine(blocks, map);
  return matrix.matrix().dense();
}

TEST(NewtonMatrix, of_sparse_blocks_follows_the_formulas) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const ScatteredDae dae(seed);
    const Layout& l = dae.layout();
    std::mt19937 random(seed);
    const Blocks blocks = linearised(dae, make_state(l));
    for (const ConstraintForm form : forms) {
      const StepMap map = random_map(l, random);
      EXPECT_LT(
          largest(combined(dae, form, blocks, map) - dense_newton_matrix(l, blocks, map, form)),
          1e-14);
    }
  }
}

TEST(NewtonMatrix, without_matrices_per_rotation_scales_them_like_the_others) {
  const ScatteredDae dae(5);
  const Layout& l = dae.layout();
  ASSERT_GE(l.rotations.size(), 2u);
  std::mt19937 random(5);
  const Blocks blocks = linearised(dae, make_state(l));
  for (const ConstraintForm form : forms) {
    StepMap map = random_map(l, random);
    map.V.clear(), map.W.clear();
    EXPECT_LT(largest(combined(dae, form, blocks, map) - dense_newton_matrix(l, blocks, map, form)),
              1e-14);
  }
}

class NewtonMatrixOf : public EveryProblem {
 protected:
  // Dynamics, scaled constraints and auxiliary equations, as a method would solve them.
  Vector residual(const State& s, const StepMap& map) const {
    const Layout& l = layout();
    Values v = make_values(l);
    constexpr unsigned all =
        Ask::forces | Ask::position | Ask::velocity | Ask::acceleration | Ask::auxiliary;
    EXPECT_EQ(dae().evaluate(s, all, v), Outcome::ok);
    Vector r(l.n + l.m() + l.n_aux());
    r << map.inertia * v.inertia + v.reaction - v.action, map.constraint_scale[0] * v.c0,
        map.constraint_scale[1] * v.c1.tail(l.m1), map.constraint_scale[2] * v.c2.tail(l.m2), v.aux;
    return r;
  }

  // Fourth order differences of residual(move(ξ, δλ, η, δy)).
  template <class Move>
  Matrix differences(const StepMap& map, double step, const Move& move) const {
    const int size = layout().n + layout().m() + layout().n_aux();
    Matrix J = Matrix::Zero(size, size);
    for (int j = 0; j < size; ++j)
      for (const auto& [offset, weight] : {std::pair{1, 8.0}, {-1, -8.0}, {2, -1.0}, {-2, 1.0}})
        J.col(j) += weight / (12 * step) *
                    residual(move(Vector(offset * step * Vector::Unit(size, j))), map);
    return J;
  }

  // Row by row, relative to the largest entry and to the round-off of the residual.
  void expect_near(const Matrix& J, const Matrix& numeric, const State& at, const StepMap& map,
                   double step) const {
    Values v = make_values(layout());
    dae().evaluate(at, Ask::forces, v);
    const double forces = largest(v.inertia) + largest(v.reaction) + largest(v.action);
    const double terms = std::max({forces, largest(at.q), largest(at.v), largest(at.a)});
    const double scale =
        std::max({1.0, std::abs(map.constraint_scale[0]), std::abs(map.constraint_scale[1])});
    const double round_off = 1e-14 * scale * terms / step;
    for (int i = 0; i < J.rows(); ++i) {
      const double error = largest(J.row(i) - numeric.row(i));
      EXPECT_LT(error, 1e-7 * largest(J.row(i)) + round_off) << dae().row_name(i);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(textbook, NewtonMatrixOf, ::testing::ValuesIn(all_test_problems()),
                         problem_name);

TEST_P(NewtonMatrixOf, blocks_follows_the_formulas) {
  std::mt19937 random(11);
  for (const ConstraintForm form : forms) {
    NewtonMatrix matrix(dae(), form);
    for (int turn = 0; turn < 3; ++turn) {  // nothing is left from the turn before
      const Blocks blocks = linearised(dae(), off_the_way(0.3 * turn));
      const StepMap map = random_map(layout(), random);
      matrix.combine(blocks, map);
      const Matrix expected = dense_newton_matrix(layout(), blocks, map, form);
      EXPECT_LT(largest(matrix.matrix().dense() - expected), 1e-14 * largest(expected));
    }
  }
}

TEST_P(NewtonMatrixOf, needs_no_other_blocks_than_it_says) {
  std::mt19937 random(12);
  const State s = off_the_way(0.4);
  for (const ConstraintForm form : forms) {
    const StepMap map = random_map(layout(), random);
    const Blocks some = linearised(dae(), s, NewtonMatrix::blocks_needed(layout(), form));
    EXPECT_EQ(combined(dae(), form, some, map), combined(dae(), form, linearised(dae(), s), map));
  }
}

// For any map ξ → (δ, δv, δa), η → (δx, δẋ) of (NM.1).
TEST_P(NewtonMatrixOf, is_the_derivative_of_the_residual) {
  std::mt19937 random(13);
  const Layout& l = layout();
  const State s = off_the_way(0.45);
  StepMap map = random_map(l, random);
  if (!l.mass_is_constant) map.inertia = 1;  // ∂(Ma)/∂q is part of K, which i does not weigh
  const Matrix V = dense_map(l, map.v, map.V), W = dense_map(l, map.a, map.W);
  const auto moved = [&](const Vector& u) {
    const Vector xi = u.head(l.n), eta = u.segment(l.n + l.m(), l.n_x);
    State to = s;
    dae().retract(s.q, map.s * xi, to.q);
    to.v += V * xi, to.a += W * xi;
    to.lambda += u.segment(l.n, l.m());
    to.x += map.sx * eta, to.x_dot += map.sd * eta;
    to.y += u.tail(l.n_y);
    return to;
  };
  const double step = 1e-4;
  const Matrix J = combined(dae(), ConstraintForm::index3, linearised(dae(), s), map);
  expect_near(J, differences(map, step, moved), s, map, step);
}

// The unknowns of HHT are accelerations, multipliers, ẋ and y at the end of a step; positions,
// velocities and states follow from (HHT.1) to (HHT.3), (HHT.6).
TEST_P(NewtonMatrixOf, with_the_map_of_hht_is_the_derivative_along_its_step) {
  constexpr double alpha = -0.3, gamma = 0.5 - alpha, beta = (1 - alpha) * (1 - alpha) / 4;
  const Layout& l = layout();
  const State from = on_the_way(0.4), guess = off_the_way(0.4);
  const double h = std::min(0.02 * problem().t_end, 0.5 * dae().largest_step(from));
  const auto increment_of = [&](const Vector& a) {
    return Vector(h * from.v +
                  h * h * ((0.5 - beta) * from.a + beta * ((1 + alpha) * a - alpha * from.a)));
  };
  const StepMap map = hht_map(l, h, increment_of(guess.a));
  const Matrix W = dense_map(l, 1, map.W);
  const auto stepped = [&](const Vector& u) {
    State to = guess;
    to.a += W * u.head(l.n);
    to.lambda += u.segment(l.n, l.m());
    to.x_dot += u.segment(l.n + l.m(), l.n_x);
    to.y += u.tail(l.n_y);
    dae().retract(from.q, increment_of(to.a), to.q);
    to.v = from.v + h * ((1 - gamma) * from.a + gamma * ((1 + alpha) * to.a - alpha * from.a));
    to.x = from.x +
           h * ((1 - gamma) * from.x_dot + gamma * ((1 + alpha) * to.x_dot - alpha * from.x_dot));
    return to;
  };
  const State at = stepped(Vector::Zero(l.n + l.m() + l.n_aux()));
  const double step = 1e-3 * (1 + largest(at.a));
  const Matrix J = combined(dae(), ConstraintForm::index3, linearised(dae(), at), map);
  expect_near(J, differences(map, step, stepped), at, map, step);
}

// No power of h is left in the rows: as h → 0 the index-3 matrix tends to the index-1 matrix.
TEST_P(NewtonMatrixOf, stays_bounded_for_small_steps) {
  const Blocks blocks = linearised(dae(), off_the_way(0.45));
  const Vector turn = random_vector(layout().n);
  const Matrix limit = combined(dae(), ConstraintForm::index1, blocks, StepMap{});
  double previous = 0;
  for (const double h : {1e-7, 1e-8, 1e-9}) {
    const Matrix J =
        combined(dae(), ConstraintForm::index3, blocks, hht_map(layout(), h, h * turn));
    const double distance = largest(J - limit);
    if (previous > 1e-12 * largest(limit)) {
      EXPECT_LT(distance, 0.11 * previous);
    }
    previous = distance;
  }
  EXPECT_LT(previous, 1e-3 * largest(limit));
}

TEST_P(NewtonMatrixOf, solves_what_it_factored) {
  const Blocks blocks = linearised(dae(), off_the_way(0.5));
  const double h = 1e-3 * problem().t_end;
  NewtonMatrix matrix(dae(), ConstraintForm::index3);
  matrix.combine(blocks, hht_map(layout(), h, Vector::Zero(layout().n)));
  ASSERT_TRUE(matrix.factor().ok());
  const Vector x = random_vector(matrix.size());
  Vector b = matrix.matrix().dense() * x;
  matrix.solve(b);
  EXPECT_LT((b - x).norm(), 1e-6 * x.norm());
}

TEST_P(NewtonMatrixOf, is_recombined_factored_and_solved_without_allocation) {
  if (!can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  const Blocks blocks = linearised(dae(), off_the_way(0.5));
  const double h = 1e-3 * problem().t_end;
  const StepMap first = hht_map(layout(), h, h * random_vector(layout().n));
  const StepMap second = hht_map(layout(), 1.1 * h, h * random_vector(layout().n));
  NewtonMatrix matrix(dae(), ConstraintForm::index3);
  matrix.combine(blocks, first);
  ASSERT_TRUE(matrix.factor().ok());
  Vector rhs = random_vector(matrix.size());
  const long before = allocations();
  matrix.combine(blocks, second);
  const FactorReport report = matrix.factor();
  matrix.solve(rhs);
  const long allocated = allocations() - before;
  EXPECT_EQ(report.result, FactorReport::Result::refactored);
  EXPECT_EQ(allocated, 0);
}

// A mass on a wire: c1 (x − y) = 0 and c2 (x − y) = 0, and a coordinate z with mass m_z.
class WireDae : public SmallDae<3, 2> {
 public:
  WireDae(double c1, double c2, double m_z)
      : SmallDae(vector_layout({Kind::length, Kind::length, Kind::length}, {.level_0 = 2})),
        c1_(c1),
        c2_(c2),
        m_z_(m_z) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M.diagonal() << 1, 1, m_z_;
    e.G << c1_, -c1_, 0, c2_, -c2_, 0;
    e.c0 = e.G * s.q, e.c1 = e.G * s.v, e.c2 = e.G * s.a;
    return Outcome::ok;
  }

 private:
  double c1_, c2_, m_z_;
};

std::string description(const Dae& dae, ConstraintForm form) {
  NewtonMatrix matrix(dae, form);
  const Layout& l = dae.layout();
  matrix.combine(linearised(dae, make_state(l)), hht_map(l, 1e-3, Vector::Zero(l.n)));
  EXPECT_FALSE(matrix.factor().ok());
  return matrix.describe_singularity(dae);
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(SingularNewtonMatrix, names_redundant_constraints_and_their_multipliers) {
  for (const ConstraintForm form : forms) {
    const std::string text = description(WireDae(1, -3, 1), form);
    EXPECT_THAT(text,
                AllOf(HasSubstr("constraint 0 (level 0)"), HasSubstr("constraint 1 (level 0)"),
                      HasSubstr("lambda 0"), HasSubstr("lambda 1")));
    EXPECT_THAT(text, AllOf(Not(HasSubstr("motion")), Not(HasSubstr(" a 0"))));
  }
}

TEST(SingularNewtonMatrix, names_a_massless_coordinate_that_is_free) {
  const Dae& free_and_massless = WireDae(1, 0, 0);  // and an empty constraint
  for (const ConstraintForm form : forms) {
    const std::string text = description(free_and_massless, form);
    EXPECT_THAT(text, AllOf(HasSubstr("motion 2"), HasSubstr("constraint 1 (level 0)"),
                            HasSubstr("a 2"), HasSubstr("lambda 1")));
  }
}

TEST(SingularNewtonMatrix, names_a_derivative_that_is_not_finite) {
  const WireDae dae(1, std::numeric_limits<double>::quiet_NaN(), 1);
  EXPECT_THAT(description(dae, ConstraintForm::index1),
              AllOf(HasSubstr("constraint 1"), HasSubstr("a 0"), HasSubstr("not finite")));
}

// An equation without any variable, by its pattern: no name appears twice.
class UnconnectedDae : public WireDae {
 public:
  UnconnectedDae() : WireDae(1, 0, 1) { gamma_ = Pattern::from_entries(2, 3, {{0, 0}, {0, 1}}); }
  const Pattern& pattern(Block b) const override {
    return b == Block::G ? gamma_ : WireDae::pattern(b);
  }

 private:
  Pattern gamma_;
};

TEST(SingularNewtonMatrix, names_an_unconnected_equation_once) {
  for (const ConstraintForm form : forms) {
    const std::string text = description(UnconnectedDae(), form);
    EXPECT_EQ(count(text, "constraint 1 (level 0)"), 1) << text;
    EXPECT_EQ(count(text, "lambda 1"), 1) << text;
    EXPECT_EQ(count(text, "constraint 0"), 0) << text;
  }
}

}  // namespace
}  // namespace trammel::testing
