// The intrinsic functions of Fortran that the language offers.
//
//   DIM(a, b)  = max(a − b, 0)                                           (EXPR.2)
//   MOD(a, b)  = a − AINT(a/b) b                                         (EXPR.3)
//   SIGN(a, b) = |a| where b ≥ 0, −|a| where b < 0                       (EXPR.4)
//
// Derivatives at kinks and jumps: docs/theory/expressions.md
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

template <Opcode code>
Term unary(const CallSite& at) {
  return apply(code, at.real(0));
}

template <Opcode code>
Term binary(const CallSite& at) {
  return apply(code, at.real(0), at.real(1));
}

// MAX(a, b, c) = MAX(MAX(a, b), c).
template <Opcode code>
Term chain(const CallSite& at) {
  Term result = at.real(0);
  for (const Term next : at.reals.subspan(1)) result = apply(code, result, next);
  return result;
}

Term positive_difference(const CallSite& at) {
  return apply(Opcode::maximum, at.builder.constant(0), at.real(0) - at.real(1));  // (EXPR.2)
}

Function one(std::string_view name, Term (*lower)(const CallSite&), std::string_view formula,
             std::string_view help, Example example, Continuity continuity = Continuity::smooth) {
  return {.name = name,
          .arguments = {real("x")},
          .min_arguments = 1,
          .max_arguments = 1,
          .lower = lower,
          .continuity = continuity,
          .formula = formula,
          .help = help,
          .example = example};
}

Function two(std::string_view name, std::vector<Argument> arguments, Term (*lower)(const CallSite&),
             Continuity continuity, std::string_view formula, std::string_view help,
             Example example, int max_arguments = 2) {
  return {.name = name,
          .arguments = std::move(arguments),
          .min_arguments = 2,
          .max_arguments = max_arguments,
          .lower = lower,
          .continuity = continuity,
          .formula = formula,
          .help = help,
          .example = example};
}

constexpr int max_chain = 100;

}  // namespace

std::span<const Function> fortran_functions() {
  using enum Continuity;
  const auto a_b = [] { return std::vector<Argument>{real("a"), real("b")}; };
  static const std::vector<Function> rows = {
      one("ABS", unary<Opcode::absolute>, "|x|", "Absolute value.", {"ABS(TIME)", -2, 2}, kink),
      one("ACOS", unary<Opcode::arc_cosine>, "arccos x", "In 0 … π; |x| ≤ 1.",
          {"ACOS(TIME)", -1, 1}),
      one("AINT", unary<Opcode::truncate>, "x without its fraction", "Rounds towards zero.",
          {"AINT(TIME)", -3, 3}, jump),
      one("ANINT", unary<Opcode::nearest_integer>, "nearest whole number",
          "Halves round away from zero.", {"ANINT(TIME)", -3, 3}, jump),
      one("ASIN", unary<Opcode::arc_sine>, "arcsin x", "In −π/2 … π/2; |x| ≤ 1.",
          {"ASIN(TIME)", -1, 1}),
      one("ATAN", unary<Opcode::arc_tangent>, "arctan x", "In −π/2 … π/2.", {"ATAN(TIME)", -5, 5}),
      two("ATAN2", {real("y"), real("x")}, binary<Opcode::arc_tangent2>, jump,
          "angle of the vector (x, y)", "In −π … π; 0 at the origin; jumps on the negative x axis.",
          {"ATAN2(TIME, -0.5)", -3, 3}),
      one("COS", unary<Opcode::cosine>, "cos x", "x in radians.", {"COS(TIME)", 0, 6.5}),
      one("COSH", unary<Opcode::hyperbolic_cosine>, "cosh x", "Hyperbolic cosine.",
          {"COSH(TIME)", -2, 2}),
      two("DIM", a_b(), positive_difference, kink, "max(a − b, 0)", "Positive difference.",
          {"DIM(TIME, 1)", -1, 3}),
      one("EXP", unary<Opcode::exponential>, "eˣ", "Exponential.", {"EXP(TIME)", -2, 2}),
      one("LOG", unary<Opcode::logarithm>, "ln x", "Natural logarithm; x > 0.",
          {"LOG(TIME)", 0.05, 5}),
      one("LOG10", unary<Opcode::logarithm10>, "log₁₀ x", "Decimal logarithm; x > 0.",
          {"LOG10(TIME)", 0.05, 5}),
      two("MAX", a_b(), chain<Opcode::maximum>, kink, "the largest argument",
          "Of two or more arguments.", {"MAX(SIN(TIME), 0.5)", 0, 6.5}, max_chain),
      two("MIN", a_b(), chain<Opcode::minimum>, kink, "the smallest argument",
          "Of two or more arguments.", {"MIN(SIN(TIME), 0.5)", 0, 6.5}, max_chain),
      two("MOD", a_b(), binary<Opcode::modulo>, jump, "a − AINT(a/b) b",
          "Remainder with the sign of a; b ≠ 0.", {"MOD(TIME, 2)", -5, 5}),
      two("SIGN", a_b(), binary<Opcode::sign_transfer>, jump, "|a| where b ≥ 0, −|a| where b < 0",
          "Size of a, sign of b.", {"SIGN(2, TIME - 1)", 0, 2}),
      one("SIN", unary<Opcode::sine>, "sin x", "x in radians.", {"SIN(TIME)", 0, 6.5}),
      one("SINH", unary<Opcode::hyperbolic_sine>, "sinh x", "Hyperbolic sine.",
          {"SINH(TIME)", -2, 2}),
      one("SQRT", unary<Opcode::square_root>, "√x", "Square root; x ≥ 0.", {"SQRT(TIME)", 0, 4}),
      one("TAN", unary<Opcode::tangent>, "tan x", "x in radians.", {"TAN(TIME)", -1.4, 1.4}),
      one("TANH", unary<Opcode::hyperbolic_tangent>, "tanh x", "Hyperbolic tangent.",
          {"TANH(TIME)", -3, 3}),
  };
  return rows;
}

}  // namespace trammel::expression
