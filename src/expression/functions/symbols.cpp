// Symbols: names without parentheses.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

std::span<const Function> symbol_functions() {
  static const std::vector<Function> rows = {
      {.name = "TIME",
       .quantity = QuantityKind::time,
       .notation = Notation::symbol,
       .formula = "t",
       .help = "Simulated time, in the model's time unit.",
       .example = {"SIN(2 * TIME)"}},
      {.name = "MODE",
       .quantity = QuantityKind::mode,
       .notation = Notation::symbol,
       .formula =
           "1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, 6 quasi-statics, 7 linear",
       .help = "The analysis that is running.",
       .example = {"IF(MODE - 5: 0, 1, 0)"}},
      {.name = "PI",
       .lower = [](const CallSite& at) { return at.builder.constant(std::numbers::pi); },
       .notation = Notation::symbol,
       .formula = "π",
       .help = "Half a turn in radians.",
       .example = {"SIN(2 * PI * TIME)"}},
      {.name = "DTOR",
       .lower = [](const CallSite& at) { return at.builder.constant(std::numbers::pi / 180); },
       .notation = Notation::symbol,
       .formula = "π/180",
       .help = "Degrees to radians.",
       .example = {"30 * DTOR"}},
      {.name = "RTOD",
       .lower = [](const CallSite& at) { return at.builder.constant(180 / std::numbers::pi); },
       .notation = Notation::symbol,
       .formula = "180/π",
       .help = "Radians to degrees.",
       .example = {"RTOD * AZ(21, 11)"}},
  };
  return rows;
}

}  // namespace trammel::expression
