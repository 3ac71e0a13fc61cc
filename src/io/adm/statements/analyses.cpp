// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

constexpr Ignored newton_only{"equilibria are found by Newton's method"};

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
                  {"METHOD", newton_only},
                  {"RCTRL", newton_only},
                  {"STATICS", newton_only},
                  {"DYNAMIC", newton_only},
                  {"ACCELERATION_ERROR", newton_only},
                  {"ARTIFICIAL_DAMPING", newton_only},
                  {"ATOL", newton_only},
                  {"AUTOMATIC", newton_only},
                  {"KETOL", newton_only},
                  {"KINETIC_ENERGY_ERROR", newton_only},
                  {"GLOBAL_DAMPING", newton_only},
                  {"PERIOD", newton_only},
                  {"SETTLING_TIME", newton_only},
              },
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
