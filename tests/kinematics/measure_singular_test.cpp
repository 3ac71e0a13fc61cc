// Poses where a formula divides by zero: every result stays finite, and the conventions hold.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numbers>

#include "kinematics/angle.h"
#include "kinematics/measure.h"
#include "kinematics/measure_cases.h"
#include "kinematics/smooth_motion.h"
#include "math/euler313.h"

namespace trammel::kinematics {
namespace {

constexpr double pi = std::numbers::pi;

Mat3 turn(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vec3::Unit(axis)).toRotationMatrix();
}

Mat3 quarter_turns(int axis, int count) {
  Mat3 R = Mat3::Identity(), quarter = turn(axis, pi / 2).array().round().matrix();
  for (int n = 0; n < count; ++n) R = quarter * R;
  return R;
}

void expect_finite(const Measure& measure, const Markers& at) {
  Gradient n;
  Curvature B;
  const double value = measure.gradient(at, n);
  EXPECT_TRUE(std::isfinite(value));
  EXPECT_TRUE(std::isfinite(measure.value(at)));
  for (const auto& term : n) EXPECT_TRUE(term.n.allFinite());
  measure.curvature(at, 1e3, B);
  for (const auto& block : B) EXPECT_TRUE(block.value.allFinite());
  const TimeSeries s = measure.series(at);
  EXPECT_TRUE(std::isfinite(s.value) && std::isfinite(s.rate) && std::isfinite(s.acceleration));
  if (measure.level == 0) {
    rate_gradient(measure, at, n);
    for (const auto& term : n) EXPECT_TRUE(term.n.allFinite());
  }
}

void expect_all_finite(const Markers& at) {
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(::testing::PrintToString(measure));
    expect_finite(measure, at);
  }
}

TEST(EverySingularPose, gives_finite_results_when_all_markers_coincide_at_rest) {
  expect_all_finite(Markers(ground_marker));
}

TEST(EverySingularPose, gives_finite_results_near_and_at_parallel_axes) {
  std::mt19937 random(11);
  Scene scene = MovingScene(random)(0);
  for (const double off : {0.0, 1e-300, 1e-17, 1e-9, 1e-5})
    for (int first = 0; first < 3; ++first)
      for (int count = 0; count < 4; ++count)
        for (int second = 0; second < 3; ++second) {
          scene[Slot::i].A = turn(0, off) * turn(1, 2 * off) * quarter_turns(first, count) *
                             quarter_turns(second, 1);
          scene[Slot::j].A = Mat3::Identity();
          expect_all_finite(scene.at());
        }
}

TEST(EverySingularPose, gives_finite_results_at_small_distances_and_rates) {
  std::mt19937 random(12);
  const Scene scene = MovingScene(random)(0);
  for (const double size : {0.0, 1e-320, 1e-200, 1e-101, 1e-99, 1e-60, 1e-20}) {
    Scene small = scene;
    small[Slot::k].r *= size;
    small[Slot::l].omega *= size;
    small[Slot::l].omega_dot *= size;
    for (const Slot slot : {Slot::i, Slot::j}) {
      MarkerMotion& m = small[slot];
      for (Vec3* vector : {&m.r, &m.v, &m.a, &m.omega, &m.omega_dot}) *vector *= size;
    }
    expect_all_finite(small.at());
  }
}

TEST(SingularConventions, distance_and_its_rate_have_no_direction_at_zero_distance) {
  MarkerMotion i, j;
  i.v = {1, 2, 3};
  Gradient n;
  EXPECT_EQ(measure(MeasureKind::DM).gradient(Markers(i, j), n), 0);
  for (const auto& term : n) EXPECT_EQ(term.n, Vec3::Zero());
  EXPECT_EQ(measure(MeasureKind::VR).value(Markers(i, j)), 0);
}

