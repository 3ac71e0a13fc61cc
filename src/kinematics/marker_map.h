// How the frame of a body moves the markers on it, and how derivatives by marker motion become
// derivatives by the motion of that frame.
//
// With s the arm from the frame to the marker, u = ω×s and w = ω̇×s + ω×u, and body components of
// ω and ω̇ held while the body turns:
//   v_m = v + u,   a_m = a + w                                                         (MAP.1)
//   δr = δr_b − s×δθ_b               δθ = δθ_b                                         (MAP.2)
//   δv = δv_b − s×δω_b − u×δθ_b      δω = δω_b − ω×δθ_b                                (MAP.3)
//   δa = δa_b − s×δω̇_b − (u× + ω×s×)δω_b − w×δθ_b,   δω̇ = δω̇_b − ω̇×δθ_b               (MAP.4)
// Twists are 6-vectors (δr, δθ), (δv, δω), (δa, δω̇) in global axes, on the levels 0, 1, 2.
// Theory: docs/theory/mechanisms.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kinematics/derivatives.h"
#include "kinematics/marker_motion.h"

namespace trammel::kinematics {

// The motion of a marker at s, A in the frame of a body.
void carry(const MarkerMotion& body, const Vec3& s, const Mat3& A, MarkerMotion& marker);

// Derivatives of a scalar by the twists of a body, by level.
struct TwistGradient {
  std::array<Vec6, 3> level = {Vec6::Zero(), Vec6::Zero(), Vec6::Zero()};
};

// Adds the gradient term n at a coordinate of a marker on the body.
void add_term(Quantity of, const Vec3& n, const MarkerMotion& marker, const MarkerMotion& body,
              TwistGradient& sum);

// ∂(coordinate)/∂(twist of the given level); false when it is zero.
bool coordinate_jacobian(Quantity of, int level, const MarkerMotion& marker,
                         const MarkerMotion& body, Mat36& J);

}  // namespace trammel::kinematics
