// Joints, couplers, gears: markers on two parts, joints with the freedom that is used.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "model/checks.h"

namespace trammel::model {
namespace {

template <class T>
void check_pair(Checks& checks, const T& element) {
  const bool fixed_i = checks.need_fixed(element, "I", element.i);  // both are to be reported
  const bool fixed_j = checks.need_fixed(element, "J", element.j);
  if (fixed_i && fixed_j && on_same_part(checks.model, element.i, element.j))
    checks.add(Code::same_part, element, "J", same_part_text(element.i, element.j));
}

// Is this a joint with one displacement along or about z? Reports it otherwise.
template <class T>
bool need_measured_joint(Checks& checks, const T& element, std::string_view argument,
                         const Joint& joint, int item = 0) {
  if (measures_rotation(joint.type) || measures_translation(joint.type)) return true;
  checks.add(Code::wrong_joint, element, argument,
             fmt::format("joint {} is {}", joint.id, joint_type_name(joint.type)),
             "only translational, revolute and cylindrical joints have a displacement", item);
  return false;
}

template <class T>
void need_freedom(Checks& checks, const T& element, std::string_view argument, const Joint& joint,
                  bool rotation, int item = 0) {
  if (rotation ? measures_rotation(joint.type) : measures_translation(joint.type)) return;
  checks.add(Code::wrong_freedom, element, argument,
             fmt::format("joint {} is {} and does not {}", joint.id, joint_type_name(joint.type),
                         rotation ? "turn" : "slide"),
             "", item);
}

// A joint may appear twice only with both freedoms of a cylindrical one.
void check_repetition(Checks& checks, const Coupler& coupler) {
  for (std::size_t k = 1; k < coupler.joints.size(); ++k)
    for (std::size_t other = 0; other < k; ++other) {
      const bool same_freedom = std::max(k, other) >= coupler.freedoms.size() ||
                                coupler.freedoms[k] == coupler.freedoms[other];
      if (coupler.joints[k] == coupler.joints[other] && same_freedom)
        return checks.add(Code::repeated_joint, coupler, "JOINTS",
                          fmt::format("joint {} is coupled with itself", coupler.joints[k].value),
                          "", static_cast<int>(k));
    }
}

void check_coupler(Checks& checks, const Coupler& coupler) {
  check_repetition(checks, coupler);
  for (std::size_t k = 0; k < coupler.joints.size(); ++k) {
    const int item = static_cast<int>(k);
    const Joint* joint = checks.model.find(coupler.joints[k]);
    if (!joint || !need_measured_joint(checks, coupler, "JOINTS", *joint, item)) continue;
    if (coupler.freedoms.empty() && joint->type == JointType::cylindrical)
      checks.add(Code::missing_argument, coupler, "JOINTS",
                 fmt::format("joint {} is CYLINDRICAL: TYPE must say T or R", joint->id), "", item);
    if (k < coupler.freedoms.size())
      need_freedom(checks, coupler, "JOINTS", *joint, coupler.freedoms[k] == Freedom::rotation,
                   item);
  }
}

bool touches(const Model& model, const Joint& joint, const Marker& marker) {
  for (const MarkerId id : {joint.i, joint.j}) {
    const Marker* end = model.find(id);
    if (!end || end->part == marker.part) return true;
  }
  return false;
}

void check_gear(Checks& checks, const Gear& gear) {
  const Marker* cv = checks.model.find(gear.cv);
  if (gear.joints.size() > 1 && gear.joints[0] == gear.joints[1])
    checks.add(Code::repeated_joint, gear, "JOINTS",
               fmt::format("joint {} is coupled with itself", gear.joints[0].value), "", 1);
  checks.need_fixed(gear, "CV", gear.cv);
  for (std::size_t k = 0; k < gear.joints.size(); ++k) {
    const Joint* joint = checks.model.find(gear.joints[k]);
    if (!joint || !need_measured_joint(checks, gear, "JOINTS", *joint, static_cast<int>(k)))
      continue;
    if (cv && !touches(checks.model, *joint, *cv))
      checks.add(Code::marker_of_other_part, gear, "CV",
                 fmt::format("marker {} is not on a part of joint {}", cv->id, joint->id),
                 "CV belongs to the carrier, the part that both joints share");
  }
}

void check_joint_motion(Checks& checks, const Motion& motion, const Joint& joint) {
  if (!need_measured_joint(checks, motion, "JOINT", joint)) return;
  if (motion.axis == MotionAxis::implied && joint.type == JointType::cylindrical)
    return checks.add(
        Code::missing_argument, motion, "JOINT",
        fmt::format("joint {} is CYLINDRICAL: TRANSLATION or ROTATION is missing", joint.id));
  if (motion.axis != MotionAxis::implied)
    need_freedom(checks, motion, "JOINT", joint, motion.axis == MotionAxis::rotation);
}

// A curve's frame and the floating marker that its part carries.
template <class T>
void check_side(Checks& checks, const T& element, std::string_view name_of_floating,
                MarkerId floating, std::string_view name_of_rm, MarkerId rm) {
  checks.need_floating(element, name_of_floating, floating);
  if (!checks.need_fixed(element, name_of_rm, rm)) return;
  const Marker *a = checks.model.find(floating), *b = checks.model.find(rm);
  if (a && b && !on_same_part(checks.model, floating, rm))
    checks.add(
        Code::marker_of_other_part, element, name_of_floating,
        fmt::format("markers {} and {} belong to different parts", floating.value, rm.value),
        fmt::format("{} stands on the curve, which {} carries", name_of_floating, name_of_rm));
}

void check_higher_pairs(Checks& checks) {
  for (const PointOnCurve& pair : checks.model.points_on_curves) {
    const bool fixed = checks.need_fixed(pair, "I", pair.i);
    check_side(checks, pair, "JFLOAT", pair.jfloat, "RM", pair.rm);
    if (fixed && on_same_part(checks.model, pair.i, pair.rm))
      checks.add(Code::same_part, pair, "RM", same_part_text(pair.i, pair.rm));
  }
  for (const CurveOnCurve& pair : checks.model.curves_on_curves) {
    check_side(checks, pair, "IFLOAT", pair.i.floating, "IRM", pair.i.rm);
    check_side(checks, pair, "JFLOAT", pair.j.floating, "JRM", pair.j.rm);
    if (on_same_part(checks.model, pair.i.rm, pair.j.rm))
      checks.add(Code::same_part, pair, "JRM", same_part_text(pair.i.rm, pair.j.rm));
  }
}

}  // namespace

void check_joints(Checks& checks) {
  for (const Joint& joint : checks.model.joints) check_pair(checks, joint);
  for (const JointPrimitive& primitive : checks.model.joint_primitives)
    check_pair(checks, primitive);
}

void check_couplings(Checks& checks) {
  check_higher_pairs(checks);
  for (const Coupler& coupler : checks.model.couplers) check_coupler(checks, coupler);
  for (const Gear& gear : checks.model.gears) check_gear(checks, gear);
  for (const Motion& motion : checks.model.motions) {
    if (motion.i) check_pair(checks, motion);
    if (const Joint* joint = checks.model.find(motion.joint))
      check_joint_motion(checks, motion, *joint);
  }
  for (const GeneralConstraint& constraint : checks.model.general_constraints)
    checks.need_fixed(constraint, "I", constraint.i);
}

}  // namespace trammel::model
