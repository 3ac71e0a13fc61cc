// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/session.h"

#include <algorithm>
#include <numeric>

#include "analysis/assembly.h"
#include "analysis/bristles.h"
#include "analysis/dynamic.h"
#include "analysis/extrapolations.h"
#include "analysis/kinematic.h"
#include "analysis/standstill.h"
#include "analysis/static.h"
#include "numerics/index_one.h"

namespace trammel::analysis {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::kinematic:
      return "kinematic";
    case Kind::statics:
      return "static";
    case Kind::initial_conditions:
      return "initial-conditions";
    default:
      return "dynamic";
  }
}

Session::Session(const model::Model& model, std::shared_ptr<elements::UserLibraries> libraries)
    : model_(model),
      equations_(std::make_shared<const elements::Equations>(
          elements::lower(model, std::move(libraries)))) {}

bool Session::ok() const {
  return std::none_of(problems().begin(), problems().end(), [](const model::Problem& p) {
    return model::row(p.code).severity == model::Severity::error;
  });
}

const InitialConditions& Session::assemble() {
  state_ = analysis::assemble(equations_, model_.initial_conditions);
  upright_.resize(bristles_of(*equations_).size());
  std::iota(upright_.begin(), upright_.end(), 0);
  return state_;
}

const InitialConditions& Session::resume(const Session& before, const NewStart& edited) {
  const system::System unconstrained(equations_, {});
  state_ = analysis::reassemble(
      equations_, model_.initial_conditions,
      carry_over(before.equations(), before.state().state, unconstrained, edited));
  upright_ = still_upright(before.equations(), before.upright_, *equations_);
  return state_;
}

const InitialConditions& Session::restore(const Snapshot& saved) {
  state_ = {};
  state_.length = system::typical_length(equations_->skeleton);
  state_.system = std::make_shared<system::System>(equations_, saved.redundancy.kept);
  state_.system->set_mode(saved.mode);
  state_.state = saved.state;
  state_.redundancy = saved.redundancy;
  state_.degrees_of_freedom = saved.degrees_of_freedom;
  state_.only_here = saved.only_here;
  state_.advice = system::advise(*equations_, state_.length, {{state_.redundancy, state_.state.q}});
  stands_still_ = saved.stands_still;
  upright_ = saved.upright;
  for (std::size_t k = 0; k < equations_->delays.size() && k < saved.histories.size(); ++k)
    *equations_->delays[k].history = saved.histories[k];
  return state_;
}

Snapshot Session::snapshot() const {
  Snapshot s;
  s.state = state_.state;
  s.mode = state_.system->mode();
  s.stands_still = stands_still_;
  s.upright = upright_;
  s.degrees_of_freedom = state_.degrees_of_freedom;
  s.redundancy = state_.redundancy;
  s.only_here = state_.only_here;
  for (const elements::Delay& delay : equations_->delays) s.histories.push_back(*delay.history);
  return s;
}

Kind Session::automatic_kind() const {
  return is_kinematic(state_) ? Kind::kinematic : Kind::dynamic;
}

void Session::prepare(Kind kind) {
  constexpr int kinematic_mode = 1, dynamic_mode = 4, static_mode = 5;
  const int mode = kind == Kind::kinematic ? kinematic_mode
                   : kind == Kind::statics ? static_mode
                   : kind == Kind::dynamic ? dynamic_mode
                                           : mode_of_initial_conditions;
  if (stands_still_ && kind != Kind::statics) set_moving();
  if (state_.system->mode() != mode) set_mode(mode);
  load_bristles(kind);
}

// Bristles are loaded where a motion begins; statics finds the equilibrium without friction.
void Session::load_bristles(Kind kind) {
  if (upright_.empty()) return;
  if (kind == Kind::dynamic || kind == Kind::initial_conditions)
    analysis::load_bristles(state_, upright_);
  else if (kind == Kind::statics)
    analysis::unload_bristles(state_, upright_);
}

void Session::set_mode(int mode) {
  state_.system->set_mode(mode);
  const bool is_used = std::any_of(
      equations_->scalars.begin(), equations_->scalars.end(), [](const elements::Scalar& scalar) {
        return std::any_of(scalar.leaves.begin(), scalar.leaves.end(), [](const auto& leaf) {
          return leaf.kind == elements::Leaf::Kind::mode;
        });
      });
  // Where they cannot be found, the run itself says why.
  if (State s = state_.state; is_used && IndexOne(*state_.system).accelerate(s).ok())
    state_.state = std::move(s);
}

// An equilibrium has no velocities; motions that have not ended demand some.
void Session::set_moving() {
  State s = state_.state;
  IndexOne index_one(*state_.system);
  // Where they cannot be found, the run itself says why.
  if (index_one.project_velocity(s).ok() && index_one.accelerate(s).ok())
    state_.state = std::move(s);
  stands_still_ = false;
}

RunReport Session::run(Kind kind, const RunSettings& settings, const Output& output) {
  prepare(kind);
  if (kind == Kind::dynamic) upright_.clear();
  // What DELAY reads begins here, and what assembly tried on its way does not count.
  equations_->extrapolations->clear();
  state_.system->commit(state_.state, Standstill(state_.state));
  RunReport report = run_kind(kind, settings, output);
  stands_still_ = kind == Kind::statics;
  for (Finding& finding : extrapolations(*equations_))
    report.findings.push_back(std::move(finding));
  return report;
}

RunReport Session::run_kind(Kind kind, const RunSettings& settings, const Output& output) {
  if (kind == Kind::kinematic) return run_kinematic(state_, equations_, settings, output);
  if (kind == Kind::dynamic) return run_dynamic(state_, equations_, settings, output);
  if (kind == Kind::statics) return run_static(state_, settings, output);
  RunReport nothing;
  nothing.time = state_.state.t;
  return nothing;
}

}  // namespace trammel::analysis
