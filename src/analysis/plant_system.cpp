// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/plant_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/carry_over.h"
#include "elements/user/libraries.h"
#include "expression/compose.h"
#include "expression/parse.h"
#include "numerics/index_one.h"

namespace trammel::analysis {
namespace {

using expression::Tree;

Tree parsed(const std::string& text) {
  return *expression::parse(text).tree;
}

// What depends on itself is solved for; here it does so in name only.
Tree solved_for(const Tree& function, int id) {
  return expression::sum({function, parsed(fmt::format("0*VARVAL({})", id))});
}

int free_id(const model::Model& model) {
  int id = 0;
  for (const model::Variable& each : model.variables) id = std::max(id, each.id);
  return id + 1;
}

// A routine moves to a VARIABLE of its own.
void make_input(model::Model& model, int id) {
  Tree function = model.variables.find(id)->function.tree;
  if (model.variables.find(id)->function.is_user()) {
    model::Variable routine = *model.variables.find(id);
    routine.id = free_id(model);
    function = parsed(fmt::format("VARVAL({})", routine.id));
    model.variables.add(std::move(routine));
  }
  model::Variable& variable = *model.variables.find(id);
  variable.function = {"input", solved_for(function, id), {}};
  variable.routine = {};
}

// Its id.
int make_output(model::Model& model, int of) {
  model::Variable output;
  output.id = free_id(model);
  output.function = {"output", solved_for(parsed(fmt::format("VARVAL({})", of)), output.id), {}};
  model.variables.add(output);
  return output.id;
}

bool has_error(const elements::Equations& equations) {
  return std::any_of(equations.problems.begin(), equations.problems.end(),
                     [](const model::Problem& problem) {
                       return model::row(problem.code).severity == model::Severity::error;
                     });
}

std::vector<int> unknowns_of(const elements::Equations& equations,
                             const std::vector<int>& variables) {
  std::vector<int> numbers;
  const auto& unknowns = equations.unknowns;
  for (const int id : variables) {
    const elements::Owner owner{model::Kind::variable, id};
    const auto found =
        std::find_if(unknowns.begin(), unknowns.end(),
                     [&](const elements::UnknownEquation& each) { return each.owner == owner; });
    if (found != unknowns.end()) numbers.push_back(int(found - unknowns.begin()));
  }
  return numbers;
}

// VARIABLEs that have become unknowns begin with their values.
void guess_unknowns(const elements::Equations& equations, const InitialConditions& at, Vector& y) {
  const elements::Equations& before = at.system->equations();
  system::Outputs shown;
  at.system->outputs(at.state, shown);
  for (std::size_t k = 0; k < equations.unknowns.size(); ++k) {
    const elements::Owner owner = equations.unknowns[k].owner;
    const bool is_old = std::any_of(
        before.unknowns.begin(), before.unknowns.end(),
        [&](const elements::UnknownEquation& unknown) { return unknown.owner == owner; });
    if (is_old || owner.kind != model::Kind::variable ||
        !before.model->variables.contains(owner.id))
      continue;
    const double value = shown.variables[before.model->variables.position(owner.id)];
    if (std::isfinite(value)) y[Eigen::Index(k)] = value;
  }
}

}  // namespace

PlantSystem::PlantSystem(const model::Model& model,
                         const std::shared_ptr<elements::UserLibraries>& libraries,
                         const InitialConditions& at, const std::vector<int>& inputs,
                         const std::vector<int>& outputs)
    : model_(model) {
  for (const int id : inputs) make_input(model_, id);
  std::vector<int> shown;
  for (const int id : outputs) shown.push_back(make_output(model_, id));
  equations_ = std::make_shared<const elements::Equations>(elements::lower(model_, libraries));
  inputs_ = unknowns_of(*equations_, inputs);
  outputs_ = unknowns_of(*equations_, shown);
  if (has_error(*equations_) || inputs_.size() != inputs.size() ||
      outputs_.size() != outputs.size())
    return;
  if (!start(at)) return;
  response_.emplace(*system_, state_);
  if (std::string ignored; !response_->prepare(false, ignored)) response_.reset();
}

bool PlantSystem::start(const InitialConditions& at) {
  system_.emplace(equations_, at.redundancy.kept);
  system_->set_mode(at.system->mode());
  state_ = carry_over(at.system->equations(), at.state, *system_, {});
  const Layout& layout = system_->layout();
  if (layout.n != at.state.v.size() || layout.m() != at.state.lambda.size() ||
      layout.n_x != at.state.x.size())
    return false;
  state_.lambda = at.state.lambda;
  guess_unknowns(*equations_, at, state_.y);
  return IndexOne(*system_).accelerate(state_).ok();
}

Vector PlantSystem::outputs_of(const Vector& response) const {
  Vector result(Eigen::Index(outputs_.size()));
  for (std::size_t k = 0; k < outputs_.size(); ++k)
    result[Eigen::Index(k)] = response[response_->first_unknown() + outputs_[k]];
  return result;
}

Vector PlantSystem::to_state(const LinearModel& linear, int k) {
  const Layout& layout = system_->layout();
  Vector dq = Vector::Zero(layout.n), dv = dq, dx = Vector::Zero(layout.n_x);
  if (k < linear.n_z)
    dq = linear.positions.col(k), dv = linear.along.col(k);
  else if (k < linear.n_z + linear.n_w)
    dv = linear.velocities.col(k - linear.n_z);
  else
    dx[k - linear.n_z - linear.n_w] = 1;
  return outputs_of(response_->to_change(dq, dv, dx));  // (SMX.6)
}

PlantSystem::OfInput PlantSystem::to_input(int k) const {
  const Layout& layout = system_->layout();
  const Vector r = response_->to_unknown(inputs_[std::size_t(k)]);  // (SMX.6)
  return {r.head(layout.n), r.segment(layout.n + layout.m(), layout.n_x), outputs_of(r)};
}

}  // namespace trammel::analysis
