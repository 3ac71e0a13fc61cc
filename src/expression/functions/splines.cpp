// Interpolation in SPLINE data.
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

template <Interpolation method>
Term lookup(const CallSite& at) {
  const int order = at.integers.size() > 1 ? at.integers[1] : 0;
  return interpolate(method, order, at.integers[0], at.real(0), at.real(1));
}

Function row(std::string_view name, Term (*lower)(const CallSite&), Continuity continuity,
             std::string_view formula, std::string_view help) {
  return {.name = name,
          .arguments = {real("x"), real("z"), id("id", Entity::spline), integer("order", 0, 2)},
          .min_arguments = 3,
          .max_arguments = 4,
          .lower = lower,
          .continuity = continuity,
          .formula = formula,
          .help = help};
}

}  // namespace

std::span<const Function> spline_functions() {
  static const std::vector<Function> rows = {
      row("CUBSPL", lookup<Interpolation::cubic>, Continuity::smooth,
          "cubic spline through the points of SPLINE/id",
          "Continuous second derivative. z is the second independent variable (0 for curves); "
          "order 1, 2 gives the derivative with respect to x."),
      row("AKISPL", lookup<Interpolation::akima>, Continuity::smooth,
          "Akima spline through the points of SPLINE/id",
          "Local, no overshoot; continuous slope. z is the second independent variable (0 for "
          "curves); order 1, 2 gives the derivative with respect to x."),
  };
  return rows;
}

}  // namespace trammel::expression
