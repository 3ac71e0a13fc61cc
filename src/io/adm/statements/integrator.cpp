// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

void finish_integrator(model::IntegratorSettings& settings, const Finish& finish) {
  const auto above = [](const std::optional<double>& a, const std::optional<double>& b) {
    return a && b && *a > *b;
  };
  if (above(settings.hmin, settings.hmax))
    finish.error(Code::out_of_range, "HMIN", "HMIN is larger than HMAX");
  if (above(settings.hinit, settings.hmax))
    finish.error(Code::out_of_range, "HINIT", "HINIT is larger than HMAX");
  if (above(settings.hmin, settings.hinit))
    finish.error(Code::out_of_range, "HMIN", "HMIN is larger than HINIT");
}

}  // namespace

SyntaxPointer integrator() {
  using S = model::IntegratorSettings;
  using model::Corrector;
  using model::Formulation;
  using model::IntegratorMethod;
  return setting(
      Statement<S>{
          .name = "INTEGRATOR",
          .help = "Method and tolerances of dynamic analyses.",
          .arguments =
              {
                  {"GSTIFF", Flag{&S::method, IntegratorMethod::gstiff}, optional,
                   "BDF of fixed coefficients, order 1 to 6"},
                  {"WSTIFF", Flag{&S::method, IntegratorMethod::wstiff}, optional,
                   "BDF of variable coefficients, order 1 to 6"},
                  {"HHT", Flag{&S::method, IntegratorMethod::hht}, optional,
                   "Hilber-Hughes-Taylor, order 2"},
                  {"NEWMARK", Flag{&S::method, IntegratorMethod::newmark}, optional, "Newmark"},
                  {"HASTIFF", Flag{&S::method, IntegratorMethod::hastiff}, optional,
                   "BDF of a reduced system"},
                  {"ABAM", Flag{&S::method, IntegratorMethod::abam}, optional,
                   "Adams-Bashforth-Moulton on independent coordinates"},
                  {"CONSTANT_BDF", Flag{&S::method, IntegratorMethod::constant_bdf}, optional,
                   "BDF of constant step"},
                  {"RKF45", Flag{&S::method, IntegratorMethod::rkf45}, optional,
                   "Runge-Kutta-Fehlberg on independent coordinates"},
                  {"I3", Flag{&S::formulation, Formulation::i3}, optional, "index 3"},
                  {"SI2", Flag{&S::formulation, Formulation::si2}, optional, "stabilised index 2"},
                  {"SI1", Flag{&S::formulation, Formulation::si1}, optional,
                   "stabilised index 1: SI2 runs in its place"},
                  {"ERROR", &S::error, positive, "local error of a step"},
                  {"HINIT", &S::hinit, positive, "first step"},
                  {"HMIN", &S::hmin, positive, "smallest step"},
                  {"HMAX", &S::hmax, positive, "largest step"},
                  {"KMAX", &S::kmax, between(1, 12), "highest order"},
                  {"MAXIT", &S::maxit, at_least(1),
                   "iterations of the corrector; 2 or more, of tlismni 1"},
                  {"PATTERN", words<bool>(&S::pattern, {{"T", true}, {"F", false}}), optional,
                   "T: the iteration evaluates a new Jacobian"},
                  {"CORRECTOR",
                   choice<Corrector>(&S::corrector, {{"ORIGINAL", Corrector::original},
                                                     {"MODIFIED", Corrector::modified},
                                                     {"NEW", Corrector::modified},
                                                     {"ORIG_CONSTANT", Corrector::orig_constant}}),
                   optional,
                   "MODIFIED, formerly NEW: converges on what is under error control only"},
                  {"INTERPOLATE", choice<bool>(&S::interpolate, {{"ON", true}, {"OFF", false}}),
                   optional, "ON: steps pass over output times"},
                  {"ALPHA", &S::alpha, between(-1.0 / 3, 0), "damping of HHT"},
                  {"BETA", &S::beta, positive, "of NEWMARK"},
                  {"GAMMA", &S::gamma, positive, "of NEWMARK"},
                  {"ADAPTIVITY", Ignored{"the corrector tolerance follows from ERROR alone"}},
                  {"FIXIT", Ignored{"MAXIT limits the iterations"}},
                  {"SCALE", Ignored{"error weights follow from the units of the coordinates"}},
                  {"LIST", Ignored{"it prints the settings"}},
              },
          .at_most_one_of = {{"GSTIFF", "WSTIFF", "HHT", "NEWMARK", "HASTIFF", "ABAM",
                              "CONSTANT_BDF", "RKF45"},
                             {"I3", "SI2", "SI1"}},
          .finish = finish_integrator,
      },
      &model::Model::integrator);
}

}  // namespace trammel::adm
