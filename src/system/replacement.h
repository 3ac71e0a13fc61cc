// What could take the place of a joint that repeats others: joints and primitives that need no more
// than the joint does, but not what others do already.
//
// Every row of a joint is a wrench between its markers: a force through I, or a torque. With C the
// wrenches of the joint and D those among them that are combinations of rows before (RANK.2), a
// replacement K must have
//   K ⊂ C,   K ⊕ D = C                                                                      (RED.1)
// The joint implies it, so that it allows all motion of the model; and the dimension is the same, so
// that it allows no other. This holds for each replaced joint alone and for all of them together,
// because D belongs to rows before.
// Theory: docs/theory/initial_conditions.md#redundancy
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elements/equations.h"

namespace trammel::system {

struct Redundancy;

// One statement. Its markers are those of the joint, or have another axis of these as z axis.
struct NewJoint {
  std::string_view statement, type;  // "JPRIM", "INPLANE"
  int i = 0, j = 0;                  // markers
  int z_of_i = 2, z_of_j = 2;        // which axis of the marker: 0 x, 1 y, 2 the marker as it is
  bool swapped = false;              // its I is the J of the joint it replaces
};

// Where rows were found to be redundant.
struct RedundantPose {
  const Redundancy& found;
  const Vector& q;
};

// Of the simplest that (RED.1) allows the one that stays farthest from being redundant itself; empty:
// the rows of this element are not of a kind that can be replaced. With two poses near each other, it
// is chosen such that its axes go along with what is redundant.
std::vector<NewJoint> find_replacement(const elements::Equations&, const elements::Owner&,
                                       double length, const std::vector<RedundantPose>&);

// "JPRIM INPLANE", and with markers "JPRIM INPLANE, I = 301, J = a new marker in PART/4, QP = 1, 0, 0,
// REULER = 90D, 90D, 0D (its z axis is the x axis of marker 402)".
std::string describe(const elements::Equations&, const NewJoint&, bool with_markers);

}  // namespace trammel::system
