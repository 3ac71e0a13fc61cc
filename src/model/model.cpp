// SPDX-License-Identifier: BSD-3-Clause
#include "model/model.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace trammel::model {
namespace {

constexpr std::size_t kinds = static_cast<std::size_t>(Kind::count);

template <class... Element>
constexpr bool are_in_order() {
  std::size_t place = 0;
  return ((static_cast<std::size_t>(Element::kind) == place++) && ...) && place == kinds;
}

// visit(table of the kind)
template <class M, class Visit>
void for_table(M& model, Kind kind, const Visit& visit) {
  model.visit_tables([&](auto&... table) {
    static_assert(are_in_order<std::decay_t<decltype(table[0])>...>());
    ((std::decay_t<decltype(table[0])>::kind == kind ? visit(table) : void()), ...);
  });
}

}  // namespace

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

bool Model::contains(Kind kind, int id) const {
  return visit_tables([&](const auto&... table) {
    return ((std::decay_t<decltype(table[0])>::kind == kind && table.contains(id)) || ...);
  });
}

bool Model::is_active(Kind kind, int id) const {
  bool active = false;
  for_table(*this, kind, [&](const auto& table) {
    if (const auto* element = table.find(id)) active = element->active;
  });
  return active;
}

bool Model::set_active(Kind kind, int id, bool active) {
  bool found = false;
  for_table(*this, kind, [&](auto& table) {
    auto* element = table.find(id);
    found = element != nullptr;
    if (found) element->active = active;
  });
  return found;
}

std::vector<int> Model::ids(Kind kind) const {
  std::vector<int> ids;
  for_table(*this, kind, [&](const auto& table) {
    for (const auto& element : table) ids.push_back(element.id);
  });
  return ids;
}

std::size_t Model::count(Kind kind) const {
  return visit_tables([&](const auto&... table) {
    return std::array<std::size_t, kinds>{table.size()...}[static_cast<std::size_t>(kind)];
  });
}

const Part* ground(const Model& model) {
  const auto part = std::find_if(model.parts.begin(), model.parts.end(),
                                 [](const Part& candidate) { return candidate.ground; });
  return part == model.parts.end() ? nullptr : &*part;
}

MotionAxis axis(const Model& model, const Motion& motion) {
  if (motion.axis != MotionAxis::implied) return motion.axis;
  const Joint* joint = model.find(motion.joint);
  return joint && measures_translation(joint->type) ? MotionAxis::translation
                                                    : MotionAxis::rotation;
}

Freedom freedom(const Model& model, const Coupler& coupler, std::size_t k) {
  if (k < coupler.freedoms.size()) return coupler.freedoms[k];
  const Joint* joint = model.find(coupler.joints[k]);
  return joint && measures_translation(joint->type) ? Freedom::translation : Freedom::rotation;
}

}  // namespace trammel::model
