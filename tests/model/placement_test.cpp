// SPDX-License-Identifier: BSD-3-Clause
#include "model/placement.h"

#include <gtest/gtest.h>

#include <random>

#include "math/euler313.h"

namespace trammel::model {
namespace {

constexpr double pi = 3.14159265358979323846;

void expect_frame(const Mat3& A) {
  EXPECT_LT((A.transpose() * A - Mat3::Identity()).norm(), 1e-14);
  EXPECT_NEAR(A.determinant(), 1, 1e-14);
}

TEST(Placement, without_orientation_is_parallel_to_the_parent) {
  const Pose p = pose({.origin = {1, 2, 3}});
  EXPECT_EQ(p.r, Vec3(1, 2, 3));
  EXPECT_EQ(p.A, Mat3::Identity());
}

TEST(Placement, euler_angles_turn_about_z_new_x_new_z) {
  // 90, 90, -90 degrees is a quarter turn about y; 180, b, 180 is a turn by -b about x.
  Mat3 quarter_about_y;
  quarter_about_y << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  const Pose y = pose({.euler = Vec3(pi / 2, pi / 2, -pi / 2)});
  EXPECT_LT((y.A - quarter_about_y).norm(), 1e-15);
  const double b = 0.3;
  const Pose x = pose({.euler = Vec3(pi, b, pi)});
  EXPECT_LT((x.A.col(2) - Vec3(0, std::sin(b), std::cos(b))).norm(), 1e-15);
}

// The points of a turned frame give back the frame, wherever on axis and half plane they lie.
TEST(Placement, points_of_a_frame_give_the_frame) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> u(-3, 3), length(0.1, 10);
  for (int k = 0; k < 100; ++k) {
    const Vec3 origin(u(random), u(random), u(random));
    const Mat3 A = rotation_matrix(Euler313{u(random), u(random), u(random)});
    Placement p{.origin = origin};
    p.z_point = origin + length(random) * A.col(2);
    p.x_point = origin + length(random) * A.col(0) + u(random) * A.col(2);
    EXPECT_EQ(fault(p), PlacementFault::none);
    EXPECT_LT((pose(p).A - A).norm(), 1e-13);

    p.x_point = origin + length(random) * A.col(0);
    p.z_point = origin + length(random) * A.col(2) + u(random) * A.col(0);
    p.x_is_exact = true;
    EXPECT_LT((pose(p).A - A).norm(), 1e-13);
  }
}

TEST(Placement, one_point_turns_the_parent_the_least) {
  const Pose z = pose({.origin = {1, 1, 1}, .z_point = Vec3(1, 3, 1)});  // z along +y
  expect_frame(z.A);
  EXPECT_EQ(z.A.col(2), Vec3(0, 1, 0));
  EXPECT_EQ(z.A.col(0), Vec3(1, 0, 0));

  // z along +x: the x axis cannot stay; a quarter turn about y carries it to -z.
  const Pose along_x = pose({.z_point = Vec3(2, 0, 0)});
  expect_frame(along_x.A);
  EXPECT_LT((along_x.A.col(0) - Vec3(0, 0, -1)).norm(), 1e-14);

  const Pose opposite = pose({.z_point = Vec3(0, 0, -1)});
  expect_frame(opposite.A);
  EXPECT_EQ(opposite.A.col(2), Vec3(0, 0, -1));

  const Pose x = pose({.x_point = Vec3(0, 3, 0)});
  expect_frame(x.A);
  EXPECT_EQ(x.A.col(0), Vec3(0, 1, 0));
  EXPECT_EQ(x.A.col(2), Vec3(0, 0, 1));

  const Pose exact = pose({.x_point = Vec3(0, 0, 3), .x_is_exact = true});  // x along +z
  expect_frame(exact.A);
  EXPECT_EQ(exact.A.col(0), Vec3(0, 0, 1));
}

TEST(Placement, points_that_define_no_axes_are_faults) {
  const Vec3 q(1, 2, 3);
  EXPECT_EQ(fault({.origin = q, .z_point = q}), PlacementFault::z_point_at_origin);
  EXPECT_EQ(fault({.origin = q, .x_point = q}), PlacementFault::x_point_at_origin);
  EXPECT_EQ(fault({.origin = q, .z_point = Vec3(2, 3, 4), .x_point = Vec3(0, 1, 2)}),
            PlacementFault::points_on_one_line);
  EXPECT_EQ(fault({.origin = q, .x_point = Vec3(1, 2, 9)}), PlacementFault::points_on_one_line);
  for (const Placement& p : {Placement{.origin = q, .z_point = q}})
    EXPECT_EQ(pose(p).A, Mat3::Identity());
}

TEST(Placement, extreme_lengths_do_not_overflow) {
  const Placement p{.z_point = Vec3(0, 0, 1e300), .x_point = Vec3(1e-300, 0, 1e-300)};
  EXPECT_EQ(fault(p), PlacementFault::none);
  EXPECT_LT((pose(p).A - Mat3::Identity()).norm(), 1e-14);
}

}  // namespace
}  // namespace trammel::model
