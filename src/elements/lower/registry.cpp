// The families of elements in the order of their lowering. A new one is a file and a line.
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "elements/lower/families.h"
#include "elements/lower/lowering.h"

namespace trammel::elements {
namespace {

constexpr Family list[] = {
    {"PART, POINT_MASS", declare_bodies, nullptr},
    {"MARKER", declare_markers, nullptr},
    {"JOINT", declare_joints, finish_joints},
    {"JPRIM", declare_joint_primitives, nullptr},
    {"COUPLER", declare_couplers, nullptr},
    {"MOTION", declare_motions, finish_motions},
    {"GEAR", declare_gears, finish_gears},  // after the branches of angles are known
    {"GCON", declare_general_constraints, finish_general_constraints},
    {"PTCV, CVCV", declare_higher_pairs, nullptr},
    {"SFORCE", declare_single_forces, nullptr},
    {"VFORCE, VTORQUE, GFORCE", declare_vector_forces, nullptr},
    {"SPRINGDAMPER", declare_spring_dampers, nullptr},
    {"BUSHING", declare_bushings, nullptr},
    {"BEAM, FIELD", declare_elastic_forces, nullptr},
    {"NFORCE", declare_multi_forces, finish_loads},
    {"FRICTION", declare_frictions, finish_frictions},
    {"VARIABLE", declare_variables, nullptr},
    {"DIFF", declare_diffs, finish_diffs},
    {"SENSOR", declare_sensors, finish_sensors},
    {"LSE, TFSISO, GSE", declare_systems, finish_systems},
    {"REQUEST", nullptr, finish_requests},
};

}  // namespace

std::span<const Family> families() {
  return list;
}

Equations lower(const model::Model& model, std::shared_ptr<UserLibraries> libraries) {
  Lowering lowering(model, std::move(libraries));
  for (const Family& family : families())
    if (family.declare) family.declare(lowering);
  lowering.definitions.settle(lowering);
  number_diffs(lowering);
  for (const Family& family : families())
    if (family.finish) family.finish(lowering);
  finish_delays(lowering);
  solve_variables(lowering);
  lowering.definitions.finish_unknowns(lowering);
  show_variables(lowering);
  return std::move(lowering.equations);
}

}  // namespace trammel::elements
