// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/newmark.h"

#include <fmt/format.h>

namespace trammel {

namespace {

double least_beta(double gamma) {  // (NMK.1)
  return (gamma + 0.5) * (gamma + 0.5) / 4;
}

HhtParameters parameters(const IntegratorOptions& o) {
  const double gamma = o.gamma.value_or(0.7);
  return {0, o.beta.value_or(least_beta(gamma)), gamma};
}

}  // namespace

Newmark::Newmark(const Dae& dae, const IntegratorOptions& options)
    : HhtI3(dae, options, parameters(options)) {}

std::string Newmark::check(const IntegratorOptions& o) {
  const HhtParameters p = parameters(o);
  if (!(p.gamma >= 0.5 && p.gamma <= 1))
    return fmt::format("GAMMA must lie between 0.5 and 1, not {}", p.gamma);
  if (!(p.beta >= least_beta(p.gamma) * (1 - 1e-12) && p.beta <= 1))
    return fmt::format("BETA must lie between (GAMMA + 0.5)^2/4 = {:.6g} and 1, not {}",
                       least_beta(p.gamma), p.beta);
  return {};
}

}  // namespace trammel
