// Cantilevers of BEAM elements against theory: deflections, frequencies, damping.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "elements/equations.h"
#include "io/adm/reader.h"
#include "numerics/dense.h"
#include "system/system.h"

namespace trammel::system {
namespace {

// A steel bar of 1 m, 10 mm wide and 20 mm high along y.
constexpr double E = 2.1e11, G = 8e10, A = 2e-4, I = 0.01 * 0.02 * 0.02 * 0.02 / 12;
constexpr double density = 7850, g = 1e-4;

struct Cantilever {
  explicit Cantilever(int n, double shear, const std::string& more = "") : nodes(n) {
    const double h = 1.0 / n, m = density * A * h;
    std::string text =
        "cantilever\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, REULER=0,90D,0\n";
    for (int k = 1; k <= n; ++k) {
      const double share = k == n ? 0.5 : 1;  // of the mass of an element
      text += fmt::format(
          "PART/{0}, MASS={1}, CM={2}, IP={3},{4},{4}, QG={5},0,0\nMARKER/{2}, PART={0}\n", k + 1,
          share * m, 10 * (k + 1), 1e-6, 1e-6, k * h);
      text += fmt::format(
          "BEAM/{}, I={}, J={}, LENGTH={}, AREA={}, IXX=1E-8, IYY={}, IZZ={}, ASY={}, ASZ=1.2, "
          "EMODULUS={}, GMODULUS={}, CRATIO=0.003\n",
          k, 10 * (k + 1), k == 1 ? 1 : 10 * k, h, A, I / 4, I, shear, E, G);
    }
    reading = adm::read({"cantilever.adm", text + more + "END\n"});
    EXPECT_TRUE(reading.ok()) << reading.messages();
    const auto equations = std::make_shared<elements::Equations>(elements::lower(reading.model));
    system = std::make_unique<System>(equations, dynamic_rows(*equations));
  }

  Matrix block(Block which, const State& state) const {
    Blocks blocks = make_blocks(*system);
    EXPECT_EQ(system->linearise(state, mask(which), blocks), Outcome::ok);
    return blocks[which].dense();
  }

  // Of the tip along −y, where all forces balance.
  double deflection() const {
    State state = system->initial_state();
    Values values = make_values(system->layout());
    Vector q = state.q;
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(system->evaluate(state, forces, values), Outcome::ok);
      const Vector delta = DenseLu(block(Block::K, state)).solve(values.action);
      system->retract(state.q, delta, q);
      state.q = q;
    }
    return -state.q[system->layout().n_q - 6];
  }

  // The first three of bending in the x-y plane, angular; the rotations of the nodes have no inertia.
  std::array<double, 3> frequencies() const {
    const State state = system->initial_state();
    const Matrix flexibility = DenseLu(block(Block::K, state)).inverse(),
                 M = block(Block::M, state);
    Matrix F(nodes, nodes);
    for (int a = 0; a < nodes; ++a)
      for (int b = 0; b < nodes; ++b) {
        const int row = 6 * a + 1, column = 6 * b + 1;
        F(a, b) = flexibility(row, column) * std::sqrt(M(row, row) * M(column, column));
      }
    const Vector periods = singular_values(F);  // squared
    return {1 / std::sqrt(periods[0]), 1 / std::sqrt(periods[1]), 1 / std::sqrt(periods[2])};
  }

  int nodes;
  adm::Reading reading;
  std::unique_ptr<System> system;
};

// The matrix is exact for forces at the nodes, whatever their number.
TEST(Beams, a_cantilever_deflects_under_a_force_at_its_tip_as_theory_says) {
  const double P = 1e-3, shear = 1.2;
  const double theory = P / (3 * E * I) + P * shear / (G * A);
  for (const int n : {1, 10})
    EXPECT_NEAR(
        Cantilever(n, shear,
                   fmt::format("SFORCE/1, TRANSLATION, ACTIONONLY, I={}, J=2, FUNCTION={}\n",
                               10 * (n + 1), P))
            .deflection(),
        theory, 1e-9 * theory);
}

TEST(Beams, a_cantilever_sags_by_its_weight_and_the_error_falls_with_the_square_of_its_elements) {
  const double shear = 1.2, w = density * A * g;
  const double theory = w / (8 * E * I) + w * shear / (2 * G * A);
  double previous = 0;
  for (const int n : {10, 20, 40}) {
    const double sag = Cantilever(n, shear, fmt::format("ACCGRAV/JGRAV={}\n", -g)).deflection();
    const double error = sag / theory - 1;
    // Trapezoidal rule: h²/12 f'(L) with f = x²(3L − x)/6, against L⁴/8.
    EXPECT_NEAR(error, 1.0 / (3 * n * n), 2e-3 / (n * n)) << n;
    if (n > 10) {
      EXPECT_NEAR(previous / error, 4, 0.02);
    }
    previous = error;
  }
}

TEST(Beams, the_first_three_frequencies_of_a_cantilever_converge) {
  const double roots[] = {1.875104068711961, 4.694091132974175, 7.854757438237613};
  const auto coarse = Cantilever(10, 0).frequencies(), fine = Cantilever(20, 0).frequencies(),
             finest = Cantilever(40, 0).frequencies();
  for (std::size_t k = 0; k < 3; ++k) {
    const double theory = roots[k] * roots[k] * std::sqrt(E * I / (density * A));
    const double e10 = coarse[k] / theory - 1, e20 = fine[k] / theory - 1,
                 e40 = finest[k] / theory - 1;
    RecordProperty(fmt::format("mode_{}", k + 1),
                   fmt::format("{:.2e} {:.2e} {:.2e}", e10, e20, e40));
    EXPECT_LT(std::abs(e10), 0.03) << k;
    EXPECT_NEAR(e10 / e20, 4, 0.3) << k;
    EXPECT_NEAR(e20 / e40, 4, 0.1) << k;
  }
}

TEST(Beams, damping_by_ratio_is_a_multiple_of_the_stiffness) {
  const Cantilever cantilever(3, 1.2);
  const State state = cantilever.system->initial_state();
  const Matrix K = cantilever.block(Block::K, state), C = cantilever.block(Block::C, state);
  EXPECT_LT((C - 0.003 * K).norm(), 1e-12 * C.norm());
}

}  // namespace
}  // namespace trammel::system
