// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

template <class S>
void need_a_component(S& force, const Finish& finish) {
  const auto any = [](const auto& components) {
    return components[0] || components[1] || components[2];
  };
  bool given = false;
  const auto look_at = [&](const auto& components, const model::VectorExpression& vector,
                           std::string_view keyword) {
    if (vector && any(components))
      finish.error(Code::exclusive_arguments, keyword,
                   fmt::format("{} stands in place of the components", keyword));
    given |= any(components) || vector;
  };
  if constexpr (requires { force.force; }) look_at(force.force, force.force_vector, "FXYZ");
  if constexpr (requires { force.torque; }) look_at(force.torque, force.torque_vector, "TXYZ");
  finish_routine(force, finish);
  if (given && force.function)
    finish.error(Code::exclusive_arguments, "FUNCTION",
                 "FUNCTION stands in place of the components");
  if (!given && !force.function) finish.error(Code::missing_argument, "", "no component is given");
}

}  // namespace

SyntaxPointer sforce() {
  using S = model::SingleForce;
  return element(Statement<S>{
      .name = "SFORCE",
      .help = "Force along the line between two markers, or torque about z of J. Positive values "
              "push the markers apart, or turn I about z of J.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on"},
              {"J", &S::j, required, "marker the reaction acts on; gives the direction"},
              {"TRANSLATIONAL", Flag{&S::rotational, false}, optional, "a force"},
              {"ROTATIONAL", Flag{&S::rotational, true}, optional, "a torque"},
              {"ACTIONONLY", Flag{&S::action_only, true}, optional,
               "no reaction; the force acts along z of J"},
              {"FUNCTION", &S::function, required & or_user, "expression of the force or torque"},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .exactly_one_of = {{"TRANSLATIONAL", "ROTATIONAL"}},
      .finish = finish_routine<S>,
  });
}

SyntaxPointer vforce() {
  using S = model::VectorForce;
  return element(Statement<S>{
      .name = "VFORCE",
      .help = "Force vector on I; the reaction acts on the part of JFLOAT, at the same point.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on"},
              {"JFLOAT", &S::jfloat, required, "floating marker on the other part"},
              {"RM", &S::rm, may_be_zero, "marker whose axes the components follow; else ground"},
              {"FX", entry(&S::force, 0), optional, "x component"},
              {"FY", entry(&S::force, 1), optional, "y component"},
              {"FZ", entry(&S::force, 2), optional, "z component"},
              {"FUNCTION", &S::function, only_user, "all components from a routine"},
              {"FXYZ", &S::force_vector, optional, "all components, as a vector"},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .finish = need_a_component<S>,
  });
}

SyntaxPointer vtorque() {
  using S = model::VectorTorque;
  return element(Statement<S>{
      .name = "VTORQUE",
      .help = "Torque vector on I; the reaction acts on the part of JFLOAT.",
      .arguments =
          {
              {"I", &S::i, required, "marker the torque acts on"},
              {"JFLOAT", &S::jfloat, required, "floating marker on the other part"},
              {"RM", &S::rm, may_be_zero, "marker whose axes the components follow; else ground"},
              {"TX", entry(&S::torque, 0), optional, "x component"},
              {"TY", entry(&S::torque, 1), optional, "y component"},
              {"TZ", entry(&S::torque, 2), optional, "z component"},
              {"FUNCTION", &S::function, only_user, "all components from a routine"},
              {"TXYZ", &S::torque_vector, optional, "all components, as a vector"},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .finish = need_a_component<S>,
  });
}

SyntaxPointer gforce() {
  using S = model::GeneralForce;
  return element(Statement<S>{
      .name = "GFORCE",
      .help = "Force and torque on I; the reaction acts on the part of JFLOAT, at the same point.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on"},
              {"JFLOAT", &S::jfloat, required, "floating marker on the other part"},
              {"RM", &S::rm, may_be_zero, "marker whose axes the components follow; else ground"},
              {"FX", entry(&S::force, 0), optional, "x component of the force"},
              {"FY", entry(&S::force, 1), optional, "y component of the force"},
              {"FZ", entry(&S::force, 2), optional, "z component of the force"},
              {"TX", entry(&S::torque, 0), optional, "x component of the torque"},
              {"TY", entry(&S::torque, 1), optional, "y component of the torque"},
              {"TZ", entry(&S::torque, 2), optional, "z component of the torque"},
              {"FUNCTION", &S::function, only_user, "all components from a routine"},
              {"FXYZ", &S::force_vector, optional, "the force, as a vector"},
              {"TXYZ", &S::torque_vector, optional, "the torque, as a vector"},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .finish = need_a_component<S>,
  });
}

}  // namespace trammel::adm
