// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "integrators/abam.h"
#include "integrators/bdf_i3.h"
#include "integrators/bdf_si2.h"
#include "integrators/hht_i3.h"
#include "integrators/hht_si2.h"
#include "integrators/newmark.h"
#include "integrators/primer.h"
#include "integrators/reduced_integrator.h"
#include "integrators/runge_kutta.h"
#include "integrators/sdirk4.h"
#include "integrators/state_time.h"
#include "integrators/tlismni.h"

namespace trammel {

namespace {

template <class Method>
std::unique_ptr<Integrator> make(const Dae& dae, const IntegratorOptions& options) {
  return std::make_unique<Method>(dae, options);
}

// Without constraints of positions there is nothing to stabilise: half the unknowns do.
std::unique_ptr<Integrator> make_stabilised(const Dae& dae, const IntegratorOptions& options,
                                            Nordsieck::Spacing spacing) {
  if (dae.layout().m0 == 0)
    return std::make_unique<BdfI3>(dae, options, spacing, BdfI3::Control::velocities_too);
  return std::make_unique<BdfSi2>(dae, options, spacing);
}

template <int index>
std::unique_ptr<Integrator> make_bdf(const Dae& dae, const IntegratorOptions& options,
                                     Nordsieck::Spacing spacing) {
  if constexpr (index == 2) return make_stabilised(dae, options, spacing);
  return std::make_unique<BdfI3>(dae, options, spacing);
}

template <int index>
std::unique_ptr<Integrator> make_wstiff(const Dae& dae, const IntegratorOptions& options) {
  return make_bdf<index>(dae, options, Nordsieck::Spacing::actual);
}

// GSTIFF in the formulation that is asked for.
template <int index>
std::unique_ptr<Integrator> make_gstiff(const Dae& dae, const IntegratorOptions& options) {
  if (options.formulation == Formulation::primer)
    return std::make_unique<Primer>(
        dae, options,
        index == 2 ? PrimerMatrix::Index::stabilised_two : PrimerMatrix::Index::three);
  return make_bdf<index>(dae, options, Nordsieck::Spacing::equal);
}

std::unique_ptr<Integrator> make_pair(const Dae& dae, const IntegratorOptions& options) {
  return std::make_unique<RungeKutta>(dae, options, RungeKuttaPair::fehlberg());
}

// Explicit methods gain most from coordinates without constraints.
std::unique_ptr<Integrator> make_rkf45(const Dae& dae, const IntegratorOptions& options) {
  return make_on_few_coordinates(dae, options, make_pair);
}

std::unique_ptr<Integrator> make_abam(const Dae& dae, const IntegratorOptions& options) {
  return make_on_few_coordinates(dae, options, make<Abam>);
}

template <const TlismniFormula& formula>
std::unique_ptr<Integrator> make_tlismni(const Dae& dae, const IntegratorOptions& options) {
  return std::make_unique<Tlismni>(dae, options, formula);
}

template <const TlismniFormula& formula>
constexpr IntegratorInfo tlismni(std::string_view name, int order, std::string_view help) {
  return {.name = name,
          .order = order,
          .index = 1,
          .help = help,
          .make = make_tlismni<formula>,
          .check = Tlismni::check,
          .is_stiff = false,
          .least_iterations = 1};
}

using Element = TimeElement::Type;

constexpr std::array<IntegratorInfo, 19> list = {{
    {"hht-i3", 2, 3, "Hilber-Hughes-Taylor on the index-3 equations, numerical damping by ALPHA",
     make<HhtI3>, HhtI3::check},
    {"hht-si2", 2, 2, "Hilber-Hughes-Taylor with position and velocity constraints in every step",
     make<HhtSi2>, HhtSi2::check},
    {"newmark", 1, 3, "Newmark's method on the index-3 equations, damping by BETA and GAMMA",
     make<Newmark>, Newmark::check},
    {"gstiff-i3", 0, 3, "BDF of order 1 to KMAX on the index-3 equations, fixed coefficients",
     make_gstiff<3>, Bdf::check, true},
    {"wstiff-i3", 0, 3, "BDF of order 1 to KMAX on the index-3 equations, variable coefficients",
     make_wstiff<3>, Bdf::check},
    {"gstiff-si2", 0, 2,
     "BDF of order 1 to KMAX on stabilised index-2 equations, fixed coefficients", make_gstiff<2>,
     Bdf::check, true},
    {"wstiff-si2", 0, 2,
     "BDF of order 1 to KMAX on stabilised index-2 equations, variable coefficients",
     make_wstiff<2>, Bdf::check},
    {"st-lq", 3, 3, "time elements, quadratic positions and linear reactions",
     make_state_time<Element::lq>, StateTime::check, false, 3},
    {"st-qc", 5, 3, "time elements, cubic positions and quadratic reactions",
     make_state_time<Element::qc>, StateTime::check, false, 4},
    {"st-l1h3", 4, 3, "time elements of Hermite type, cubic positions and linear reactions",
     make_state_time<Element::l1h3>, StateTime::check, false, 4},
    {"st-l2h4", 6, 3, "time elements of Hermite type, quartic positions and quadratic reactions",
     make_state_time<Element::l2h4>, StateTime::check, false, 5},
    {.name = "abam",
     .order = 0,
     .index = 1,
     .help = "Adams-Bashforth-Moulton of order 1 to KMAX (12) on independent coordinates, explicit",
     .make = make_abam,
     .check = Abam::check,
     .is_stiff = false,
     .extrapolates = true},
    {.name = "rkf45",
     .order = 5,
     .index = 1,
     .help = "Runge-Kutta-Fehlberg of order 5 on independent coordinates, explicit",
     .make = make_rkf45,
     .check = RungeKutta::check,
     .error_power = 5,
     .is_stiff = false},
    {.name = "sdirk4",
     .order = 4,
     .index = 1,
     .help = "diagonally implicit Runge-Kutta of order 4 on independent coordinates, L-stable",
     .make = make<Sdirk4>,
     .check = Sdirk4::check,
     .error_power = 4},
    tlismni<TlismniFormula::trapezoidal>(
        "tlismni-trapezoidal", 2, "trapezoidal rule on independent coordinates, in two loops"),
    tlismni<TlismniFormula::am3>(
        "tlismni-am3", 3, "Adams-Moulton of order 3 on independent coordinates, in two loops"),
    tlismni<TlismniFormula::am4>(
        "tlismni-am4", 4, "Adams-Moulton of order 4 on independent coordinates, in two loops"),
    tlismni<TlismniFormula::hht>("tlismni-hht", 2,
                                 "Hilber-Hughes-Taylor on independent coordinates, in two loops"),
    tlismni<TlismniFormula::bdf2>("tlismni-bdf2", 2,
                                  "BDF of order 2 on independent coordinates, in two loops"),
}};

}  // namespace

std::span<const IntegratorInfo> integrators() {
  return list;
}

const IntegratorInfo* find_integrator(std::string_view name) {
  const auto at = std::find_if(list.begin(), list.end(),
                               [&](const IntegratorInfo& i) { return i.name == name; });
  return at == list.end() ? nullptr : &*at;
}

std::string check_options(const IntegratorInfo& info, const IntegratorOptions& o) {
  const auto not_positive = [](double x) { return !(x > 0) || !std::isfinite(x); };
  if (not_positive(o.error)) return fmt::format("ERROR must be positive, not {}", o.error);
  for (const auto& [what, value] : {std::pair{"HINIT", o.step.h_init},
                                    {"HMIN", o.step.h_min},
                                    {"HMAX", o.step.h_max},
                                    {"the fixed step", o.step.fixed}})
    if (value != 0 && not_positive(value))
      return fmt::format("{} must be positive, not {}", what, value);
  if (o.step.h_max > 0 && o.step.h_min > o.step.h_max)
    return fmt::format("HMIN ({}) is larger than HMAX ({})", o.step.h_min, o.step.h_max);
  if (o.step.h_max > 0 && o.step.h_init > o.step.h_max)
    return fmt::format("HINIT ({}) is larger than HMAX ({})", o.step.h_init, o.step.h_max);
  if (o.max_iterations < info.least_iterations)
    return fmt::format("MAXIT must be at least {}, not {}", info.least_iterations,
                       o.max_iterations);
  if (o.formulation == Formulation::primer && !info.has_primer_formulation)
    return fmt::format("{} has no primer formulation: gstiff-i3 and gstiff-si2 do", info.name);
  return info.check(o);
}

}  // namespace trammel
