// SPDX-License-Identifier: BSD-3-Clause
#include "results/describe.h"

#include <chrono>
#include <ctime>

#include "math/rotation.h"
#include "model/mass.h"

namespace trammel::results {
namespace {

using model::Model;

PoseNumbers numbers(const model::Pose& pose) {
  const Vec4 e = quaternion_from_matrix(pose.A);
  return {pose.r.x(), pose.r.y(), pose.r.z(), e[0], e[1], e[2], e[3]};
}

template <class Info, class Element>
Info entity(const Element& element) {
  Info info;
  info.statement = std::string(model::statement_name(Element::kind));
  info.id = element.id;
  info.name = to_utf8(element.name);
  return info;
}

int position(const Model& model, model::MarkerId id) {
  return id && model.markers.contains(id.value) ? int(model.markers.position(id.value)) : -1;
}

template <class Part>
PartInfo describe_part(const Model& model, const Part& part) {
  PartInfo info = entity<PartInfo>(part);
  const model::MassProperties properties = model::mass_properties(model, part);
  info.mass = properties.mass;
  info.cm = numbers(properties.centre);
  info.start = numbers(model::pose(part.placement));
  return info;
}

void add_parts(const Model& model, Contents& contents) {
  for (const model::Part& part : model.parts)
    if (!part.ground) contents.parts.push_back(describe_part(model, part));
  for (const model::PointMass& point : model.point_masses)
    contents.parts.push_back(describe_part(model, point));
}

void add_markers(const Model& model, Contents& contents) {
  std::vector<int> part_at;  // by position in the model
  int moving = 0;
  for (const model::Part& part : model.parts) part_at.push_back(part.ground ? ground : moving++);
  for (const model::Marker& marker : model.markers) {
    MarkerInfo info = entity<MarkerInfo>(marker);
    info.floating = marker.floating;
    if (marker.part && model.parts.contains(marker.part.value))
      info.part = part_at[model.parts.position(marker.part.value)];
    else if (marker.point_mass && model.point_masses.contains(marker.point_mass.value))
      info.part = moving + int(model.point_masses.position(marker.point_mass.value));
    if (!marker.floating)
      info.pose = numbers(info.part == ground ? model::pose_in_ground(model, marker)
                                              : model::pose_in_part(marker));
    contents.markers.push_back(std::move(info));
  }
}

template <class Element>
ElementInfo connector(const Model& model, const Element& element, model::MarkerId i,
                      model::MarkerId j, std::string_view type = {}) {
  ElementInfo info = entity<ElementInfo>(element);
  info.type = std::string(type);
  info.i = position(model, i);
  info.j = position(model, j);
  return info;
}

std::string_view name_of(model::PrimitiveType type) {
  constexpr std::array<std::string_view, 6> names = {"ATPOINT",     "INLINE",   "INPLANE",
                                                     "ORIENTATION", "PARALLEL", "PERPENDICULAR"};
  return names[std::size_t(type)];
}

std::string_view name_of(model::MotionAxis axis) {
  constexpr std::array<std::string_view, 9> names = {"",  "TRANSLATION", "ROTATION", "X", "Y",
                                                     "Z", "B1",          "B2",       "B3"};
  return names[std::size_t(axis)];
}

void add_reactions(const Model& model, std::vector<ElementInfo>& list) {
  for (const model::Joint& joint : model.joints)
    list.push_back(connector(model, joint, joint.i, joint.j, model::joint_type_name(joint.type)));
  for (const model::JointPrimitive& joint : model.joint_primitives)
    list.push_back(connector(model, joint, joint.i, joint.j, name_of(joint.type)));
  for (const model::Motion& motion : model.motions) {
    const model::Joint* joint = model.find(motion.joint);
    list.push_back(connector(model, motion, joint ? joint->i : motion.i,
                             joint ? joint->j : motion.j, name_of(model::axis(model, motion))));
  }
  const auto of_first_joint = [&](const auto& element) {
    const model::Joint* joint =
        element.joints.empty() ? nullptr : model.find(element.joints.front());
    list.push_back(connector(model, element, joint ? joint->i : model::MarkerId{},
                             joint ? joint->j : model::MarkerId{}));
  };
  for (const model::Coupler& coupler : model.couplers) of_first_joint(coupler);
  for (const model::Gear& gear : model.gears) of_first_joint(gear);
  for (const model::GeneralConstraint& constraint : model.general_constraints)
    list.push_back(connector(model, constraint, constraint.i, {}));
  for (const model::PointOnCurve& pair : model.points_on_curves)
    list.push_back(connector(model, pair, pair.i, pair.rm));
  for (const model::CurveOnCurve& pair : model.curves_on_curves)
    list.push_back(connector(model, pair, pair.i.rm, pair.j.rm));
}

void add_forces(const Model& model, std::vector<ElementInfo>& list) {
  const auto word = [](bool rotational) { return rotational ? "ROTATION" : "TRANSLATION"; };
  for (const auto& force : model.single_forces)
    list.push_back(connector(model, force, force.i, force.j, word(force.rotational)));
  for (const auto& force : model.vector_forces)
    list.push_back(connector(model, force, force.i, force.jfloat));
  for (const auto& torque : model.vector_torques)
    list.push_back(connector(model, torque, torque.i, torque.jfloat));
  for (const auto& force : model.general_forces)
    list.push_back(connector(model, force, force.i, force.jfloat));
  for (const auto& spring : model.spring_dampers)
    list.push_back(connector(model, spring, spring.i, spring.j, word(spring.rotational)));
  for (const auto& each : model.bushings) list.push_back(connector(model, each, each.i, each.j));
  for (const auto& each : model.beams) list.push_back(connector(model, each, each.i, each.j));
  for (const auto& each : model.fields) list.push_back(connector(model, each, each.i, each.j));
  for (const auto& each : model.multi_forces)
    list.push_back(
        connector(model, each, each.i.empty() ? model::MarkerId{} : each.i.front(), each.j));
  for (const model::Friction& friction : model.frictions) {
    const model::Joint* joint = model.find(friction.joint);
    list.push_back(connector(model, friction, joint ? joint->i : model::MarkerId{},
                             joint ? joint->j : model::MarkerId{}));
  }
}

template <class System>
void add_states(const System& system, int count, std::vector<ScalarInfo>& list) {
  for (int k = 1; k <= count; ++k) {
    list.push_back(entity<ScalarInfo>(system));
    list.back().component = k;
  }
}

void add_scalars(const Model& model, Contents& contents) {
  for (const model::Variable& variable : model.variables)
    contents.variables.push_back(entity<ScalarInfo>(variable));
  for (const model::Diff& diff : model.diffs) contents.states.push_back(entity<ScalarInfo>(diff));
  for (const model::LinearSystem& system : model.linear_systems)
    if (const model::Matrix* a = model.find(system.a)) add_states(system, a->rows, contents.states);
  for (const model::TransferFunction& system : model.transfer_functions)
    add_states(system, model::order_of(system.denominator), contents.states);
  for (const model::GeneralSystem& system : model.general_systems)
    add_states(system, system.ns, contents.states);
}

void add_units(const model::Units& units, Contents& contents) {
  const auto symbol = [](const model::Unit* unit) { return std::string(unit ? unit->symbol : ""); };
  const auto name = [](const model::Unit* unit) { return std::string(unit ? unit->name : ""); };
  const model::Unit *length = units.length_unit(), *mass = units.mass_unit(),
                    *time = units.time_unit(), *force = units.force_unit();
  contents.units = {symbol(length), symbol(mass), symbol(time), symbol(force)};
  contents.unit_names = {name(length), name(mass), name(time), name(force)};
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

// How many bytes the character at the start of the text has; 0: it is none.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 && first < 0xf5   ? 4
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xc2 && first < 0xe0 ? 2
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xc0u) != 0x80u) return 0;
  const unsigned second = byte(1);
  const bool is_allowed = !(first == 0xe0 && second < 0xa0) && !(first == 0xed && second > 0x9f) &&
                          !(first == 0xf0 && second < 0x90) && !(first == 0xf4 && second > 0x8f);
  return is_allowed ? length : 0;
}

}  // namespace

