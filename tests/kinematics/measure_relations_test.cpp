// What holds between measures: invariance, antisymmetry, derivatives of one level are the next one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numbers>

#include "kinematics/angle.h"
#include "kinematics/measure.h"
#include "kinematics/measure_cases.h"
#include "kinematics/smooth_motion.h"
#include "math/rotation.h"

namespace trammel::kinematics {
namespace {

// The marker as carried by a frame that itself moves.
MarkerMotion carried(const MarkerMotion& frame, const MarkerMotion& m) {
  const Vec3 s = frame.A * m.r, s_dot = frame.A * m.v;
  const Vec3 &W = frame.omega, omega = frame.A * m.omega;
  MarkerMotion out;
  out.r = frame.r + s;
  out.A = frame.A * m.A;
  out.v = frame.v + W.cross(s) + s_dot;
  out.omega = W + omega;
  out.a =
      frame.a + frame.omega_dot.cross(s) + W.cross(W.cross(s)) + 2 * W.cross(s_dot) + frame.A * m.a;
  out.omega_dot = frame.omega_dot + W.cross(omega) + frame.A * m.omega_dot;
  return out;
}

// The gradient of an invariant changes nothing along a common displacement: it is in equilibrium.
void expect_equilibrium(const Measure& measure, const Scene& scene) {
  Gradient n;
  measure.gradient(scene.at(), n);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (const auto& term : n) {
    if (term.of.quantity == Quantity::r) {
      force += term.n;
      torque += scene.at()[term.of.slot].r.cross(term.n);
    } else {
      torque += term.n;
    }
  }
  EXPECT_LT(force.norm(), 1e-12);
  EXPECT_LT(torque.norm(), 1e-9);
}

TEST(EveryMeasureInvariance, holds_when_all_markers_and_the_observer_share_a_rigid_motion) {
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(::testing::PrintToString(measure));
    std::mt19937 random(3);
    for (int sample = 0; sample < 12; ++sample) {
      Scene scene = MovingScene(random)(0), moved;
      const MarkerMotion frame = SmoothMotion(random)(0);
      for (const Slot slot : all_slots) moved[slot] = carried(frame, scene[slot]);
      const double before = measure.value(scene.at()), after = measure.value(moved.at());
      EXPECT_NEAR(measure.wraps ? unwrap(after, before) : after, before,
                  1e-10 * (1 + std::abs(before)));
      if (measure.level == 0) expect_equilibrium(measure, scene);
    }
  }
}

TEST(MeasureRelations, components_change_sign_when_i_and_j_are_exchanged) {
  std::mt19937 random(4);
  for (int sample = 0; sample < 12; ++sample) {
    const Scene s = MovingScene(random)(0);
    const Markers swapped(s.marker[1], s.marker[0], s.marker[2], s.marker[3]);
    for (const auto name : {"DX", "DY", "DZ", "VX", "VY", "VZ", "ACCX", "ACCY", "ACCZ", "WX", "WY",
                            "WZ", "WDTX", "WDTY", "WDTZ"}) {
      const Measure& measure = *find_function(name);
      EXPECT_NEAR(measure.value(swapped), -measure.value(s.at()), 1e-12) << name;
    }
    for (const auto name : {"DM", "VM", "VR", "ACCM", "WM", "WDTM", "THETA"}) {
      const Measure& measure = *find_function(name);
      EXPECT_NEAR(measure.value(swapped), measure.value(s.at()), 1e-12) << name;
    }
  }
}

TEST(MeasureRelations, each_level_is_the_rate_of_the_level_below_seen_from_k) {
  std::mt19937 random(5);
  const std::array<std::array<const char*, 3>, 3> chains = {
      {{"DX", "VX", "ACCX"}, {"DY", "VY", "ACCY"}, {"DZ", "VZ", "ACCZ"}}};
  for (int sample = 0; sample < 12; ++sample) {
    const Scene s = MovingScene(random)(0);
    const Markers seen_from_k(s.marker[0], s.marker[1], s.marker[2], s.marker[2]);
    for (const auto& chain : chains) {
      const TimeSeries d = find_function(chain[0])->series(seen_from_k);
      const TimeSeries v = find_function(chain[1])->series(seen_from_k);
      const double acc = find_function(chain[2])->value(seen_from_k);
      EXPECT_NEAR(d.rate, v.value, 1e-12 * (1 + std::abs(v.value)));
      EXPECT_NEAR(d.acceleration, acc, 1e-12 * (1 + std::abs(acc)));
      EXPECT_NEAR(v.rate, acc, 1e-11 * (1 + std::abs(acc)));
    }
    EXPECT_NEAR(measure(MeasureKind::WY).series(seen_from_k).rate,
                measure(MeasureKind::WDTY).value(seen_from_k), 1e-10);
    EXPECT_NEAR(measure(MeasureKind::DM).series(s.at()).rate,
                measure(MeasureKind::VR).value(s.at()), 1e-12);
    EXPECT_NEAR(measure(MeasureKind::DM).series(s.at()).acceleration,
                measure(MeasureKind::VR).series(s.at()).rate, 1e-9);
  }
}

TEST(MeasureRelations, a_turn_about_one_axis_is_the_angle_about_that_axis) {
  const std::array<MeasureKind, 3> kinds = {MeasureKind::AX, MeasureKind::AY, MeasureKind::AZ};
  std::mt19937 random(6);
  const MarkerMotion j = SmoothMotion(random)(0);
  for (int axis = 0; axis < 3; ++axis) {
    MarkerMotion i = j;
    const Vec3 u = j.A.col(axis);
    i.A = Eigen::AngleAxisd(0.4, u).toRotationMatrix() * j.A;
    const Measure& angle = measure(kinds[static_cast<unsigned>(axis)]);
    EXPECT_NEAR(angle.value(Markers(i, j)), 0.4, 1e-14);
    Gradient n;
    angle.gradient(Markers(i, j), n);
    EXPECT_LT((n.at({Slot::i, Quantity::theta}) - u).norm(), 1e-14);
  }
}

TEST(MeasureRelations, angles_of_every_rotation_sequence_give_back_the_rotation) {
  std::mt19937 random(8);
  const auto turn = [](int axis, double angle) {
    return Mat3(Eigen::AngleAxisd(angle, Vec3::Unit(axis)).toRotationMatrix());
  };
  const std::array<const char*, 12> sequences = {"123", "231", "312", "132", "213", "321",
                                                 "121", "131", "212", "232", "313", "323"};
  for (int sample = 0; sample < 20; ++sample) {
    const Scene s = MovingScene(random)(0);
    const Mat3 R = s.marker[1].A.transpose() * s.marker[0].A;
    for (int system = 1; system <= 24; ++system) {
      const char* axes = sequences[static_cast<unsigned>((system - 1) % 12)];
      std::array<Mat3, 3> turns;
      for (int n = 0; n < 3; ++n)
        turns[static_cast<unsigned>(n)] = turn(axes[n] - '1', orient(system, n + 1)->value(s.at()));
      const Mat3 product = system <= 12 ? Mat3(turns[0] * turns[1] * turns[2])
                                        : Mat3(turns[2] * turns[1] * turns[0]);
      EXPECT_LT((product - R).norm(), 1e-12) << "system " << system;
    }
    Vec4 e;
    for (int n = 0; n < 4; ++n) e[n] = orient(27, n + 1)->value(s.at());
    EXPECT_LT((rotation_matrix(e) - R).norm(), 1e-13);
    EXPECT_GE(e[0], 0);
    // Cayley's formula.
    Vec3 rodrigues;
    for (int n = 0; n < 3; ++n) rodrigues[n] = orient(26, n + 1)->value(s.at());
    const Mat3 S = skew(rodrigues), one = Mat3::Identity();
    EXPECT_LT(((one - S).inverse() * (one + S) - R).norm(), 1e-11);
    for (int n = 0; n < 3; ++n) {
      const auto angle = static_cast<MeasureKind>(static_cast<int>(MeasureKind::YAW) + n);
      EXPECT_EQ(orient(25, n + 1), &measure(angle));
    }
  }
}

TEST(MeasureRelations, yaw_pitch_and_roll_follow_the_automotive_signs) {
  std::mt19937 random(9);
  const Scene s = MovingScene(random)(0);
  const auto value = [&](MeasureKind kind) { return measure(kind).value(s.at()); };
  EXPECT_DOUBLE_EQ(value(MeasureKind::YAW), orient(6, 1)->value(s.at()));
  EXPECT_DOUBLE_EQ(value(MeasureKind::PITCH), -orient(6, 2)->value(s.at()));
  EXPECT_DOUBLE_EQ(value(MeasureKind::ROLL), orient(6, 3)->value(s.at()));
  EXPECT_DOUBLE_EQ(value(MeasureKind::PSI), orient(11, 1)->value(s.at()));
  EXPECT_DOUBLE_EQ(value(MeasureKind::THETA), orient(11, 2)->value(s.at()));
  EXPECT_DOUBLE_EQ(value(MeasureKind::PHI), orient(11, 3)->value(s.at()));
}

}  // namespace
}  // namespace trammel::kinematics
