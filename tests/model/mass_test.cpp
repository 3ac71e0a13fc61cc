// SPDX-License-Identifier: BSD-3-Clause
#include "model/mass.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "math/euler313.h"

namespace trammel::model {
namespace {

struct Particle {
  double mass;
  Vec3 r;
};

// ∫(s·s I − s sᵀ) dm about a point, along the axes of a frame: the definition, independent of the
// parallel-axis theorem.
Mat3 inertia_of(const std::vector<Particle>& body, const Pose& frame) {
  Mat3 J = Mat3::Zero();
  for (const Particle& particle : body) {
    const Vec3 s = frame.A.transpose() * (particle.r - frame.r);
    J += particle.mass * (s.dot(s) * Mat3::Identity() - s * s.transpose());
  }
  return J;
}

std::array<double, 6> as_written(const Mat3& J) {
  return {J(0, 0), J(1, 1), J(2, 2), -J(0, 1), -J(0, 2), -J(1, 2)};
}

Marker marker_at(int id, int part, const Vec3& origin, const Vec3& euler) {
  Marker marker;
  marker.id = id;
  marker.part = {part};
  marker.placement.origin = origin;
  marker.placement.euler = euler;
  return marker;
}

class MassOfParticles : public testing::Test {
 protected:
  void SetUp() override {
    std::uniform_real_distribution<double> u(-1, 1);
    double total = 0;
    Vec3 moment = Vec3::Zero();
    for (int k = 0; k < 7; ++k) {
      body.push_back({1.5 + u(random), Vec3(u(random), u(random), u(random))});
      total += body.back().mass;
      moment += body.back().mass * body.back().r;
    }
    centre = moment / total;
    part.id = 2;
    part.mass = total;
    part.cm = {21};
    model.markers.add(marker_at(21, 2, centre, Vec3(0.3, 1.1, -0.7)));
  }

  Pose frame(int id) const { return pose_in_part(*model.markers.find(id)); }

  std::mt19937 random{7};
  std::vector<Particle> body;
  Vec3 centre;
  Part part;
  Model model;
};

TEST_F(MassOfParticles, inertia_at_the_centre_is_taken_as_written) {
  part.inertia = as_written(inertia_of(body, frame(21)));
  const MassProperties m = mass_properties(model, part);
  EXPECT_EQ(m.centre.r, centre);
  EXPECT_LT((m.inertia - inertia_of(body, frame(21))).norm(), 1e-13);
}

TEST_F(MassOfParticles, inertia_about_another_marker_is_moved_to_the_centre) {
  model.markers.add(marker_at(22, 2, Vec3(2, -3, 0.5), Vec3(-1, 0.4, 2)));
  part.im = {22};
  part.inertia = as_written(inertia_of(body, frame(22)));
  EXPECT_LT((mass_properties(model, part).inertia - inertia_of(body, frame(21))).norm(), 1e-12);
}

TEST_F(MassOfParticles, a_part_without_markers_has_its_centre_at_its_origin) {
  Part massless;
  const MassProperties m = mass_properties(model, massless);
  EXPECT_EQ(m.mass, 0);
  EXPECT_EQ(m.centre.r, Vec3::Zero());
  EXPECT_EQ(m.inertia, Mat3::Zero());
}

TEST(Pose, of_a_marker_in_ground_combines_part_and_marker) {
  Model model;
  Part part;
  part.id = 3;
  part.placement.origin = {1, 2, 3};
  part.placement.euler = Vec3(0.2, 0.3, 0.4);
  model.parts.add(part);
  model.markers.add(marker_at(31, 3, Vec3(4, 5, 6), Vec3(-0.1, 0.5, 0.9)));
  const Mat3 A = rotation_matrix(Euler313{0.2, 0.3, 0.4});
  const Pose p = pose_in_ground(model, *model.markers.find(31));
  EXPECT_LT((p.r - (Vec3(1, 2, 3) + A * Vec3(4, 5, 6))).norm(), 1e-14);
  EXPECT_LT((p.A - A * rotation_matrix(Euler313{-0.1, 0.5, 0.9})).norm(), 1e-14);
}

TEST(PrincipalMoments, are_the_eigenvalues_in_increasing_order) {
  const Mat3 R = rotation_matrix(Euler313{0.4, 1.2, -2});
  const Mat3 J = R * Vec3(3, 1, 2).asDiagonal() * R.transpose();
  EXPECT_LT((principal_moments(J) - Vec3(1, 2, 3)).norm(), 1e-13);
}

}  // namespace
}  // namespace trammel::model
