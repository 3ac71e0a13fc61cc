// What a joint that repeats others could be replaced by.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "elements/lower/joint_types.h"
#include "system/redundancy.h"

namespace trammel::system {

namespace {

using elements::Equations;
using elements::Owner;
using elements::Row;

constexpr std::array<std::string_view, 3> axis_names = {"x", "y", "z"};

// The motion between two markers that a row removes.
struct Direction {
  enum class Kind : unsigned char { translation, rotation, other } kind = Kind::other;
  int axis = 3;    // 3: the common normal of two axes
  int marker = 0;  // whose axis it is; 0: of the ground
};

Direction direction_of(const Equations& equations, const Row& row) {
  using kinematics::MeasureKind;
  if (row.terms.size() != 1 || row.scalar >= 0) return {};
  const elements::Reading& reading = equations.readings[std::size_t(row.terms.front().reading)];
  const kinematics::Measure& measure = *reading.measure;
  const auto marker = [&](kinematics::Slot slot) {
    const int index = reading.markers[std::size_t(slot)];
    return equations.skeleton.markers[std::size_t(index)].id;
  };
  if (measure.access == kinematics::Access::direction_cosine) {
    const int i = int(measure.recipe.of_i.axis), j = int(measure.recipe.of_j.axis);
    return {Direction::Kind::rotation, i == j ? 3 : 3 - i - j, marker(kinematics::Slot::j)};
  }
  if (measure.access == kinematics::Access::function && measure.kind <= MeasureKind::DZ)
    return {Direction::Kind::translation, int(measure.kind) - int(MeasureKind::DX),
            marker(kinematics::Slot::k)};
  return {};
}

std::string type_name(const Equations& equations, const Owner& owner) {
  if (owner.kind == model::Kind::joint)
    if (const model::Joint* joint = equations.model->joints.find(owner.id))
      return std::string(elements::joint_rows(joint->type).type);
  if (owner.kind == model::Kind::jprim)
    if (const model::JointPrimitive* joint = equations.model->joint_primitives.find(owner.id))
      return std::string(elements::joint_rows(joint->type).type);
  return std::string(model::statement_name(owner.kind));
}

// "the translation along global z", "the rotations about x and y of marker 402".
std::string describe(std::vector<Direction> directions) {
  std::sort(directions.begin(), directions.end(),
            [](const Direction& a, const Direction& b) { return a.axis < b.axis; });
  const Direction& first = directions.front();
  const bool translation = first.kind == Direction::Kind::translation;
  std::vector<std::string_view> names;
  for (const Direction& direction : directions)
    names.push_back(direction.axis < 3 ? axis_names[std::size_t(direction.axis)]
                                       : "the common normal of two axes");
  return fmt::format("the {}{} {} {}{}{}", translation ? "translation" : "rotation",
                     directions.size() == 1 ? "" : "s", translation ? "along" : "about",
                     first.marker == 0 ? "global " : "",
                     fmt::join(names, directions.size() == 2 ? " and " : ", "),
                     first.marker == 0 ? "" : fmt::format(" of marker {}", first.marker));
}

// Rows of one element, by what they remove.
struct Tally {
  std::vector<Direction> translations, rotations;
  int others = 0;

