// Series and harmonic functions.
//
//   POLY   = Σ a_j (x − x0)^j, by Horner's rule                            (SER.1)
//   CHEBY  = Σ a_j T_j(x − x0), by Clenshaw's recurrence                   (SER.3)
//   FORCOS = a_0 + Σ a_j cos jω(x − x0),  FORSIN likewise with sin         (SER.5)
//   SHF    = a sin(ω(x − x0) − φ) + b                                     (EXPR.11)
//
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/builder.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

constexpr int max_coefficients = 31;  // a0 … a30

Term power_series(const CallSite& at) {
  const Term y = at.real(0) - at.real(1);
  Term sum = at.reals.back();
  for (std::size_t j = at.reals.size() - 1; j-- > 2;) sum = at.real(j) + y * sum;  // (SER.1)
  return sum;
}

Term chebyshev_series(const CallSite& at) {
  const std::span<const Term> a = at.reals.subspan(2);
  if (a.size() == 1) return a[0];
  const Term y = at.real(0) - at.real(1);
  Term b1 = a.back();
  if (a.size() == 2) return a[0] + y * b1;
  const Term twice_y = 2 * y;
  Term b2 = b1;
  b1 = a[a.size() - 2] + twice_y * b2;
  for (std::size_t j = a.size() - 2; j-- > 1;) {
    const Term b0 = a[j] + twice_y * b1 - b2;  // (SER.3)
    b2 = b1;
    b1 = b0;
  }
  return a[0] + y * b1 - b2;
}

template <Opcode wave>
Term fourier_series(const CallSite& at) {
  const Term phase = at.real(2) * (at.real(0) - at.real(1));
  const std::span<const Term> a = at.reals.subspan(3);
  Term sum = a[0];
  for (std::size_t j = 1; j < a.size(); ++j)
    sum = sum + a[j] * apply(wave, static_cast<double>(j) * phase);  // (SER.5)
  return sum;
}

Term harmonic(const CallSite& at) {
  const Term x = at.real(0), x0 = at.real(1), a = at.real(2), omega = at.real(3), phi = at.real(4),
             b = at.real(5);
  return a * apply(Opcode::sine, omega * (x - x0) - phi) + b;  // (EXPR.11)
}

Function series(std::string_view name, std::vector<Argument> arguments,
                Term (*lower)(const CallSite&), std::string_view formula, std::string_view help,
                Example example) {
  const int fixed = static_cast<int>(arguments.size());
  arguments.push_back(real("a0"));
  arguments.push_back(real("a1"));
  return {.name = name,
          .arguments = std::move(arguments),
          .min_arguments = fixed + 1,
          .max_arguments = fixed + max_coefficients,
          .lower = lower,
          .formula = formula,
          .help = help,
          .example = example};
}

}  // namespace

std::span<const Function> series_functions() {
  static const std::vector<Function> rows = {
      series("POLY", {real("x"), real("x0")}, power_series, "Σ aj (x − x0)^j",
             "Polynomial, up to a30.", {"POLY(TIME, 1, 0, -1, 0, 1)", -0.5, 2.5}),
      series("CHEBY", {real("x"), real("x0")}, chebyshev_series, "Σ aj Tj(x − x0)",
             "Chebyshev polynomials, up to a30.", {"CHEBY(TIME, 0, 0, 0, 0, 0, 1)", -1, 1}),
      series("FORCOS", {real("x"), real("x0"), real("omega")}, fourier_series<Opcode::cosine>,
             "a0 + Σ aj cos(j ω (x − x0))", "Fourier cosine series, up to a30.",
             {"FORCOS(TIME, 0, 2, 0.5, 1, 0.5)", 0, 6.5}),
      series("FORSIN", {real("x"), real("x0"), real("omega")}, fourier_series<Opcode::sine>,
             "a0 + Σ aj sin(j ω (x − x0))", "Fourier sine series, up to a30.",
             {"FORSIN(TIME, 0, 2, 0.5, 1, 0.5)", 0, 6.5}),
      {.name = "SHF",
       .arguments = {real("x"), real("x0"), real("a"), real("omega"), real("phi"), real("b")},
       .min_arguments = 6,
       .max_arguments = 6,
       .lower = harmonic,
       .formula = "a sin(ω (x − x0) − φ) + b",
       .help = "Simple harmonic function.",
       .example = {"SHF(TIME, 0, 2, PI, 30D, 1)", 0, 4}},
  };
  return rows;
}

}  // namespace trammel::expression
