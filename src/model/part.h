// PART and POINT_MASS: what moves.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>

#include "model/element.h"
#include "model/placement.h"

namespace trammel::model {

// Coordinates that assembly must not move (EXACT), as bits.
enum Coordinate : unsigned {
  coordinate_x = 1,
  coordinate_y = 2,
  coordinate_z = 4,
  coordinate_psi = 8,
  coordinate_theta = 16,
  coordinate_phi = 32
};

struct Part : Element {
  static constexpr Kind kind = Kind::part;

  bool ground = false;
  bool planar = false;  // stays parallel to the x-y plane of ground: three coordinates
  Placement placement;  // of the part's coordinate system (BCS) in ground
  double mass = 0;
  MarkerId cm;  // centre of mass; none: the part has no mass
  MarkerId im;  // about and along which `inertia` is meant; none: cm
  // xx, yy, zz, xy, xz, yz; products are positive integrals ∫xy dm
  std::array<double, 6> inertia{};
  unsigned exact = 0;  // Coordinate bits
  // Initial velocity of the cm marker in ground, along ground axes or those of vm.
  std::optional<double> vx, vy, vz;
  MarkerId vm;
  // Initial angular velocity [rad/time], along the axes of the cm marker or those of wm.
  std::optional<double> wx, wy, wz;
  MarkerId wm;
  std::string material;

  friend bool operator==(const Part&, const Part&) = default;
};

struct PointMass : Element {
  static constexpr Kind kind = Kind::point_mass;

  Placement placement;
  double mass = 0;
  MarkerId cm;
  unsigned exact = 0;  // of x, y, z
  std::optional<double> vx, vy, vz;

  friend bool operator==(const PointMass&, const PointMass&) = default;
};

}  // namespace trammel::model
