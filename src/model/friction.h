// FRICTION in joints.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "model/constraints.h"

namespace trammel::model {

// What presses the surfaces of a joint together.
namespace friction_input {
inline constexpr unsigned preload = 1, reaction_force = 2, bending_moment = 4, torsional_moment = 8;
// Words that stand alone: no input counts; all do, which is the same as none given.
inline constexpr unsigned none = 16, all = 32;
}  // namespace friction_input

struct Friction : Element {
  static constexpr Kind kind = Kind::friction;
  enum class Effect : unsigned char { all, stiction, sliding };
  enum class Formulation : unsigned char { original, lugre };
  enum class Overlap : unsigned char { constant, increase, decrease };

  JointId joint;
  double mu_static = 0, mu_dynamic = 0;
  double transition_velocity = 0.1;  // of the surfaces [length/time]
  double max_deformation = 0.01;     // of the bristles between them [length]
  Effect effect = Effect::all;
  unsigned inputs = 0;  // of friction_input; 0: all
  double force_preload = 0, torque_preload = 0;
  double pin_radius = 1, friction_arm = 1, bending_arm = 1, ball_radius = 1, reaction_arm = 1;
  double initial_overlap = 1000;
  Overlap overlap = Overlap::constant;
  bool inactive_in_statics = false;
  Formulation formulation = Formulation::original;

  bool has(unsigned input) const { return inputs == 0 || (inputs & input) != 0; }

  friend bool operator==(const Friction&, const Friction&) = default;
};

constexpr bool can_have_friction(JointType type) {
  return type == JointType::revolute || type == JointType::translational ||
         type == JointType::cylindrical || type == JointType::spherical ||
         type == JointType::hooke || type == JointType::universal;
}

}  // namespace trammel::model
