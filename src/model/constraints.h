// JOINT, JPRIM, COUPLER, GEAR, GCON, MOTION: what holds and drives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "math/vec.h"
#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::model {

// Initial displacement and velocity of I with respect to J [length or rad].
struct InitialMotion {
  std::optional<double> displacement, velocity;

  friend bool operator==(const InitialMotion&, const InitialMotion&) = default;
};

enum class JointType : unsigned char {
  convel,
  cylindrical,
  fixed,
  hooke,
  planar,
  rackpin,
  revolute,
  screw,
  spherical,
  translational,
  universal,
};

// As users write them, in the order of JointType.
inline constexpr std::array<std::string_view, 11> joint_type_names = {
    "CONVEL",   "CYLINDRICAL", "FIXED",     "HOOKE",         "PLANAR",   "RACKPIN",
    "REVOLUTE", "SCREW",       "SPHERICAL", "TRANSLATIONAL", "UNIVERSAL"};
constexpr std::string_view joint_type_name(JointType type) {
  return joint_type_names[static_cast<std::size_t>(type)];
}

struct Joint : Element {
  static constexpr Kind kind = Kind::joint;

  JointType type = JointType::fixed;
  MarkerId i, j;
  InitialMotion rotation;                // ICROT, or IC of a revolute joint
  InitialMotion translation;             // ICTRAN, or IC of a translational joint
  InitialMotion ic;                      // IC; empty once the joint is read
  std::optional<double> pitch_diameter;  // PD of a RACKPIN
  std::optional<double> pitch;           // PITCH of a SCREW, length per turn

  friend bool operator==(const Joint&, const Joint&) = default;
};

// Does I turn about, or slide along, the z axis of J, so that an angle or a displacement is
// defined?
constexpr bool measures_rotation(JointType type) {
  return type == JointType::revolute || type == JointType::cylindrical;
}
constexpr bool measures_translation(JointType type) {
  return type == JointType::translational || type == JointType::cylindrical;
}

enum class PrimitiveType : unsigned char {
  atpoint,
  inline_,
  inplane,
  orientation,
  parallel_axes,
  perpendicular,
};

struct JointPrimitive : Element {
  static constexpr Kind kind = Kind::jprim;

  PrimitiveType type = PrimitiveType::atpoint;
  MarkerId i, j;

  friend bool operator==(const JointPrimitive&, const JointPrimitive&) = default;
};

enum class Freedom : unsigned char { translation, rotation };

// r1 q1 + r2 q2 [+ r3 q3] = 0 on the displacements of I with respect to J of the joints.
struct Coupler : Element {
  static constexpr Kind kind = Kind::coupler;

  std::vector<JointId> joints;    // two or three
  std::vector<Freedom> freedoms;  // TYPE; empty: follows from the joints
  std::vector<double> scales;     // one for each joint once the coupler is read

  friend bool operator==(const Coupler&, const Coupler&) = default;
};

struct Gear : Element {
  static constexpr Kind kind = Kind::gear;

  std::vector<JointId> joints;  // two
  MarkerId cv;                  // tooth contact, z along the tooth velocity

  friend bool operator==(const Gear&, const Gear&) = default;
};

// function = 0.
struct GeneralConstraint : Element {
  static constexpr Kind kind = Kind::gcon;

  Expression function;
  MarkerId i;  // where the reaction is reported

  friend bool operator==(const GeneralConstraint&, const GeneralConstraint&) = default;
};

// The origin of I stays on a curve that RM carries.
struct PointOnCurve : Element {
  static constexpr Kind kind = Kind::ptcv;

  MarkerId i;
  MarkerId jfloat;  // floating: stands where they touch, on the part of RM
  MarkerId rm;
  CurveId curve;
  std::optional<Vec3> displacement;  // where on the curve it starts, in RM
  std::optional<double> velocity;    // at which it starts along the curve

  friend bool operator==(const PointOnCurve&, const PointOnCurve&) = default;
};

// Two plane curves that touch.
struct CurveOnCurve : Element {
  static constexpr Kind kind = Kind::cvcv;

  struct Side {
    MarkerId floating, rm;
    CurveId curve;
    std::optional<Vec3> displacement;
    std::optional<double> velocity;
    friend bool operator==(const Side&, const Side&) = default;
  };
  Side i, j;

  friend bool operator==(const CurveOnCurve&, const CurveOnCurve&) = default;
};

// b1, b2, b3: first, second, third angle of the body-fixed 1-2-3 sequence of I in J.
enum class MotionAxis : unsigned char { implied, translation, rotation, x, y, z, b1, b2, b3 };
enum class MotionLevel : unsigned char { displacement, velocity, acceleration };

struct Motion : Element {
  static constexpr Kind kind = Kind::motion;

  JointId joint;                          // either a joint …
  MarkerId i, j;                          // … or two markers
  MotionAxis axis = MotionAxis::implied;  // implied: the only freedom of the joint
  MotionLevel level = MotionLevel::displacement;
  Expression function;
  Routine routine;                             // of USER(…)
  std::optional<double> initial_displacement;  // ICDISP, of velocity and acceleration motions
  std::optional<double> initial_velocity;      // ICVEL, of acceleration motions

  friend bool operator==(const Motion&, const Motion&) = default;
};

}  // namespace trammel::model
