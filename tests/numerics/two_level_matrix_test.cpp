// The Newton matrix of HHT-SI2 is what its formulas say, block by block.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/two_level_matrix.h"

#include <gtest/gtest.h>

#include <random>

#include "numerics/scattered_dae.h"

namespace trammel::testing {
namespace {

TwoLevelMap random_two_level_map(const Layout& l, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  TwoLevelMap map;
  for (double* x : {&map.h, &map.p, &map.w, &map.b, &map.sx}) *x = uniform(random);
  for (std::size_t k = 0; k < l.rotations.size(); ++k) {
    map.T_inverse.emplace_back();
    for (double& x : map.T_inverse.back().reshaped()) x = uniform(random);
  }
  return map;
}

// (TLM.2) to (TLM.9) with dense matrices, for a move (ξ, η, Λ0, Λ1, Λ, a, λ, ζ, y) of all unknowns.
class DenseTwoLevel {
 public:
  DenseTwoLevel(const Layout& l, const Blocks& blocks, const Matrix& gamma0, const TwoLevelMap& map)
      : l_(l), blocks_(blocks), gamma0_(gamma0), map_(map) {}

  Vector times(const Vector& move, const TwoLevelPlaces& at, bool with_accelerations) const {
    const auto part = [&](int first, int count) { return Vector(move.segment(first, count)); };
    const int n = l_.n, m0 = l_.m0, m1 = l_.m1, m2 = l_.m2, m = l_.m();
    const double h = map_.h, b = map_.b, sx = map_.sx;
    const Vector xi = part(at.position, n), eta = part(at.velocity, n),
                 y = part(at.unknowns, l_.n_y);
    const Vector zeta = part(at.states, l_.n_x);
    Vector start = Vector::Zero(m), end = start, a = Vector::Zero(n), lambda = start;
    start.head(m0) = part(at.level0, m0), end.head(m0) = part(at.level0_rate, m0);
    start.segment(m0, m1) = end.segment(m0, m1) = part(at.level1, m1);
    if (with_accelerations) a = part(at.acceleration, n), lambda = part(at.constraints, m);
    Vector lambda2 = lambda;
    lambda2.head(m0 + m1).setZero();

    const Matrix G = of(Block::G), Gq = of(Block::Gq), Gv = of(Block::Gv);
    const Vector force = h * h * of(Block::K) * xi + h * of(Block::C) * eta + of(Block::A) * a +
                         of(Block::Ql) * lambda + sx * of(Block::Qx) * zeta + of(Block::Qy) * y;
    const Vector D = force + G.transpose() * lambda2;
    const Vector R0 = gamma0_.transpose() * start, R1 = G.transpose() * end;
    const Vector geometric = h * h / 2 * of(Block::Kg) * xi;

    Vector r = Vector::Zero(move.size());
    r.segment(at.position, n) =
        of(Block::M) * turned(xi) + map_.p * D + b * geometric + ((1 - b) * R0 + b * R1) / 2;
    r.segment(at.velocity, n) = of(Block::M) * eta + map_.w * D + geometric + (R0 + R1) / 2;
    r.segment(at.level0, m0) = (G * xi).head(m0);
    r.segment(at.level0_rate, m0 + m1) = (G * eta + h * Gq * xi).head(m0 + m1);
    if (with_accelerations) {
      r.segment(at.acceleration, n) =
          force + 2 * geometric + of(Block::M) * a + G.transpose() * lambda;
      Vector c2 = G * a;
      c2.head(m0) += 2 * h * (Gq * eta).head(m0);
      c2.segment(m0, m1) += h * (Gq * eta).segment(m0, m1);
      c2.tail(m2) += (h * Gv * eta + h * h * Gq * xi).tail(m2);
      r.segment(at.constraints, m) = c2;
    }
    r.segment(at.states, l_.n_aux()) =
        h * h * of(Block::Sq) * xi + h * of(Block::Sv) * eta + of(Block::Sa) * a +
        of(Block::Sl) * lambda + (sx * of(Block::Sx) + of(Block::Sxd)) * zeta + of(Block::Sy) * y;
    return r;
  }

 private:
  Matrix of(Block b) const { return blocks_[b].dense(); }
  Vector turned(const Vector& xi) const {
    Vector u = xi;
    for (std::size_t k = 0; k < l_.rotations.size(); ++k) {
      const int i = l_.rotations[k].v;
      u.segment<3>(i) = map_.T_inverse[k] * xi.segment<3>(i);
    }
    return u;
  }

  const Layout& l_;
  const Blocks& blocks_;
  const Matrix& gamma0_;
  const TwoLevelMap& map_;
};

TEST(TwoLevelMatrix, follows_the_formulas) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    for (const bool with_accelerations : {false, true}) {
      SCOPED_TRACE(::testing::Message() << seed << " " << with_accelerations);
      const ScatteredDae dae(seed);
      const Layout& l = dae.layout();
      if (!with_accelerations && l.m2 > 0) continue;  // then accelerations are unknowns
      std::mt19937 random(seed);
      std::uniform_real_distribution<double> uniform(-1, 1);
      Blocks blocks = make_blocks(dae);
      ASSERT_EQ(dae.linearise(make_state(l), all_blocks, blocks), Outcome::ok);
      SparseMatrix gamma0 = blocks[Block::G];
      for (double& x : gamma0.values()) x = uniform(random);

      const TwoLevelMap map = random_two_level_map(l, random);
      TwoLevelMatrix matrix(dae, with_accelerations);
      matrix.combine(blocks, gamma0, map);
      const Matrix start = gamma0.dense();
      const DenseTwoLevel dense(l, blocks, start, map);
      for (int turn = 0; turn < 3; ++turn) {
        Vector move(matrix.size());
        for (double& x : move) x = uniform(random);
        const Vector expected = dense.times(move, matrix.places(), with_accelerations);
        EXPECT_LT((matrix.matrix().dense() * move - expected).cwiseAbs().maxCoeff(), 1e-12);
      }
    }
  }
}

TEST(TwoLevelMatrix, names_every_row_and_column) {
  const ScatteredDae dae(3);
  const TwoLevelMatrix matrix(dae, true);
  for (int k = 0; k < matrix.size(); ++k) {
    EXPECT_FALSE(matrix.row_name(k).empty());
    EXPECT_FALSE(matrix.column_name(k).empty());
  }
}

}  // namespace
}  // namespace trammel::testing
