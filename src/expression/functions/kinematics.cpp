// Functions of marker motion: one row per measure of kinematics/measure.h, and ORIENT.
// SPDX-License-Identifier: BSD-3-Clause
#include "kinematics/measure.h"

#include <vector>

#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

std::string_view marker_name(char slot) {
  static constexpr std::string_view names = "ijkl";
  return names.substr(names.find(slot), 1);
}

Function row(const kinematics::Measure& measure) {
  Function result{.name = measure.name,
                  .min_arguments = measure.required_arguments,
                  .max_arguments = static_cast<int>(measure.slots.size()),
                  .quantity = QuantityKind::measure,
                  .measure = &measure,
                  .level = measure.level,
                  .formula = measure.formula,
                  .help = measure.help};
  for (const char slot : measure.slots) {
    const bool required = static_cast<int>(result.arguments.size()) < result.min_arguments;
    result.arguments.push_back(required ? id(marker_name(slot), Entity::marker)
                                        : id_or_zero(marker_name(slot), Entity::marker));
  }
  // An accumulated angle never jumps; the others jump where they wrap.
  if (measure.wraps && !measure.accumulates) result.continuity = Continuity::jump;
  return result;
}

std::string_view objection_to_orient(std::span<const int> integers) {
  if (kinematics::orient(integers[0], integers[1]) != nullptr) return {};
  return "ORIENT has no such component: systems 1 to 26 have components 1 to 3, system 27 has 1 to "
         "4";
}

Function orient_row() {
  return {
      .name = "ORIENT",
      .arguments = {integer("system", 1, 27), integer("component", 1, 4), id("i", Entity::marker),
                    id_or_zero("j", Entity::marker)},
      .min_arguments = 3,
      .max_arguments = 4,
      .quantity = QuantityKind::measure,
      .level = 0,
      .objection = objection_to_orient,
      .continuity = Continuity::jump,
      .formula = "orientation of i in j",
      .help =
          "Systems 1 … 12: body-fixed rotations 123, 231, 312, 132, 213, 321, 121, 131, 212, "
          "232, 313, 323; 13 … 24: the same about space-fixed axes; 25: YAW, PITCH, "
          "ROLL; 26: Rodrigues parameters tan(α/2) u, u the axis of the rotation by α; 27: Euler "
          "parameters. The meaning of 11 … 26 is our choice: the manuals we know leave it open.",
      .example = {"ORIENT(27, 1, 21, 11)"}};
}

std::vector<Function> rows() {
  std::vector<Function> result;
  for (const kinematics::Measure& measure : kinematics::measures())
    if (measure.access == kinematics::Access::function) result.push_back(row(measure));
  result.push_back(orient_row());
  return result;
}

}  // namespace

std::span<const Function> kinematic_functions() {
  static const std::vector<Function> table = rows();
  return table;
}

}  // namespace trammel::expression
