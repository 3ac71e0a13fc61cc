// SPDX-License-Identifier: BSD-3-Clause
#include "model/validate.h"

#include "model/checks.h"

namespace trammel::model {

bool on_same_part(const Model& model, MarkerId a, MarkerId b) {
  const Marker *first = model.find(a), *second = model.find(b);
  return first && second && first->part == second->part && first->point_mass == second->point_mass;
}

std::string same_part_text(MarkerId a, MarkerId b) {
  const std::string first = std::to_string(a.value), second = std::to_string(b.value);
  return a == b ? "both ends are at marker " + first
                : "markers " + first + " and " + second + " belong to the same part";
}

std::vector<Problem> validate(const Model& model, const Unread& unread) {
  constexpr void (*list[])(Checks&) = {
      check_parts,   check_markers, check_joints, check_couplings,
      check_motions, check_forces,  check_data,   check_systems,
  };
  Checks checks(model, unread);
  for (const auto check : list) check(checks);
  return std::move(checks.problems);
}

}  // namespace trammel::model