TEST(SingularConventions, first_angle_takes_the_whole_rotation_at_gimbal_lock) {
  MarkerMotion i;
  Gradient n;
  for (const double theta : {0.0, pi}) {
    const Mat3 flip = theta == 0 ? Mat3::Identity() : quarter_turns(0, 2);
    for (const double angle : {-3.0, -0.4, 0.0, 0.4, 2.0}) {
      i.A = turn(2, angle) * flip;
      const Markers at(i);
      EXPECT_NEAR(measure(MeasureKind::PSI).gradient(at, n), angle, 1e-15);
      EXPECT_LT((n.at({Slot::i, Quantity::theta}) - Vec3::UnitZ()).norm(), 1e-15);
      EXPECT_EQ(measure(MeasureKind::PHI).gradient(at, n), 0);
      EXPECT_EQ(n.at({Slot::i, Quantity::theta}), Vec3::Zero());
      EXPECT_NEAR(measure(MeasureKind::THETA).value(at), theta, 1e-15);
      EXPECT_NEAR(euler313_from_matrix(i.A).psi, angle, 1e-12) << "input and output must agree";
    }
  }
}

TEST(SingularConventions, every_sequence_gives_back_the_rotation_at_gimbal_lock) {
  const std::array<std::array<int, 3>, 12> axes = {{{0, 1, 2},
                                                    {1, 2, 0},
                                                    {2, 0, 1},
                                                    {0, 2, 1},
                                                    {1, 0, 2},
                                                    {2, 1, 0},
                                                    {0, 1, 0},
                                                    {0, 2, 0},
                                                    {1, 0, 1},
                                                    {1, 2, 1},
                                                    {2, 0, 2},
                                                    {2, 1, 2}}};
  for (int system = 1; system <= 12; ++system) {
    const auto& a = axes[static_cast<unsigned>(system - 1)];
    const bool proper = a[0] == a[2];
    for (const int side : {0, 1}) {
      const int quarters = proper ? 2 * side : 2 * side + 1;  // 0, π or ±π/2
      MarkerMotion i;
      i.A = turn(a[0], 0.7) * quarter_turns(a[1], quarters) * turn(a[2], 0.2);
      const Markers at(i);
      Mat3 body = Mat3::Identity(), space = Mat3::Identity();
      for (int n = 0; n < 3; ++n) {
        const int axis = a[static_cast<unsigned>(n)];
        body = body * turn(axis, orient(system, n + 1)->value(at));
        space = turn(axis, orient(system + 12, n + 1)->value(at)) * space;
      }
      EXPECT_LT((body - i.A).norm(), 1e-12) << "system " << system;
      EXPECT_LT((space - i.A).norm(), 1e-12) << "system " << system + 12;
    }
  }
}

TEST(SingularConventions, pitch_and_theta_keep_their_digits_near_the_end_of_their_range) {
  for (const double off : {1e-3, 1e-6, 1e-9, 1e-12}) {
    MarkerMotion i;
    i.A = turn(1, -off) * quarter_turns(1, 3);  // x of i off the z axis of the ground
    EXPECT_NEAR(pi / 2 - measure(MeasureKind::PITCH).value(Markers(i)), off, 2e-16);
    i.A = turn(0, off);
    EXPECT_NEAR(measure(MeasureKind::THETA).value(Markers(i)) / off, 1, 1e-15);
  }
}

TEST(Angle, is_continuous_over_many_turns) {
  double reference = 0;
  for (int step = 0; step <= 5000; ++step) {
    const double angle = 0.9 * step;
    MarkerMotion i;
    i.A = turn(2, angle);
    reference = unwrap(measure(MeasureKind::AZ).value(Markers(i)), reference);
    ASSERT_NEAR(reference, angle, 1e-11);
  }
  for (int step = 5000; step >= -5000; --step) {
    MarkerMotion i;
    i.A = turn(2, 0.9 * step);
    reference = unwrap(measure(MeasureKind::AZ).value(Markers(i)), reference);
    ASSERT_NEAR(reference, 0.9 * step, 1e-11);
  }
}

TEST(Angle, wraps_into_half_a_turn_either_way) {
  EXPECT_NEAR(wrap(3 * pi + 0.1), 0.1 - pi, 1e-14);
  EXPECT_NEAR(wrap(-3 * pi - 0.1), pi - 0.1, 1e-14);
  EXPECT_EQ(wrap(0.5), 0.5);
  EXPECT_NEAR(unwrap(0.1, 100 * pi), 100 * pi + 0.1, 1e-12);
}

}  // namespace
}  // namespace trammel::kinematics
