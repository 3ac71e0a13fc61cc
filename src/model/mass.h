// Mass properties and the start pose of parts and markers.
//
// IP is about the origin of IM and along its axes, products as positive integrals:
//   J_IM = [Ixx −Ixy −Ixz; −Ixy Iyy −Iyz; −Ixz −Iyz Izz]                       (MDL.5)
// About the centre of mass, in the axes of IM, with d from IM to CM:
//   J' = J_IM − m (d·d I − d dᵀ)                                               (MDL.6)
// In the axes of CM:
//   J̄ = Rᵀ J' R,   R = axes of CM in IM                                        (MDL.7)
// A rigid body has J̄ ≥ 0 and principal moments J1 ≤ J2 ≤ J3 with J3 ≤ J1 + J2. (MDL.8)
// Derivation: docs/theory/model.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "model/model.h"

namespace trammel::model {

struct MassProperties {
  double mass = 0;
  Pose centre;                  // centre of mass and its axes in the part's coordinate system
  Mat3 inertia = Mat3::Zero();  // J̄
};

// For parts whose markers exist; a part without CM has its centre at its origin.
MassProperties mass_properties(const Model& model, const Part& part);
MassProperties mass_properties(const Model& model, const PointMass& point);

// Of a fixed marker: in its part, and in ground at the start.
Pose pose_in_part(const Marker& marker);
Pose pose_in_ground(const Model& model, const Marker& marker);

// Principal moments in increasing order.
Vec3 principal_moments(const Mat3& inertia);

}  // namespace trammel::model
