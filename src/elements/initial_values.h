// Where the model starts: poses, and the velocities it gives with the weights that keep them.
//
//   W = I + (w − 1) Σ g gᵀ over the directions g = Bᵀ N that are given, w = 1e4             (INIT.1)
// in the tangent space of each body, so that the velocity analysis minimises ½ Σ δᵀ W δ. N is the
// axis of a velocity (n, 0) or of an angular velocity (0, n) in ground, B as in (BODY.1) to (BODY.3).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "elements/equations.h"
#include "model/placement.h"

namespace trammel::elements {

// q of all bodies at the poses of the model; sizes q.
void initial_pose(const Equations&, Vector& q);

// Where the frames of bodies stand in the coordinate systems of their parts; of paths nowhere.
std::vector<model::Pose> centres(const Equations&);

// VX … WZ of a part. The axes of VM and WM are those at the pose q, which is the assembled one when
// velocities are found.
struct GivenVelocity {
  int body = 0;
  bool angular = false;
  Vec3 axis = Vec3::Zero();  // in ground
  double value = 0;
  std::string_view name;  // "VX"
  Vec6 g = Vec6::Zero();  // g·v is what should be `value`
};
std::vector<GivenVelocity> given_velocities(const Equations&, const Vector& q);

// v of all bodies; what is not given is 0; sizes v.
void initial_velocity(const Equations&, const std::vector<GivenVelocity>&, Vector& v);
void initial_velocity(const Equations&, const Vector& q, Vector& v);

// One matrix per body, its first n() rows and columns.
std::vector<Mat6> velocity_weights(const Equations&, const std::vector<GivenVelocity>&);

// Gives v the values that are given, in their directions; the rest stays.
void put_back(const Equations&, const std::vector<GivenVelocity>&, Vector& v);

}  // namespace trammel::elements
