// The reference solutions of the textbook DAEs against independent high-precision results.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference_data.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include "support/bouncing_ball.h"
#include "support/cartesian_pendulum.h"
#include "support/flexible_slider_crank.h"
#include "support/linear_oscillator.h"
#include "support/manufactured_index3.h"
#include "support/rod_chain.h"
#include "support/tops.h"

namespace trammel::testing {
namespace {

using std::numbers::pi;

struct ChainCase {
  const char* file;
  RodChainParameters parameters;
  double t_end;
  double tolerance;
};

void PrintTo(const ChainCase& c, std::ostream* out) {
  *out << c.file;
}

class RodChainData : public ::testing::TestWithParam<ChainCase> {};

TEST_P(RodChainData, agrees_with_the_reference) {
  const auto table = reference_table(GetParam().file);
  if (!table) GTEST_SKIP() << reference_data_missing;
  const RodChain chain(GetParam().parameters);
  const bool is_stiff = table->columns[1] == "q1";
  for (int row = 0; row < table->rows() && table->at(row, "t") <= GetParam().t_end; ++row) {
    const State s = chain.exact(table->at(row, "t"));
    for (int i = 0; i < int(GetParam().parameters.rods.size()); ++i) {
      const double theta = table->at(row, fmt::format("{}{}", is_stiff ? "q" : "th", i + 1));
      EXPECT_NEAR(s.q[3 * i + 2] + pi / 2, theta, GetParam().tolerance);
      EXPECT_NEAR(s.v[3 * i + 2], table->at(row, fmt::format("w{}", i + 1)),
                  10 * GetParam().tolerance);
    }
    if (is_stiff) continue;
    EXPECT_NEAR(-s.lambda[0], table->at(row, "Fx_ground_on_link1"), 100 * GetParam().tolerance);
    EXPECT_NEAR(-s.lambda[1], table->at(row, "Fy_ground_on_link1"), 100 * GetParam().tolerance);
  }
}

std::string file_of(const ::testing::TestParamInfo<ChainCase>& info) {
  return info.param.file;
}

INSTANTIATE_TEST_SUITE_P(
    support, RodChainData,
    ::testing::Values(
        ChainCase{"p02a_simple_pendulum", order_analysis_pendulum(), 4, 1e-14},
        ChainCase{"p02b_double_pendulum", order_analysis_double_pendulum(), 4, 1e-13},
        ChainCase{"p02c_free_double_pendulum", free_double_pendulum(), 3, 1e-13},
        ChainCase{"p01_stiff_double_pendulum_A_straight", stiff_double_pendulum(), 0.2, 1e-13},
        ChainCase{"p01_stiff_double_pendulum_C_bent", stiff_double_pendulum(true), 0.2, 1e-13}),
    file_of);

TEST(ReferenceData, cartesian_pendulum_follows_the_elliptic_solution) {
  const auto table = reference_table("p04_A01_simple_pendulum");
  if (!table) GTEST_SKIP() << reference_data_missing;
  const CartesianPendulum pendulum;
  for (int row = 0; row < table->rows(); ++row) {
    const State s = pendulum.exact(table->at(row, "t"));
    EXPECT_NEAR(s.q[0], table->at(row, "x"), 1e-14);
    EXPECT_NEAR(s.q[1], table->at(row, "y"), 1e-14);
    EXPECT_NEAR(2 * s.lambda[0], table->at(row, "bar_tension"), 1e-12);
  }
}

Vec4 quaternion(const ReferenceTable& table, int row) {
  return {table.at(row, "q0"), table.at(row, "q1"), table.at(row, "q2"), table.at(row, "q3")};
}

double distance(const Vec4& e, const Vec4& f) {
  return std::min((e - f).norm(), (e + f).norm());
}

// A rotation about the unstable axis amplifies the rounding of its decimal parameters to doubles by
// exp(2t) between two flips.
TEST(ReferenceData, free_tops_follow_the_jacobi_functions) {
  for (const auto& [file, parameters, tolerance] :
       {std::tuple{"p06a_free_asymmetric_top", asymmetric_top(), 1e-13},
        {"p06b_dzhanibekov", dzhanibekov_top(), 1e-10}}) {
    const auto table = reference_table(file);
    if (!table) GTEST_SKIP() << reference_data_missing;
    const FreeTop top(parameters);
    for (int row = 0; row < table->rows(); ++row) {
      const State s = top.exact(table->at(row, "t"));
      const Vec3 omega(table->at(row, "wx_body"), table->at(row, "wy_body"),
                       table->at(row, "wz_body"));
      EXPECT_LT((s.v - omega).norm(), tolerance);
      EXPECT_LT(distance(s.q, quaternion(*table, row)), tolerance);
    }
  }
}

TEST(ReferenceData, heavy_tops_follow_the_euler_angle_solution) {
  for (const auto& [file, parameters] : {std::pair{"p06c_heavy_top_nutation", nutating_top()},
                                         {"p06c_heavy_top_steady_slow", precessing_top()},
                                         {"p06c_heavy_top_steady_fast", precessing_top(true)}}) {
    const auto table = reference_table(file);
    if (!table) GTEST_SKIP() << reference_data_missing;
    const HeavyTop top(parameters);
    for (int row = 0; row < table->rows(); ++row) {
      const State s = top.exact(table->at(row, "t"));
      EXPECT_LT(distance(s.q.tail<4>(), quaternion(*table, row)), 1e-13) << file;
      const Vec3 axis(table->at(row, "axis_x"), table->at(row, "axis_y"), table->at(row, "axis_z"));
      EXPECT_LT((s.q.head<3>() - 0.1 * axis).norm(), 1e-14);
    }
  }
}

TEST(ReferenceData, manufactured_solution) {
  const auto table = reference_table("p08_manufactured_index3");
  if (!table) GTEST_SKIP() << reference_data_missing;
  for (int row = 0; row < table->rows(); ++row) {
    const State s = ManufacturedIndex3().exact(table->at(row, "t"));
    EXPECT_NEAR(s.q[1], table->at(row, "y2"), 1e-15);
    EXPECT_NEAR(s.lambda[0], table->at(row, "lambda"), 1e-15);
  }
}

TEST(ReferenceData, flexible_slider_crank) {
  constexpr const char* names[] = {"phi1", "phi2", "x3", "q1", "q2", "q3", "q4"};
  for (const bool damped : {false, true}) {
    const auto table = reference_table(damped ? "p05c_slider_crank_damped" : "p05c_slider_crank");
    if (!table) GTEST_SKIP() << reference_data_missing;
    const FlexibleSliderCrank crank(damped);
    for (int row = 0; row < table->rows(); ++row) {
      const State s = crank.exact(table->at(row, "t"));
      for (int i = 0; i < 7; ++i) {
        EXPECT_NEAR(s.q[i], table->at(row, names[i]), 1e-14) << names[i] << " at " << s.t;
        EXPECT_NEAR(s.v[i], table->at(row, fmt::format("d{}", names[i])), 1e-11)
            << names[i] << " at " << s.t;
      }
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(s.lambda[i], table->at(row, fmt::format("lam{}", i + 1)), 1e-7);
    }
  }
}

TEST(ReferenceData, three_masses) {
  const auto table = reference_table("p03_mass_spring_stiff");
  if (!table) GTEST_SKIP() << reference_data_missing;
  const LinearOscillator masses(three_masses({1e6, 1e8, 1e12}));
  for (int row = 0; row < table->rows() && table->at(row, "t") <= 1e-3; ++row) {
    const State s = masses.exact(table->at(row, "t"));
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(s.q[i], table->at(row, fmt::format("x{}", i + 1)), 1e-14);
  }
}

TEST(ReferenceData, bouncing_balls) {
  const BouncingBallParameters soft{.damping = 30};
  const BouncingBallParameters hard{
      .mass = 2, .height = 0.5, .stiffness = 1e8, .exponent = 2.2, .damping = 200};
  for (const auto& [file, parameters] :
       {std::pair{"p06j_bouncing_ball_impact", soft}, {"p06j_bouncing_ball_impact_e22", hard}}) {
    const auto table = reference_table(file);
    if (!table) GTEST_SKIP() << reference_data_missing;
    const BouncingBall ball(parameters);
    for (int row = 0; row < table->rows(); ++row) {
      const BouncingBall::Bounce bounce = ball.bounce(row);
      EXPECT_NEAR(double(bounce.touchdown), table->at(row, "t_touchdown"), 1e-10);
      EXPECT_NEAR(double(bounce.lift_off - bounce.touchdown), table->at(row, "contact_time"),
                  1e-10);
      EXPECT_NEAR(double(bounce.speed_out), table->at(row, "speed_out"), 1e-10);
    }
  }
}

TEST(ReferenceData, undamped_ball_returns_with_its_speed) {
  const BouncingBall::Bounce bounce = BouncingBall().bounce(0);
  EXPECT_NEAR(double(bounce.speed_out - bounce.speed_in), 0, 1e-12);
  const auto period = reference_number("p06j_bouncing_ball_impact", "/undamped_case/period");
  if (!period) GTEST_SKIP() << reference_data_missing;
  const BouncingBall::Bounce second = BouncingBall().bounce(1);
  EXPECT_NEAR(double(second.touchdown - bounce.touchdown), *period, 1e-12);
}

}  // namespace
}  // namespace trammel::testing
