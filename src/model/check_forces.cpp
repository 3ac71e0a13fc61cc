// Forces between markers of two parts; floating markers where they belong.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "model/checks.h"

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
  for (const VectorForce& force : checks.model.vector_forces) check_with_float(checks, force);
  for (const VectorTorque& torque : checks.model.vector_torques) check_with_float(checks, torque);
  for (const GeneralForce& force : checks.model.general_forces) check_with_float(checks, force);
}

}  // namespace trammel::model
