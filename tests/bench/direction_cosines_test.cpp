// The published form of the state-time elements against values computed independently of this program,
// and their amplification against theory.
// SPDX-License-Identifier: BSD-3-Clause
#include "bench/direction_cosines.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/oscillator_element.h"
#include "bench/planar_reference.h"

namespace trammel::bench {
namespace {

using Tests = CosineElement::Tests;

struct Row {
  int degree;
  Tests tests;
  std::vector<double> q1, w1;  // (1/n) ‖error‖₂ for n = 29, 47, 75, 126, 219
};

// Of a prototype in another language, to three digits.
TEST(DirectionCosines, have_the_errors_of_an_independent_program) {
  constexpr int counts[] = {29, 47, 75, 126, 219};
  const Row rows[] = {
      {2,
       Tests::literal,
       {2.25e-2, 9.70e-3, 4.52e-3, 2.00e-3, 8.56e-4},
       {1.75e-1, 7.51e-2, 3.48e-2, 1.54e-2, 6.55e-3}},
      {3, Tests::literal, {1.53e-3, 4.50e-4, 1.20e-4, 2.33e-5, 5.78e-6}, {}},
      {2, Tests::complete, {1.94e-3, 3.67e-4, 7.65e-5, 1.48e-5, 2.94e-6}, {}},
      {3, Tests::complete, {3.31e-5, 7.54e-6, 1.69e-6, 2.95e-7}, {}},
  };
  const PlanarDoublePendulum p = published_double_pendulum();
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.q1.size(); ++k) {
      const CosineRun run =
          run_direction_cosines(p, {.degree = row.degree, .tests = row.tests}, 2, counts[k]);
      ASSERT_EQ(int(run.nodes.size()), counts[k]);
      EXPECT_EQ(run.unknowns, row.degree == 2 ? 28 : 42);
      const GridErrors e = grid_errors(p, run.nodes);
      EXPECT_NEAR(e.average_angle / row.q1[k], 1, 0.01) << row.degree << " n " << counts[k];
      if (!row.w1.empty()) {
        EXPECT_NEAR(e.average_rate / row.w1[k], 1, 0.01) << counts[k];
      }
    }
}

TEST(DirectionCosines, of_hermite_type_do_not_resolve_the_stiff_start) {
  const PlanarDoublePendulum p = published_double_pendulum();
  const CosineElement l1h3{.degree = 3, .family = CosineElement::Family::hermite};
  for (const int n : {75, 219}) {
    const GridErrors e = grid_errors(p, run_direction_cosines(p, l1h3, 2, n).nodes);
    EXPECT_NEAR(e.average_angle, n == 75 ? 7.3e-4 : 8.3e-5, n == 75 ? 1e-5 : 1e-6);
    EXPECT_NEAR(e.largest_rate, 0.22, 0.01);
  }
}

TEST(Oscillator, literal_tests_amplify_and_complete_ones_do_not) {
  const auto growth = [](int degree, Tests tests, double z) {
    return oscillator_map(degree, tests, 0, z, 1).amplification[0];
  };
  EXPECT_NEAR((growth(2, Tests::literal, 0.02) - 1) / 4e-4, 1.0 / 24, 1e-3);
  EXPECT_NEAR(growth(2, Tests::literal, 1e5), 3, 1e-3);
  EXPECT_NEAR(growth(3, Tests::literal, 1e5), 4, 1e-3);
  for (double z = 0.01; z < 1e4; z *= 1.1)
    for (const int degree : {2, 3}) EXPECT_LE(growth(degree, Tests::complete, z), 1 + 1e-9) << z;
}

// Both eigenvalues of a consistent method tend to 1 with h: bounds of 3/4 and 1/4 are not of growth.
TEST(Oscillator, bounds_of_the_paper_are_not_those_of_amplification) {
  const OscillatorMap small = oscillator_map(2, Tests::literal, 0.5, 0.4, 1e-3);
  EXPECT_NEAR(small.amplification[0], 1, 1e-3);
  EXPECT_NEAR(small.amplification[1], 1, 1e-3);
  const OscillatorMap one = oscillator_map(2, Tests::literal, 0.5, 0.4, 1);
  EXPECT_NEAR(one.paper[0], 1.55, 0.01);
  EXPECT_NEAR(one.paper[1], 0.24, 0.01);
  const OscillatorMap five = oscillator_map(2, Tests::literal, 0.5, 0.4, 5);
  EXPECT_NEAR(five.paper[0], 1.32, 0.01);
  EXPECT_NEAR(five.paper[1], 0.39, 0.01);
}

}  // namespace
}  // namespace trammel::bench
