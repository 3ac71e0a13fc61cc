// Functions that read variables, differential states, arrays and sensors.
// SPDX-License-Identifier: BSD-3-Clause
#include <limits>
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

constexpr int max_index = std::numeric_limits<int>::max();

Function of_id(std::string_view name, QuantityKind quantity, Entity entity,
               std::string_view formula, std::string_view help) {
  return {.name = name,
          .arguments = {id("id", entity)},
          .min_arguments = 1,
          .max_arguments = 1,
          .quantity = quantity,
          .formula = formula,
          .help = help};
}

Function of_entry(std::string_view name, QuantityKind quantity, Entity entity,
                  std::string_view formula, std::string_view help) {
  Function result = of_id(name, quantity, entity, formula, help);
  result.arguments.push_back(integer("k", 1, max_index));
  result.min_arguments = result.max_arguments = 2;
  return result;
}

// Equations put what they remember in its place; an expression by itself has no past.
Term undelayed(const CallSite& at) {
  return at.real(0);
}

}  // namespace

std::span<const Function> state_functions() {
  static const std::vector<Function> rows = {
      of_entry("ARYVAL", QuantityKind::array_entry, Entity::array, "k-th entry of ARRAY/id",
               "Entries count from 1."),
      {.name = "DELAY",
       .arguments = {real("e"), real("delay"), real("history")},
       .min_arguments = 3,
       .max_arguments = 3,
       .lower = undelayed,
       .formula = "e at TIME - delay; history at TIME - delay before the start",
       .help = "Past values are interpolated between steps, no step is longer than the delay. A "
               "negative delay counts as 0. At an equilibrium it is e itself.",
       .example = {"DELAY(VARVAL(1), 0.5, 0)"}},
      of_id("DIF", QuantityKind::diff_state, Entity::diff, "x of DIFF/id", "Differential state."),
      of_id("DIF1", QuantityKind::diff_rate, Entity::diff, "dx/dt of DIFF/id",
            "Rate of a differential state."),
      of_entry("PINVAL", QuantityKind::plant_input, Entity::plant_input,
               "k-th variable of PINPUT/id", "Entries count from 1."),
      of_entry("POUVAL", QuantityKind::plant_output, Entity::plant_output,
               "k-th variable of POUTPUT/id", "Entries count from 1."),
      of_id("SENVAL", QuantityKind::sensor_value, Entity::sensor, "EVALUATE of SENSOR/id",
            "The value kept when the sensor fired; 0 before."),
      of_id("VARVAL", QuantityKind::variable, Entity::variable, "value of VARIABLE/id",
            "Algebraic variable."),
  };
  return rows;
}

}  // namespace trammel::expression
