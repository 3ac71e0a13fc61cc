// Operators and the arithmetic IF.
//
//   IF(e: a, b, c) = a where e < 0, b where e = 0, c where e > 0        (EXPR.1)
//
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

Term arithmetic_if(const CallSite& at) {
  const Term e = at.real(0);
  const Term not_negative = apply(Opcode::select_zero, e, at.real(2), at.real(3));
  return apply(Opcode::select_negative, e, at.real(1), not_negative);  // (EXPR.1)
}

Function infix(std::string_view symbol, Term (*lower)(const CallSite&), std::string_view help,
               std::string_view example) {
  return {.name = symbol,
          .arguments = {real("a"), real("b")},
          .min_arguments = 2,
          .max_arguments = 2,
          .lower = lower,
          .notation = Notation::infix,
          .help = help,
          .example = {example}};
}

}  // namespace

std::span<const Function> arithmetic_functions() {
  static const std::vector<Function> rows = {
      infix(
          "+", [](const CallSite& at) { return at.real(0) + at.real(1); }, "Sum.", "TIME + 1"),
      infix(
          "-", [](const CallSite& at) { return at.real(0) - at.real(1); }, "Difference.",
          "TIME - 1"),
      infix(
          "*", [](const CallSite& at) { return at.real(0) * at.real(1); }, "Product.", "2 * TIME"),
      infix(
          "/", [](const CallSite& at) { return at.real(0) / at.real(1); },
          "Quotient; there is no integer division. Division by zero is a domain error.",
          "TIME / 2"),
      infix(
          "**", [](const CallSite& at) { return power(at.real(0), at.real(1)); },
          "Power: right-associative, binds tighter than a sign. A negative base needs a whole "
          "exponent.",
          "TIME ** 2"),
      {.name = "neg",
       .arguments = {real("a")},
       .min_arguments = 1,
       .max_arguments = 1,
       .lower = [](const CallSite& at) { return -at.real(0); },
       .notation = Notation::prefix,
       .help = "Sign.",
       .example = {"-TIME"}},
      {.name = "IF",
       .arguments = {real("e"), real("negative"), real("zero"), real("positive")},
       .min_arguments = 4,
       .max_arguments = 4,
       .lower = arithmetic_if,
       .continuity = Continuity::jump,
       .notation = Notation::arithmetic_if,
       .formula = "negative where e < 0, zero where e = 0, positive where e > 0",
       .help = "Arithmetic IF. The branches that are not taken may leave their domain.",
       .example = {"IF(TIME - 1: 0, 0.5, TIME)", 0, 2}},
  };
  return rows;
}

}  // namespace trammel::expression
