// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

using model::EquilibriumApproach, model::EquilibriumMethod;

constexpr Ignored other_search{"METHOD = ADVANCED and DYNAMIC are the ways to search on"};

template <class S>
Argument<S> pattern(std::string_view keyword, model::Pattern S::*field, std::string_view help) {
  return {keyword, words<bool>(field, {{"T", true}, {"F", false}}), optional, help};
}

}  // namespace

SyntaxPointer equilibrium() {
  using S = model::EquilibriumSettings;
  return setting(
      Statement<S>{
          .name = "EQUILIBRIUM",
          .help = "Static analyses.",
          .arguments =
              {
                  {"ALIMIT", &S::alimit, angle & positive, "largest rotation in one iteration"},
                  {"TLIMIT", &S::tlimit, positive, "largest translation in one iteration"},
                  {"ERROR", &S::error, positive, "largest correction at the end"},
                  {"IMBALANCE", &S::imbalance, positive, "largest residual at the end"},
                  {"MAXIT", &S::maxit, at_least(1), "iterations"},
                  {"ST(ABILITY)", &S::stability, not_negative,
                   "share of mass and damping in the matrix; large is cautious"},
                  pattern("PATTERN", &S::pattern, "T: the iteration evaluates a new Jacobian"),
                  {"FUNNEL", Flag{&S::funnel, true}, optional,
                   "searches with STABILITY = 1 and lax tolerances first, then with tenths of them "
                   "down to those given"},
                  {"NOFUNNEL", Flag{&S::funnel, false}},
                  {"METHOD",
                   choice<EquilibriumMethod>(&S::method,
                                             {{"ORIGINAL", EquilibriumMethod::original},
                                              {"ADVANCED", EquilibriumMethod::advanced},
                                              {"AGGRESSIVE", EquilibriumMethod::aggressive}}),
                   optional, "other than ORIGINAL: where a search fails, the others are tried"},
                  {"STATICS", Flag{&S::approach, EquilibriumApproach::statics}, optional,
                   "solves for the equilibrium"},
                  {"DYNAMIC", Flag{&S::approach, EquilibriumApproach::dynamic}, optional,
                   "lets the model move until it has settled"},
                  {"ACCELERATION_ERROR", &S::acceleration_error, positive,
                   "DYNAMIC: largest acceleration of what has settled"},
                  {"ATOL", Synonym{&S::acceleration_error}, positive, "ACCELERATION_ERROR"},
                  {"KINETIC_ENERGY_ERROR", &S::kinetic_energy_error, positive,
                   "DYNAMIC: largest kinetic energy of what has settled"},
                  {"KETOL", Synonym{&S::kinetic_energy_error}, positive, "KINETIC_ENERGY_ERROR"},
                  {"GLOBAL_DAMPING", &S::global_damping, not_negative,
                   "DYNAMIC: c of a force -c M v on all parts, 1/time; 0: critical for what moves"},
                  {"PERIOD", &S::period, positive, "DYNAMIC: time for which both errors are kept"},
                  {"SETTLING_TIME", &S::settling_time, positive, "DYNAMIC: longest time to settle"},
                  {"RCTRL", other_search},
                  {"ARTIFICIAL_DAMPING", other_search},
                  {"AUTOMATIC", other_search},
              },
          .at_most_one_of = {{"STATICS", "DYNAMIC"}, {"FUNNEL", "NOFUNNEL"}},
      },
      &model::Model::equilibrium);
}

SyntaxPointer kinematics() {
  using S = model::KinematicsSettings;
  return setting(
      Statement<S>{
          .name = "KINEMATICS",
          .help = "Kinematic analyses.",
          .arguments =
              {
                  {"ALIMIT", &S::alimit, angle & positive, "largest rotation in one iteration"},
                  {"TLIMIT", &S::tlimit, positive, "largest translation in one iteration"},
                  {"ERROR", &S::error, positive, "largest correction at the end"},
                  {"MAXIT", &S::maxit, at_least(1), "iterations"},
                  pattern("PATTERN", &S::pattern, "T: the iteration evaluates a new Jacobian"),
                  {"AERROR", &S::aerror, positive, "the same for accelerations and forces"},
                  {"AMAXIT", &S::amaxit, at_least(1), "iterations for them"},
                  pattern("APATTERN", &S::apattern, "Jacobians for them"),
                  {"HMAX", &S::hmax, positive, "largest time step; else the output step"},
              },
      },
      &model::Model::kinematics);
}

SyntaxPointer initial_conditions() {
  using S = model::InitialConditionSettings;
  return setting(
      Statement<S>{
          .name = "IC",
          .help = "Assembly: initial positions, velocities and accelerations.",
          .arguments =
              {
                  {"ALIMIT", &S::alimit, angle & positive, "largest rotation in one iteration"},
                  {"TLIMIT", &S::tlimit, positive, "largest translation in one iteration"},
                  {"ERROR", &S::error, positive, "error of the position constraints"},
                  {"VERROR", &S::verror, positive, "error of the velocity constraints"},
                  {"MAXIT", &S::maxit, at_least(1), "iterations"},
                  pattern("PATTERN", &S::pattern, "T: the iteration evaluates a new Jacobian"),
                  {"AERROR", &S::aerror, positive, "error of accelerations and forces"},
                  {"AMAXIT", &S::amaxit, at_least(1), "iterations for them"},
                  pattern("APATTERN", &S::apattern, "Jacobians for them"),
              },
      },
      &model::Model::initial_conditions);
}

}  // namespace trammel::adm
