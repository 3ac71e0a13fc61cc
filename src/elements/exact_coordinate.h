// A coordinate that assembly must not change (EXACT), as a constraint c = 0 on one body.
//
//   X, Y, Z           c = r_k − r⁰_k of the centre of mass                                  (INIT.2)
//   PSI, THETA, PHI   c = ε_k − ε⁰_k,  ∂c/∂θ̄ = row k of B⁻¹ (EUL.5), in axes of the BCS     (INIT.3)
//   all three, and where they start at θ = 0 or π:
//                     c = n·log(A⁰ᵀA),  ∂c/∂θ̄ = nᵀ T⁻¹ (ROT.10)                             (INIT.4)
// with A the axes of the part's coordinate system (BCS); n are then its three axes, or the axis that
// the angle turns about at the start: the single angles have no meaning there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "elements/equations.h"

namespace trammel::elements {

struct ExactCoordinate {
  enum class Kind : unsigned char { place, angle, turn };

  int body = 0;
  Kind kind = Kind::place;
  int axis = 0;                    // x, y, z; psi, theta, phi
  std::string_view name;           // "X", "PSI"
  double start = 0;                // place, angle
  Vec3 n = Vec3::UnitZ();          // turn
  Mat3 A0 = Mat3::Identity();      // of the BCS at the start
  Mat3 centre = Mat3::Identity();  // axes of the body in the BCS

  bool is_angle() const { return kind != Kind::place; }
};

// Of all parts, in the order of the bodies.
std::vector<ExactCoordinate> exact_coordinates(const Equations&);

// c, for the motion of the frame of its body.
double error(const ExactCoordinate&, const kinematics::MarkerMotion& body);

// ∂c/∂δ in the tangent space of the body.
Vec6 gradient(const ExactCoordinate&, const Body&, const kinematics::MarkerMotion& motion);

}  // namespace trammel::elements