std::string to_utf8(const std::string& text) {
  std::string result;
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = length_of_character(std::string_view(text).substr(k));
    if (length == 0)
      result += "\xef\xbf\xbd";  // U+FFFD
    else
      result.append(text, k, length);
    k += std::max<std::size_t>(length, 1);
  }
  return result;
}

DerivedUnits derived_units(const UnitSymbols& units) {
  const auto per_time = [&](const std::string& unit, const char* power) {
    return unit.empty() || units.time.empty() ? "" : unit + "/" + units.time + power;
  };
  DerivedUnits derived;
  derived.length = units.length;
  derived.velocity = per_time(units.length, "");
  derived.acceleration = per_time(units.length, "^2");
  derived.angular_velocity = per_time("rad", "");
  derived.angular_acceleration = per_time("rad", "^2");
  derived.force = units.force;
  derived.torque =
      units.force.empty() || units.length.empty() ? "" : units.force + "\u00b7" + units.length;
  return derived;
}

Contents describe(const model::Model& model, const std::string& file, const std::string& text) {
  Contents contents;
  contents.title = to_utf8(model.title);
  contents.model_file = to_utf8(file);
  contents.model_text = text;
  contents.created = now();
  contents.gravity = {model.gravity.x, model.gravity.y, model.gravity.z};
  add_units(model.units, contents);
  add_parts(model, contents);
  add_markers(model, contents);
  contents.graphics = describe_graphics(model, file);
  add_reactions(model, contents.reactions);
  add_forces(model, contents.forces);
  add_scalars(model, contents);
  contents.requests = describe_requests(model, contents.units);
  return contents;
}

}  // namespace trammel::results
