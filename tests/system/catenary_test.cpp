// Equilibrium of a hanging chain of rods against the reference: Newton's method on the system's own
// forces, constraints and their derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "io/adm/reader.h"
#include "math/rotation.h"
#include "numerics/dense.h"
#include "support/reference_data.h"
#include "system/system.h"

namespace trammel::system {
namespace {

constexpr double length = 12, mass = 6, span = 8;

// Angles of the rods along a circular arc from pin to pin.
std::vector<double> arc(int rods) {
  double low = 0, high = 3;
  const auto angle = [&](double end, int k) { return end * ((2 * k + 1.0) / rods - 1); };
  for (int halving = 0; halving < 60; ++halving) {
    const double end = 0.5 * (low + high);
    double width = 0;
    for (int k = 0; k < rods; ++k) width += length / rods * std::cos(angle(end, k));
    (width > span ? low : high) = end;
  }
  std::vector<double> angles;
  for (int k = 0; k < rods; ++k) angles.push_back(angle(low, k));
  return angles;
}

class Chain {
 public:
  explicit Chain(int rods) : rods_(rods), h_(length / rods) {
    std::string text = fmt::format(
        "chain\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP={},0,0\n"
        "ACCGRAV/JGRAV=-9.81\n",
        span);
    const std::vector<double> angles = arc(rods);
    double x = 0, y = 0;
    for (int k = 0; k < rods; ++k) {
      const int id = 10 * (k + 2);
      text += fmt::format(
          "PART/{0}, MASS={1}, CM={2}, IP={3},{3},{3}, QG={4},{5},0, REULER={6},0,0\n"
          "MARKER/{7}, PART={0}\nMARKER/{2}, PART={0}, QP={8},0,0\n"
          "MARKER/{9}, PART={0}, QP={10},0,0\nJOINT/{0}, REVOLUTE, I={7}, J={11}\n",
          k + 2, mass / rods, id + 1, mass / rods * h_ * h_ / 12, x, y,
          angles[static_cast<std::size_t>(k)], id, h_ / 2, id + 2, h_, k == 0 ? 1 : id - 8);
      x += h_ * std::cos(angles[static_cast<std::size_t>(k)]);
      y += h_ * std::sin(angles[static_cast<std::size_t>(k)]);
    }
    // A revolute joint would repeat that the chain is plane.
    text += fmt::format("JPRIM/1, INLINE, I={}, J=2\nEND\n", 10 * (rods + 1) + 2);
    reading_ = adm::read({"chain.adm", text});
    EXPECT_TRUE(reading_.ok()) << reading_.messages();
    const auto equations = std::make_shared<elements::Equations>(elements::lower(reading_.model));
    system_ = std::make_unique<System>(equations, dynamic_rows(*equations));
    state = system_->initial_state();
  }

  // Γᵀλ = Q, Φ = 0 at rest. The first step only finds multipliers for the arc. Returns the residual.
  double settle() {
    const int n = system_->layout().n, m = system_->layout().m();
    Values values = make_values(system_->layout());
    Blocks blocks = make_blocks(*system_);
    Vector residual(n + m), q = state.q;
    for (int iteration = 0; iteration < 40; ++iteration) {
      EXPECT_EQ(system_->evaluate(state, forces | position, values), Outcome::ok);
      residual << values.reaction - values.action, values.c0;
      if (iteration > 0 && residual.norm() < 1e-11) break;
      EXPECT_EQ(system_->linearise(state, all_blocks, blocks), Outcome::ok);
      Matrix A = Matrix::Zero(n + m, n + m);
      A.topLeftCorner(n, n) = blocks[Block::K].dense() + blocks[Block::Kg].dense();
      if (iteration == 0) A.topLeftCorner(n, n).setIdentity();
      A.bottomLeftCorner(m, n) = blocks[Block::G].dense();
      A.topRightCorner(n, m) = A.bottomLeftCorner(m, n).transpose();
      const Vector step = DenseLu(A).solve(-residual);
      state.lambda += step.tail(m);
      if (iteration == 0) continue;
      // A rod must not turn over on the way.
      const double turn = step.head(n).cwiseAbs().maxCoeff();
      system_->retract(state.q, Vector(step.head(n) * std::min(1.0, 0.5 / turn)), q);
      state.q = q;
    }
    return residual.norm();
  }

  double angle(int rod) const {
    const Mat3 R = rotation_matrix(Vec4(state.q.segment<4>(7 * rod + 3)));
    return std::atan2(R(1, 0), R(0, 0));
  }
  double lowest() const {
    double y = 0, least = 0;
    for (int k = 0; k < rods_; ++k) least = std::min(least, y += h_ * std::sin(angle(k)));
    return least;
  }
  // What the left pin pulls with, from the balance of the rods: along x all the same.
  Vec3 pull() const {
    Vector only = Vector::Zero(state.lambda.size()), out(system_->layout().n);
    only.head(5) = state.lambda.head(5);  // of the first joint
    system_->reaction(state, only, out);
    return out.head<3>();
  }

  State state;

 private:
  int rods_;
  double h_;
  adm::Reading reading_;
  std::unique_ptr<System> system_;
};

TEST(Catenary, chains_of_rods_hang_as_the_reference_says) {
  for (const int rods : {2, 10, 50}) {
    const std::string path = fmt::format("/results/N={}/", rods);
    const auto of = [&](const std::string& what) {
      return testing::reference_number("p06g_catenary_chain", path + what);
    };
    if (!of("H")) GTEST_SKIP() << testing::reference_data_missing;
    Chain chain(rods);
    EXPECT_LT(chain.settle(), 1e-11) << rods;
    EXPECT_NEAR(chain.lowest(), *of("lowest_node_y"), 1e-12 * rods) << rods;
    EXPECT_NEAR(std::abs(chain.pull().x()), *of("H"), 1e-10) << rods;
    EXPECT_NEAR(std::abs(chain.pull().y()), *of("V_left"), 1e-10) << rods;
    for (int k = 0; k < rods && rods < 50; ++k)
      EXPECT_NEAR(chain.angle(k), *of(fmt::format("angles_from_x/{}", k)), 1e-12) << k;
  }
}

}  // namespace
}  // namespace trammel::system
