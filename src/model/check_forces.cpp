// Forces between markers of two parts; floating markers where they belong.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <set>

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

// A torque on a point mass does nothing.
template <class T>
void warn_of_idle_torque(Checks& checks, const T& force, std::string_view argument, MarkerId id) {
  const Marker* marker = checks.model.find(id);
  if (marker && marker->point_mass)
    checks.add(
        Code::ignored_argument, force, argument,
        fmt::format("marker {} belongs to a point mass, which cannot turn: the torque has no "
                    "effect there",
                    id.value));
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

// Does the matrix, unless there is none, have this shape?
bool has_shape(Checks& checks, const MultiForce& force, std::string_view argument, MatrixId id,
               int columns) {
  const Matrix* matrix = id ? checks.model.find(id) : nullptr;
  if (id && (!matrix || !matrix->is_read())) return false;  // said elsewhere
  if (!matrix || (matrix->rows == force.size() && matrix->columns == columns)) return true;
  checks.add(
      Code::wrong_counts, force, argument,
      fmt::format("matrix {} has {} rows and {} columns, but {} markers need {} and {}", matrix->id,
                  matrix->rows, matrix->columns, force.i.size(), force.size(), columns));
  return false;
}

void check_markers(Checks& checks, const MultiForce& force) {
  checks.need_fixed(force, "J", force.j);
  std::set<int> seen;
  for (std::size_t k = 0; k < force.i.size(); ++k) {
    const MarkerId id = force.i[k];
    const int item = static_cast<int>(k);
    checks.need_fixed(force, "IMARKERS", id, item);
    if (!seen.insert(id.value).second)
      checks.add(Code::wrong_counts, force, "IMARKERS",
                 fmt::format("marker {} is named twice", id.value),
                 "give it one place in the matrices", item);
    else if (on_same_part(checks.model, id, force.j))
      checks.add(Code::force_within_part, force, "IMARKERS", same_part_text(id, force.j),
                 "action and reaction cancel", item);
  }
}

void check_multi_force(Checks& checks, const MultiForce& force) {
  check_markers(checks, force);
  const bool stiffness_fits = has_shape(checks, force, "KMATRIX", force.stiffness, force.size());
  const bool damping_fits = has_shape(checks, force, "CMATRIX", force.damping, force.size());
  has_shape(checks, force, "LENGTH", force.free_pose, 1);
  has_shape(checks, force, "FORCE", force.force, 1);
  if (!stiffness_fits || !damping_fits) return;
  const bool by_ratio = !force.damping;
  if (by_ratio && force.damping_ratio == 0) return;
  const trammel::Matrix C = by_ratio ? force.damping_ratio * stiffness(checks.model, force)
                                     : damping(checks.model, force);
  if (!C.allFinite())
    checks.add(Code::out_of_range, force, "CRATIO", "the damping is not finite",
               "some of the numbers are too large");
  else if (!dissipates(C))
    checks.add(Code::energy_source, force, by_ratio ? "CRATIO" : "CMATRIX",
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
    if (force.rotational) warn_of_idle_torque(checks, force, "I", force.i);
    if (force.rotational && !force.action_only) warn_of_idle_torque(checks, force, "J", force.j);
  }
  for (const SpringDamper& spring : checks.model.spring_dampers) {
    check_between_fixed(checks, spring);
    if (spring.rotational) warn_of_idle_torque(checks, spring, "I", spring.i);
    if (spring.rotational) warn_of_idle_torque(checks, spring, "J", spring.j);
  }
  for (const Bushing& bushing : checks.model.bushings) check_between_fixed(checks, bushing);
  for (const Beam& beam : checks.model.beams) check_matrices(checks, beam, "LENGTH");
  for (const Field& field : checks.model.fields) check_matrices(checks, field, "KMATRIX");
  for (const MultiForce& force : checks.model.multi_forces) check_multi_force(checks, force);
  for (const Friction& friction : checks.model.frictions) check_friction(checks, friction);
  for (const VectorForce& force : checks.model.vector_forces) check_with_float(checks, force);
  for (const VectorTorque& torque : checks.model.vector_torques) {
    check_with_float(checks, torque);
    warn_of_idle_torque(checks, torque, "I", torque.i);
    warn_of_idle_torque(checks, torque, "JFLOAT", torque.jfloat);
  }
  for (const GeneralForce& force : checks.model.general_forces) check_with_float(checks, force);
}

}  // namespace trammel::model