  void add(Direction direction) {
    if (direction.kind == Direction::Kind::translation)
      translations.push_back(direction);
    else if (direction.kind == Direction::Kind::rotation)
      rotations.push_back(direction);
    else
      ++others;
  }
  bool is_empty() const { return translations.empty() && rotations.empty() && others == 0; }
};

struct Element {
  Tally dropped, kept;
  int first_dropped = -1;
  std::vector<int> repeats;  // rows of other elements
};

std::string removed_motions(const Tally& lost) {
  std::vector<std::string> parts;
  if (!lost.translations.empty()) parts.push_back(describe(lost.translations));
  if (!lost.rotations.empty()) parts.push_back(describe(lost.rotations));
  if (lost.others > 0) parts.push_back("what it prescribes");
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string remedy_for(const Equations& equations, const Owner& owner, const Tally& kept,
                       const std::vector<NewJoint>& replacement) {
  if (kept.is_empty()) return "remove it, or let a force element take its place";
  if (owner.kind == model::Kind::ptcv || owner.kind == model::Kind::cvcv)
    return "joints hold the parts in the plane of the curve already: let one of them go along its "
           "normal (CYLINDRICAL in the place of a REVOLUTE about it), or make the parts PLANAR";
  if (replacement.empty())
    return "use an element that leaves these motions free; no joint or JPRIM with its markers does";
  const NewJoint& first = replacement.front();
  const bool as_it_is = replacement.size() == 1 && first.z_of_i == 2 && first.z_of_j == 2;
  std::vector<std::string> names;
  for (const NewJoint& joint : replacement)
    names.push_back(describe(equations, joint, !as_it_is || first.swapped));
  return fmt::format("replace it by {}", fmt::join(names, " and "));
}

// "MOTION/1, GEAR/2": whose JOINT or JOINTS it is.
std::string users_of(const Equations& equations, const Owner& owner) {
  if (owner.kind != model::Kind::joint) return "";
  std::vector<std::string> names;
  const auto offer = [&](const auto& element, const std::vector<model::JointId>& joints) {
    for (const model::JointId joint : joints)
      if (joint.value == owner.id)
        names.push_back(fmt::format("{}/{}", model::statement_name(element.kind), element.id));
  };
  for (const model::Motion& motion : equations.model->motions) offer(motion, {motion.joint});
  for (const model::Coupler& coupler : equations.model->couplers) offer(coupler, coupler.joints);
  for (const model::Gear& gear : equations.model->gears) offer(gear, gear.joints);
  return fmt::format("{}", fmt::join(names, ", "));
}

Advice advice_for(const Equations& equations, Element& element, double length,
                  const std::vector<RedundantPose>& poses) {
  const Row& first = equations.rows[std::size_t(element.first_dropped)];
  const Tally& lost = element.dropped;
  const bool only_others = lost.translations.empty() && lost.rotations.empty();
  std::string text = element.kept.is_empty() ? "redundant: " : "partly redundant: ";
  text += only_others ? "it prescribes what is prescribed already"
                      : fmt::format("{} also removes {}", type_name(equations, first.owner),
                                    removed_motions(lost));
  std::sort(element.repeats.begin(), element.repeats.end());
  if (!element.repeats.empty()) {
    const std::string names = list_owners(equations, element.repeats);
    text += only_others ? " by " + names : ", already removed by " + names;
  }
  std::vector<NewJoint> replacement = find_replacement(equations, first.owner, length, poses);
  std::string remedy = remedy_for(equations, first.owner, element.kept, replacement);
  if (const std::string users = users_of(equations, first.owner); !users.empty())
    remedy += fmt::format(" ({} then needs other markers or joints)", users);
  return {first.owner,     owner_label(first), first.at,
          std::move(text), std::move(remedy),  std::move(replacement)};
}

// Planar parts cannot move as the row forbids: nothing to tell the user about.
bool is_void_in_the_plane(const Equations& equations, const Relation& relation) {
  if (!relation.others.empty()) return false;
  const auto& terms = equations.rows[std::size_t(relation.row)].terms;
  return !terms.empty() && std::all_of(terms.begin(), terms.end(), [&](const elements::RowTerm& t) {
    const elements::Reading& reading = equations.readings[std::size_t(t.reading)];
    const auto end = reading.bodies.begin() + reading.n_bodies;
    return reading.n_bodies > 0 && std::all_of(reading.bodies.begin(), end, [&](int body) {
             return equations.skeleton.bodies[std::size_t(body)].kind ==
                    elements::Body::Kind::planar;
           });
  });
}

}  // namespace

std::vector<Advice> advise(const Equations& equations, double length,
                           const std::vector<RedundantPose>& poses) {
  const Redundancy& found = poses.back().found;
  const auto key = [&](int row) {
    const Owner& owner = equations.rows[std::size_t(row)].owner;
    return std::pair(owner.kind, owner.id);
  };
  const auto direction = [&](int row) {
    return direction_of(equations, equations.rows[std::size_t(row)]);
  };
  std::map<std::pair<model::Kind, int>, Element> elements;
  std::set<int> passed_over;
  for (const Relation& relation : found.relations)
    if (is_void_in_the_plane(equations, relation)) passed_over.insert(relation.row);
  for (const int row : found.dropped) {
    if (passed_over.contains(row)) continue;
    Element& element = elements[key(row)];
    if (element.first_dropped < 0) element.first_dropped = row;
    element.dropped.add(direction(row));
  }
  for (const int row : found.kept)
    if (const auto at = elements.find(key(row)); at != elements.end())
      at->second.kept.add(direction(row));
  for (const Relation& relation : found.relations)
    for (const int row : relation.others)
      if (key(row) != key(relation.row)) elements[key(relation.row)].repeats.push_back(row);

  std::vector<Advice> result;
  for (auto& [owner, element] : elements)
    result.push_back(advice_for(equations, element, length, poses));
  return result;
}

}  // namespace trammel::system
