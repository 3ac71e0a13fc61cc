// Forces between markers of two parts; floating markers where they belong.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "model/checks.h"
#include "model/stiffness.h"

namespace trammel::model {
namespace {

template <class T>
void warn_within_part(Checks& checks, const T& force, std::string_view argument, MarkerId i,
                      MarkerId j) {
  if (on_same_part(checks.model, i, j))
    checks.add(Code::force_within_part, force, argument, same_part_text(i, j),
               "action and reaction cancel");
}

template <class T>
void check_between_fixed(Checks& checks, const T& force) {
  checks.need_fixed(force, "I", force.i);
  checks.need_fixed(force, "J", force.j);
  warn_within_part(checks, force, "J", force.i, force.j);
}

template <class T>
void check_with_float(Checks& checks, const T& force) {
  checks.need_fixed(force, "I", force.i);
  checks.need_floating(force, "JFLOAT", force.jfloat);
  checks.need_fixed(force, "RM", force.rm);
  warn_within_part(checks, force, "JFLOAT", force.i, force.jfloat);
}

// Elastic forces with matrices.
template <class T>
void check_matrices(Checks& checks, const T& force, std::string_view argument) {
  check_between_fixed(checks, force);
  const Mat6 K = stiffness(force), C = damping(force);
  if (!K.allFinite() || !C.allFinite())
    checks.add(Code::out_of_range, force, argument, "the stiffness or damping is not finite",
               "some of the numbers are too large or too small");
  else if (!dissipates(C))
    checks.add(Code::energy_source, force, force.damping.empty() ? "CRATIO" : "CMATRIX",
               "some motions gain energy by the damping",
               "the symmetric part of the damping matrix has a negative eigenvalue");
}

void check_friction(Checks& checks, const Friction& friction) {
  const Joint* joint = checks.model.find(friction.joint);
  if (joint && !can_have_friction(joint->type))
    checks.add(Code::wrong_joint, friction, "JOINT",
               fmt::format("joint {} is {}", joint->id, joint_type_name(joint->type)),
               "translational, revolute, cylindrical, spherical, universal and Hooke joints can "
               "have friction");
}

}  // namespace

void check_forces(Checks& checks) {
  for (const SingleForce& force : checks.model.single_forces) {
    checks.need_fixed(force, "I", force.i);
    checks.need_fixed(force, "J", force.j);
    if (!force.action_only) warn_within_part(checks, force, "J", force.i, force.j);
  }
  for (const SpringDamper& spring : checks.model.spring_dampers)
    check_between_fixed(checks, spring);
  for (const Bushing& bushing : checks.model.bushings) check_between_fixed(checks, bushing);
  for (const Beam& beam : checks.model.beams) check_matrices(checks, beam, "LENGTH");
  for (const Field& field : checks.model.fields) check_matrices(checks, field, "KMATRIX");
  for (const Friction& friction : checks.model.frictions) check_friction(checks, friction);
  for (const VectorForce& force : checks.model.vector_forces) check_with_float(checks, force);
  for (const VectorTorque& torque : checks.model.vector_torques) check_with_float(checks, torque);
  for (const GeneralForce& force : checks.model.general_forces) check_with_float(checks, force);
}

}  // namespace trammel::model
