// Smooth transitions from one level to another.
//
//   u = (x − x0)/(x1 − x0),   f = h0 + (h1 − h0) S(u)                     (EXPR.5)
//
// with the shapes S of math/step.h: (STP.1) STEP, (STP.2) STEP5, (STP.3) HAVSIN. With x1 < x0 the
// transition runs backwards; with x1 = x0 it is a jump after x0.
//
//   SWEEP: f = a S5((x − x0)/dx) sin 2πφ,   φ = f0 x + (f1 − f0)(x1 − x0) r(u)   (EXPR.6)
//          r(u) = 0 (u ≤ 0),  u²/2,  u − 1/2 (u ≥ 1)                      (EXPR.7)
//
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

template <Opcode shape>
Term transition(const CallSite& at) {
  const Term x = at.real(0), x0 = at.real(1), h0 = at.real(2), x1 = at.real(3), h1 = at.real(4);
  const Term u = apply(Opcode::fraction, x - x0, x1 - x0);
  return h0 + (h1 - h0) * apply(shape, u);  // (EXPR.5)
}

Term sweep(const CallSite& at) {
  const Term x = at.real(0), a = at.real(1), x0 = at.real(2), f0 = at.real(3), x1 = at.real(4),
             f1 = at.real(5), dx = at.real(6);
  const Term ramp = apply(Opcode::ramp_integral, apply(Opcode::fraction, x - x0, x1 - x0));
  const Term cycles = f0 * x + (f1 - f0) * (x1 - x0) * ramp;
  const Term envelope = apply(Opcode::quintic_step, apply(Opcode::fraction, x - x0, dx));
  return a * envelope * apply(Opcode::sine, 2 * std::numbers::pi * cycles);  // (EXPR.6)
}

Function row(std::string_view name, Term (*lower)(const CallSite&), std::string_view formula,
             std::string_view help, Example example) {
  return {.name = name,
          .arguments = {real("x"), real("x0"), real("h0"), real("x1"), real("h1")},
          .min_arguments = 5,
          .max_arguments = 5,
          .lower = lower,
          .formula = formula,
          .help = help,
          .example = example};
}

}  // namespace

std::span<const Function> step_functions() {
  static const std::vector<Function> rows = {
      row("STEP", transition<Opcode::cubic_step>,
          "h0 for x ≤ x0, h0 + (h1 − h0) Δ²(3 − 2Δ), h1 for x ≥ x1, Δ = (x − x0)/(x1 − x0)",
          "Cubic step: the slope is continuous.", {"STEP(TIME, 1, 0.5, 3, 2)", 0, 4}),
      row("STEP5", transition<Opcode::quintic_step>,
          "h0 for x ≤ x0, h0 + (h1 − h0) Δ³(10 − 15Δ + 6Δ²), h1 for x ≥ x1",
          "Quintic step: the second derivative is continuous.",
          {"STEP5(TIME, 1, 0.5, 3, 2)", 0, 4}),
      row("HAVSIN", transition<Opcode::haversine_step>,
          "h0 for x ≤ x0, (h0 + h1)/2 + (h1 − h0)/2 sin(πΔ − π/2), h1 for x ≥ x1",
          "Haversine step: the slope is continuous.", {"HAVSIN(TIME, 1, 0.5, 3, 2)", 0, 4}),
      {.name = "SWEEP",
       .arguments = {real("x"), real("a"), real("x0"), real("f0"), real("x1"), real("f1"),
                     real("dx")},
       .min_arguments = 7,
       .max_arguments = 7,
       .lower = sweep,
       .formula = "STEP5(x, x0, 0, x0 + dx, 1) a sin(2πφ), φ' from f0 at x0 to f1 at x1",
       .help = "Sine of constant amplitude whose frequency (cycles) grows linearly.",
       .example = {"SWEEP(TIME, 2, 0, 0.5, 4, 3, 1)", 0, 5}},
  };
  return rows;
}

}  // namespace trammel::expression
