// Interpolation in the data of SPLINE and CURVE.
//
//   INVPSD = Σ A_k sin(2π f_k x + φ_k),  A_k = √(2 S(f_k) δ)                  (EXPR.12)
//            f_k = f0 + (k − ½) δ,  δ = (f1 − f0)/n,  k = 1 … n               (EXPR.13)
//
// so that ½ Σ A_k² is the integral of the spectrum S by the midpoint rule: signal and spectrum have
// the same mean square. The phases φ_k are a fixed sequence for each seed.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <limits>
#include <numbers>
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

Term coordinate(const CallSite& at) {
  const int order = at.integers[0], component = at.integers[1], curve = at.integers[2];
  const auto axis =
      static_cast<Interpolation>(static_cast<int>(Interpolation::curve_x) + component - 1);
  return interpolate(axis, order, curve, at.real(0), at.builder.constant(0));
}

constexpr int linear_method = 1, cubic_method = 3;

std::string_view objection_to_method(std::span<const int> integers) {
  const bool known = integers[0] == linear_method || integers[0] == cubic_method;
  return known ? "" : "INTERP has method 1, linear, and method 3, cubic";
}

Term time_series(const CallSite& at) {
  const int order = at.integers.size() > 2 ? at.integers[2] : 0;
  const auto method =
      at.integers[0] == linear_method ? Interpolation::linear : Interpolation::cubic;
  return interpolate(method, order, at.integers[1], at.real(0), at.builder.constant(0));
}

// SplitMix64, in 0 … 2π.
double phase(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  constexpr double unit = 1.0 / (std::uint64_t(1) << 53);
  return 2 * std::numbers::pi * unit * static_cast<double>((z ^ (z >> 31)) >> 11);
}

Term spectrum(int id, bool logarithmic, Term f) {
  const Term zero = f.builder().constant(0);
  if (!logarithmic) return interpolate(Interpolation::linear, 0, id, f, zero);
  const Term log_f = apply(Opcode::logarithm, f);
  return apply(Opcode::exponential, interpolate(Interpolation::logarithmic, 0, id, log_f, zero));
}

Term random_signal(const CallSite& at) {
  const Term x = at.real(0), f0 = at.real(1), f1 = at.real(2);
  const int id = at.integers[0], n = at.integers[1];
  auto state = static_cast<std::uint64_t>(at.integers[3]);
  const Term band = (1.0 / n) * (f1 - f0);
  Term sum = at.builder.constant(0);
  for (int k = 1; k <= n; ++k) {
    const Term f = f0 + (k - 0.5) * band;  // (EXPR.13)
    const Term S = spectrum(id, at.integers[2] == 1, f);
    const Term angle = 2 * std::numbers::pi * (f * x) + at.builder.constant(phase(state));
    sum =
        sum + apply(Opcode::square_root, 2 * (S * band)) * apply(Opcode::sine, angle);  // (EXPR.12)
  }
  return sum;
}

Function row(std::string_view name, Term (*lower)(const CallSite&), std::string_view formula,
             std::string_view help, Example example) {
  return {.name = name,
          .arguments = {real("x"), real("z"), id("id", Entity::spline), integer("order", 0, 2)},
          .min_arguments = 3,
          .max_arguments = 4,
          .lower = lower,
          .formula = formula,
          .help = help,
          .example = example};
}

}  // namespace

std::span<const Function> spline_functions() {
  constexpr int largest = std::numeric_limits<int>::max();
  static const std::vector<Function> rows = {
      row("CUBSPL", lookup<Interpolation::cubic>, "cubic spline through the points of SPLINE/id",
          "Continuous second derivative, natural ends. z is the second independent variable (0 for "
          "curves), in which it is a cubic spline, too; order 1, 2 gives the derivative with "
          "respect to x.",
          {"CUBSPL(TIME, 0, 1)", 0, 5}),
      row("AKISPL", lookup<Interpolation::akima>, "Akima spline through the points of SPLINE/id",
          "Local: a point changes the curve only near it; continuous slope. z is the second "
          "independent variable (0 for "
          "curves), in which it is linear; order 1, 2 gives the derivative with respect to x.",
          {"AKISPL(TIME, 0, 1)", 0, 5}),
      {.name = "INTERP",
       .arguments = {real("x"), integer("method", 1, 3), id("id", Entity::spline),
                     integer("order", 0, 2)},
       .min_arguments = 3,
       .max_arguments = 4,
       .lower = time_series,
       .objection = objection_to_method,
       .continuity = Continuity::kink,
       .formula = "method 1: straight lines, 3: cubic spline through the points of SPLINE/id",
       .help =
           "Time series; order 1, 2 gives the derivative. Of a family of curves, method 3 reads "
           "the one at z = 0; method 1 needs a single curve.",
       .example = {"INTERP(TIME, 1, 1)", 0, 5}},
      {.name = "CURVE",
       .arguments = {real("u"), integer("order", 0, 2), integer("comp", 1, 3),
                     id("id", Entity::curve)},
       .min_arguments = 4,
       .max_arguments = 4,
       .lower = coordinate,
       .formula = "x, y or z (comp 1, 2, 3) of CURVE/id at u, or its derivative of order 1, 2",
       .help =
           "u from −1 to 1. A closed curve repeats with period 2, an open one goes on along its "
           "end tangents.",
       .example = {"CURVE(TIME, 0, 2, 1)", -1, 1}},
      {.name = "INVPSD",
       .arguments = {real("x"), id("id", Entity::spline), real("f0"), real("f1"),
                     integer("n", 1, 1000), integer("log", 0, 1), integer("seed", 0, largest)},
       .min_arguments = 7,
       .max_arguments = 7,
       .lower = random_signal,
       .formula =
           "Σ √(2 S(fk) δ) sin(2π fk x + φk), fk = f0 + (k − ½) δ, δ = (f1 − f0)/n, k = 1 … n",
       .help =
           "Random signal with the power spectral density S(f) of SPLINE/id between f0 and f1: "
           "the mean square of the signal is the integral of S. S is linear between its points, "
           "or ln S in ln f (log 1). The phases follow from the seed alone.",
       .example = {"INVPSD(TIME, 2, 0.5, 4, 20, 0, 7)", 0, 5}},
  };
  return rows;
}

}  // namespace trammel::expression
