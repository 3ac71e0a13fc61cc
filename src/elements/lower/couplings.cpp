// COUPLER and GEAR → rows on the displacements of joints.
//
//   COUPLER  Σ r_k q_k = 0                                                             (JNT.6)
//   GEAR     c_1 q_1 = c_2 q_2 + const; the tooth at p with velocity along z of CV:
//            c = ±z·z_cv of a sliding, ±(z × (p − r))·z_cv of a turning joint          (JNT.7)
// z and r are those of the joint's marker on the carrier, + when that is J: q is of I in J.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "elements/lower/families.h"
#include "elements/lower/lowering.h"

namespace trammel::elements {
namespace {

using kinematics::MeasureKind;

int displacement_of(Lowering& lowering, const model::Joint& joint, model::Freedom freedom) {
  const int i = joint.i.value, j = joint.j.value;
  return freedom == model::Freedom::rotation ? lowering.reading(MeasureKind::AZ, {i, j})
                                             : lowering.reading(MeasureKind::DZ, {i, j, j});
}

// c of (JNT.7).
double tooth_speed(const Lowering& lowering, const model::Joint& joint, model::MarkerId cv) {
  const bool j_on_carrier = lowering.body_of(joint.j) == lowering.body_of(cv);
  const model::Pose axis = lowering.start_pose(j_on_carrier ? joint.j.value : joint.i.value);
  const model::Pose tooth = lowering.start_pose(cv.value);
  const Vec3 z = axis.A.col(2), along = tooth.A.col(2);
  const double speed =
      model::measures_rotation(joint.type) ? z.cross(tooth.r - axis.r).dot(along) : z.dot(along);
  return j_on_carrier ? speed : -speed;
}

}  // namespace

void declare_couplers(Lowering& lowering) {
  const model::Model& model = lowering.model();
  for (const model::Coupler& coupler : model.couplers) {
    const model::Joint& first = model[coupler.joints.front()];
    Row row = lowering.row_of(site_of(coupler), first.i.value, first.j.value);
    for (std::size_t k = 0; k < coupler.joints.size(); ++k)
      row.terms.push_back(
          {displacement_of(lowering, model[coupler.joints[k]], model::freedom(model, coupler, k)),
           coupler.scales[k]});  // (JNT.6)
    lowering.add_row(std::move(row));
  }
}

void declare_gears(Lowering& lowering) {
  const model::Model& model = lowering.model();
  for (const model::Gear& gear : model.gears) {
    const model::Joint& first = model[gear.joints.front()];
    Row row = lowering.row_of(site_of(gear), first.i.value, first.j.value);
    double sign = 1;
    for (const model::JointId id : gear.joints) {
      const model::Joint& joint = model[id];
      const double speed = tooth_speed(lowering, joint, gear.cv);
      if (speed == 0 || !std::isfinite(speed))
        lowering.report(model::Code::wrong_joint, site_of(gear, "CV"),
                        "joint " + std::to_string(id.value) +
                            " moves nothing along z of CV: the tooth contact has no velocity there",
                        "z of CV is the direction of the tooth velocity");
      row.terms.push_back(
          {displacement_of(lowering, joint,
                           model::measures_rotation(joint.type) ? model::Freedom::rotation
                                                                : model::Freedom::translation),
           sign * speed});  // (JNT.7)
      sign = -1;
    }
    lowering.add_row(std::move(row));
  }
}

// The teeth mesh as the model is given.
void finish_gears(Lowering& lowering) {
  for (const model::Gear& gear : lowering.model().gears) {
    const Site site = site_of(gear);
    for (const int number : lowering.rows_of(site.owner)) {
      double start = 0;
      for (const RowTerm& term : lowering.equations.rows[static_cast<std::size_t>(number)].terms)
        start += term.weight * lowering.start_value(term.reading);
      lowering.set_target(number, start, site);
    }
  }
}

}  // namespace trammel::elements
