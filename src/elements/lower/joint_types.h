// Which primitive constraints a joint is made of: one row per type.
//
// With d = r_i − r_j, all equations = 0:
//   X, Y, Z Delta     d·x, d·y, d·z in the axes of ground, or of j where the origins may part (JNT.1)
//   Zi.Xj …           (axis of i)·(axis of j)                                                (JNT.2)
// Types with an equation of their own: CONVEL (JNT.3), SCREW (JNT.4), RACKPIN (JNT.5), in joints.cpp.
// Theory: docs/theory/mechanisms.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

#include "kinematics/measure.h"
#include "model/constraints.h"

namespace trammel::elements {

struct Primitive {
  std::string_view name;
  const kinematics::Measure* measure = nullptr;
  bool in_axes_of_j = false;  // of the displacement d
};

// A special equation besides the primitives.
enum class SpecialRow : unsigned char { none, convel, screw, rackpin };

struct JointRows {
  std::string_view type;
  std::span<const Primitive> primitives;
  std::string_view codirected;  // axes of i and j that must not be opposite, of "xyz"
  SpecialRow special = SpecialRow::none;
};

const JointRows& joint_rows(model::JointType type);
const JointRows& joint_rows(model::PrimitiveType type);

}  // namespace trammel::elements
