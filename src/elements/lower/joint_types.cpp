// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/joint_types.h"

#include <vector>

namespace trammel::elements {
namespace {

using kinematics::Axis;
using kinematics::MeasureKind;
using Primitives = std::vector<Primitive>;

Primitive delta(std::string_view name, MeasureKind kind, bool in_axes_of_j) {
  return {name, &kinematics::measure(kind), in_axes_of_j};  // (JNT.1)
}

Primitive cosine(std::string_view name, Axis a, Axis b) {
  return {name, &kinematics::direction_cosine(a, b), false};  // (JNT.2)
}

Primitives joined(std::initializer_list<Primitives> lists) {
  Primitives result;
  for (const Primitives& list : lists) result.insert(result.end(), list.begin(), list.end());
  return result;
}

// The building blocks, and the lists made of them.
struct Lists {
  Primitives point = {delta("X Delta", MeasureKind::DX, false),
                      delta("Y Delta", MeasureKind::DY, false),
                      delta("Z Delta", MeasureKind::DZ, false)};
  Primitives line = {delta("X Delta", MeasureKind::DX, true),
                     delta("Y Delta", MeasureKind::DY, true)};
  Primitives plane = {delta("Z Delta", MeasureKind::DZ, true)};
  Primitives parallel = {cosine("Zi.Xj", Axis::z, Axis::x), cosine("Zi.Yj", Axis::z, Axis::y)};
  Primitives x_on_y = {cosine("Xi.Yj", Axis::x, Axis::y)};
  Primitives perpendicular = {cosine("Zi.Zj", Axis::z, Axis::z)};
  Primitives none;

  Primitives revolute = joined({point, parallel});
  Primitives hooke = joined({point, x_on_y});
  Primitives universal = joined({point, perpendicular});
  Primitives cylindrical = joined({line, parallel});
  Primitives translational = joined({line, parallel, x_on_y});
  Primitives planar = joined({plane, parallel});
  Primitives fixed = joined({point, parallel, x_on_y});
  Primitives orientation = joined({parallel, x_on_y});
};

const Lists& lists() {
  static const Lists all;
  return all;
}

// In the order of model::JointType.
const std::vector<JointRows>& joints() {
  const Lists& of = lists();
  static const std::vector<JointRows> table = {
      {"CONVEL", of.point, "", SpecialRow::convel},
      {"CYLINDRICAL", of.cylindrical, "z"},
      {"FIXED", of.fixed, "zx"},
      {"HOOKE", of.hooke, ""},
      {"PLANAR", of.planar, "z"},
      {"RACKPIN", of.none, "", SpecialRow::rackpin},
      {"REVOLUTE", of.revolute, "z"},
      {"SCREW", of.none, "", SpecialRow::screw},
      {"SPHERICAL", of.point, ""},
      {"TRANSLATIONAL", of.translational, "zx"},
      {"UNIVERSAL", of.universal, ""},
  };
  return table;
}

// In the order of model::PrimitiveType. Parallel axes may as well be opposite.
const std::vector<JointRows>& primitives() {
  const Lists& of = lists();
  static const std::vector<JointRows> table = {
      {"ATPOINT", of.point, ""},          {"INLINE", of.line, ""},
      {"INPLANE", of.plane, ""},          {"ORIENTATION", of.orientation, "zx"},
      {"PARALLEL_AXES", of.parallel, ""}, {"PERPENDICULAR", of.perpendicular, ""},
  };
  return table;
}

}  // namespace

const JointRows& joint_rows(model::JointType type) {
  return joints()[static_cast<std::size_t>(type)];
}

const JointRows& joint_rows(model::PrimitiveType type) {
  return primitives()[static_cast<std::size_t>(type)];
}

}  // namespace trammel::elements
