// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/session.h"

#include <algorithm>

#include "analysis/dynamic.h"
#include "analysis/kinematic.h"

namespace trammel::analysis {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::kinematic:
      return "kinematic";
    case Kind::initial_conditions:
      return "initial-conditions";
    default:
      return "dynamic";
  }
}

Session::Session(const model::Model& model)
    : model_(model),
      equations_(std::make_shared<const elements::Equations>(elements::lower(model))) {}

bool Session::ok() const {
  return std::none_of(problems().begin(), problems().end(), [](const model::Problem& p) {
    return model::row(p.code).severity == model::Severity::error;
  });
}

const InitialConditions& Session::assemble() {
  state_ = analysis::assemble(equations_, model_.initial_conditions);
  return state_;
}

Kind Session::automatic_kind() const {
  return is_kinematic(state_) ? Kind::kinematic : Kind::dynamic;
}

RunReport Session::run(Kind kind, const RunSettings& settings, const Output& output) {
  if (kind == Kind::kinematic) return run_kinematic(state_, equations_, settings, output);
  if (kind == Kind::dynamic) return run_dynamic(state_, equations_, settings, output);
  RunReport nothing;
  nothing.time = state_.state.t;
  return nothing;
}

}  // namespace trammel::analysis
