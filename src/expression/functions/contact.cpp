// One-sided and two-sided stops.
//
//   g(p, v) = max(0, k p^e − c v S3(p/d)) where p > 0, else 0             (EXPR.8)
//   IMPACT(x, v, x1, k, e, c, d)     = g(x1 − x, v)                       (EXPR.9)
//   BISTOP(x, v, x1, x2, k, e, c, d) = g(x1 − x, v) − g(x − x2, −v)       (EXPR.10)
//
// p is the penetration; the damping grows with it from 0 to c over the depth d, so that the force
// has no jump at touching. S3: (STP.1), STEP(x, x1−d, 1, x1, 0) of the manuals read from the other
// end. With d = 0 the damping acts in full from touching on.
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

struct StopLaw {
  Term k, e, c, d;
};

Term push(Term p, Term v, const StopLaw& law) {
  const Term elastic = law.k * apply(Opcode::positive_power, p, law.e);
  const Term damping = law.c * v * apply(Opcode::cubic_step, apply(Opcode::fraction, p, law.d));
  return apply(Opcode::maximum, p.builder().constant(0), elastic - damping);  // (EXPR.8)
}

Term impact(const CallSite& at) {
  const StopLaw law{at.real(3), at.real(4), at.real(5), at.real(6)};
  return push(at.real(2) - at.real(0), at.real(1), law);  // (EXPR.9)
}

Term bistop(const CallSite& at) {
  const Term x = at.real(0), v = at.real(1);
  const StopLaw law{at.real(4), at.real(5), at.real(6), at.real(7)};
  return push(at.real(2) - x, v, law) - push(x - at.real(3), -v, law);  // (EXPR.10)
}

}  // namespace

std::span<const Function> contact_functions() {
  static const std::vector<Function> rows = {
      {.name = "IMPACT",
       .arguments = {real("x"), real("v"), real("x1"), real("k"), real("e"), real("cmax"),
                     real("d")},
       .min_arguments = 7,
       .max_arguments = 7,
       .lower = impact,
       .continuity = Continuity::kink,
       .formula = "max(0, k (x1 − x)^e − cmax v STEP(x, x1 − d, 1, x1, 0)) where x < x1, else 0",
       .help = "Force of a stop at x1 that pushes towards larger x; v is the rate of x.",
       .example = {"IMPACT(1 - TIME, -1, 0.5, 100, 1.5, 10, 0.1)", 0, 1}},
      {.name = "BISTOP",
       .arguments = {real("x"), real("v"), real("x1"), real("x2"), real("k"), real("e"),
                     real("cmax"), real("d")},
       .min_arguments = 8,
       .max_arguments = 8,
       .lower = bistop,
       .continuity = Continuity::kink,
       .formula = "max(0, k (x1 − x)^e − cmax v STEP(x, x1 − d, 1, x1, 0)) where x < x1, "
                  "min(0, −k (x − x2)^e − cmax v STEP(x, x2, 0, x2 + d, 1)) where x > x2, else 0",
       .help = "Force of two stops, x1 < x2, between which x is free.",
       .example = {"BISTOP(TIME, 1, -1, 1, 100, 1.5, 10, 0.1)", -1.5, 1.5}},
  };
  return rows;
}

}  // namespace trammel::expression
