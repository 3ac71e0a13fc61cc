// JOINT and JPRIM → rows, and the initial conditions of joints.
//
// Special equations (docs/theory/mechanisms.md):
//   CONVEL   x_i·y_j − y_i·x_j = 0, the sum where the z axes start opposite            (JNT.3)
//   SCREW    d·z_j − PITCH θ/(2π) = 0, θ = AZ(i, j) with all its turns                   (JNT.4)
//   RACKPIN  d·z_j + PD/2 φ = const, φ = PHI(i, j) with all its turns                  (JNT.5)
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "elements/lower/families.h"
#include "elements/lower/joint_types.h"
#include "elements/lower/lowering.h"

namespace trammel::elements {
namespace {

using kinematics::Axis;
using kinematics::MeasureKind;

void add_primitives(Lowering& lowering, const JointRows& rows, const Site& site, int i, int j) {
  const int first = static_cast<int>(lowering.equations.rows.size());
  for (const Primitive& primitive : rows.primitives) {
    Row row = lowering.row_of(site.with(primitive.name), i, j);
    const MarkerIds ids = {i, j, primitive.in_axes_of_j ? j : 0, 0};
    row.terms = {{lowering.reading(*primitive.measure, ids), 1}};
    lowering.add_row(std::move(row));
  }
  for (const char axis : rows.codirected)
    lowering.equations.codirections.push_back(
        {lowering.marker(i), lowering.marker(j), axis - 'x', first});
}

void add_convel(Lowering& lowering, const Site& site, int i, int j) {
  const double zz = lowering.start_value(kinematics::direction_cosine(Axis::z, Axis::z), {i, j});
  Row row = lowering.row_of(site.with("Xi.Yj - Yi.Xj"), i, j);
  const MarkerIds ids = {i, j, 0, 0};
  row.terms = {{lowering.reading(kinematics::direction_cosine(Axis::x, Axis::y), ids), 1},
               {lowering.reading(kinematics::direction_cosine(Axis::y, Axis::x), ids),
                zz < 0 ? 1.0 : -1.0}};  // (JNT.3)
  if (zz < 0) row.name = site.with("Xi.Yj + Yi.Xj").name();
  lowering.add_row(std::move(row));
}

void add_screw(Lowering& lowering, const model::Joint& joint, const Site& site) {
  const int i = joint.i.value, j = joint.j.value;
  const double per_radian = joint.pitch.value_or(0) / (2 * std::numbers::pi);
  const int angle = lowering.private_reading(kinematics::measure(MeasureKind::AZ), {i, j});
  const int travel = lowering.reading(MeasureKind::DZ, {i, j, j});
  // The thread engages where the model stands: on the turn that is nearest to its travel.
  if (per_radian != 0) lowering.start_angle(angle, lowering.start_value(travel) / per_radian);
  Row row = lowering.row_of(site.with("screw"), i, j);
  row.terms = {{travel, 1}, {angle, -per_radian}};  // (JNT.4)
  lowering.add_row(std::move(row));
}

void add_rackpin(Lowering& lowering, const model::Joint& joint, const Site& site) {
  const int i = joint.i.value, j = joint.j.value;
  const double radius = joint.pitch_diameter.value_or(0) / 2;
  const int angle = lowering.private_reading(kinematics::measure(MeasureKind::PHI), {i, j});
  const int travel = lowering.reading(MeasureKind::DZ, {i, j, j});
  lowering.start_angle(angle, lowering.start_value(angle));
  Row row = lowering.row_of(site.with("rack and pinion"), i, j);
  row.terms = {{travel, 1}, {angle, radius}};
  const int number = lowering.add_row(std::move(row));
  lowering.set_target(number, lowering.start_value(travel) + radius * lowering.start_value(angle),
                      site);  // (JNT.5)
}

void add_special(Lowering& lowering, SpecialRow special, const model::Joint& joint,
                 const Site& site) {
  switch (special) {
    case SpecialRow::none:
      return;
    case SpecialRow::convel:
      return add_convel(lowering, site, joint.i.value, joint.j.value);
    case SpecialRow::screw:
      return add_screw(lowering, joint, site);
    case SpecialRow::rackpin:
      return add_rackpin(lowering, joint, site);
  }
}

void add_initial(Lowering& lowering, const model::Joint& joint, const Site& site, int level,
                 int reading, double value) {
  Row row = lowering.row_of(site, joint.i.value, joint.j.value);
  row.level = level;
  row.initial_only = true;
  row.terms = {{reading, 1}};
  lowering.set_target(lowering.add_row(std::move(row)), value, site);
}

}  // namespace

void declare_joints(Lowering& lowering) {
  for (const model::Joint& joint : lowering.model().joints) {
    const JointRows& rows = joint_rows(joint.type);
    const Site site = site_of(joint);
    add_primitives(lowering, rows, site, joint.i.value, joint.j.value);
    add_special(lowering, rows.special, joint, site);
    lowering.connections.add_constraint(site.owner, joint.i.value, joint.j.value);
    if (joint.rotation.displacement)
      lowering.start_angle(lowering.reading(MeasureKind::AZ, {joint.i.value, joint.j.value}),
                           *joint.rotation.displacement);
  }
}

// A motion that drives the same freedom says more than ICROT and ICTRAN: where they contradict it,
// the analysis of initial conditions gives them up and says so.
void finish_joints(Lowering& lowering) {
  for (const model::Joint& joint : lowering.model().joints) {
    const int i = joint.i.value, j = joint.j.value;
    const auto add = [&](const model::InitialMotion& motion, std::string_view argument,
                         int position, int velocity) {
      const Site site = site_of(joint, argument);
      if (motion.displacement)
        add_initial(lowering, joint, site, 0, position, *motion.displacement);
      if (motion.velocity) add_initial(lowering, joint, site, 1, velocity, *motion.velocity);
    };
    if (joint.rotation.displacement || joint.rotation.velocity)
      add(joint.rotation, "ICROT", lowering.reading(MeasureKind::AZ, {i, j}),
          lowering.reading(MeasureKind::WZ, {i, j, j}));
    if (joint.translation.displacement || joint.translation.velocity)
      add(joint.translation, "ICTRAN", lowering.reading(MeasureKind::DZ, {i, j, j}),
          lowering.reading(MeasureKind::VZ, {i, j, j, j}));
  }
}

void declare_joint_primitives(Lowering& lowering) {
  for (const model::JointPrimitive& primitive : lowering.model().joint_primitives) {
    const Site site = site_of(primitive);
    add_primitives(lowering, joint_rows(primitive.type), site, primitive.i.value,
                   primitive.j.value);
    lowering.connections.add_constraint(site.owner, primitive.i.value, primitive.j.value);
  }
}

}  // namespace trammel::elements
