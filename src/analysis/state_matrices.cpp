// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/state_matrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/linear_model.h"
#include "analysis/plant_states.h"
#include "analysis/plant_system.h"
#include "elements/user/libraries.h"
#include "expression/compose.h"
#include "expression/parse.h"
#include "numerics/index_one.h"

namespace trammel::analysis {
namespace {

constexpr double small_change = 1e-6;  // of a value, or of one
// A change that is hardly seen beside the response itself is made larger, so often.
constexpr double seen = 1e-5, larger = 100;
constexpr int most_tries = 5;
constexpr std::size_t functions_of_a_request = 8;

// The model with requests for VARIABLEs, which its equations then answer.
model::Model with_outputs(model::Model model, const std::vector<int>& variables) {
  int id = 0;
  for (const model::Request& request : model.requests) id = std::max(id, request.id);
  for (std::size_t k = 0; k < variables.size(); k += functions_of_a_request) {
    model::Request request;
    request.id = ++id;
    for (std::size_t f = 0; f < functions_of_a_request && k + f < variables.size(); ++f) {
      const std::string text = fmt::format("VARVAL({})", variables[k + f]);
      request.functions[f] = {text, *expression::parse(text).tree, {}};
    }
    model.requests.add(std::move(request));
  }
  return model;
}

// The model with `by` added to a VARIABLE. A routine keeps its own VARIABLE, to which that refers.
model::Model raised(model::Model model, int variable, double by) {
  const model::Variable given = *model.variables.find(variable);
  expression::Tree tree = given.function.tree;
  if (given.function.is_user()) {
    model::Variable routine = given;
    for (const model::Variable& each : model.variables) routine.id = std::max(routine.id, each.id);
    ++routine.id;
    tree = *expression::parse(fmt::format("VARVAL({})", routine.id)).tree;
    model.variables.add(std::move(routine));
  }
  model::Variable& changed = *model.variables.find(variable);
  changed.function = {"input", expression::sum({tree, expression::Tree::constant(by)}), {}};
  changed.routine = {};
  return model;
}

// Accelerations, rates and outputs at a state, of a model with one input raised.
class Response {
 public:
  struct Value {
    Vector a, x_dot, y;

    double size() const {
      double largest = 0;
      for (const Vector* part : {&a, &x_dot, &y})
        if (part->size() > 0) largest = std::max(largest, part->cwiseAbs().maxCoeff());
      return largest;
    }
    Value operator-(const Value& other) const {
      return {a - other.a, x_dot - other.x_dot, y - other.y};
    }
  };

  Response(const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
           const InitialConditions& at, std::size_t first_request, std::size_t outputs)
      : model_(model),
        equations_(std::make_shared<const elements::Equations>(elements::lower(model_, libraries))),
        system_(equations_, at.redundancy.kept),
        first_(functions_of_a_request * first_request),
        outputs_(outputs) {
    system_.set_mode(at.system->mode());
  }
  Response(const Response&) = delete;
  Response& operator=(const Response&) = delete;

  bool fits(const State& s) const {
    const Layout& layout = system_.layout();
    return layout.n == s.v.size() && layout.m() == s.lambda.size() && layout.n_x == s.x.size() &&
           equations_->n_memory == s.memory.size();
  }

  std::optional<Value> at(State s, std::string& message) const {
    if (s.y.size() != system_.layout().n_y) s.y = Vector::Zero(system_.layout().n_y);
    IndexOne index_one(system_);
    std::vector<double> requests(functions_of_a_request * equations_->requests.size());
    if (!index_one.accelerate(s).ok() || !system_.requests(s, requests)) {
      message = "accelerations or outputs were not found near this state";
      return {};
    }
    return Value{s.a, s.x_dot,
                 Eigen::Map<const Vector>(requests.data() + first_, Eigen::Index(outputs_))};
  }

 private:
  model::Model model_;
  std::shared_ptr<const elements::Equations> equations_;
  system::System system_;
  std::size_t first_, outputs_;
};

class Matrices {
 public:
  Matrices(const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
           const InitialConditions& at, const Plant& plant)
      : model_(with_outputs(model, plant.outputs)),
        own_model_(model),
        libraries_(libraries),
        at_(at),
        inputs_(plant.inputs),
        states_(plant.states),
        first_request_(model.requests.size()),
        outputs_(plant.outputs),
        units_(system::tangent_units(at.system->layout(), at.length)) {}

  std::optional<StateMatrices> run(std::string& message) {
    const std::optional<LinearModel> linear =
        linear_model(*at_.system, at_.state, units_, false, message);
    if (!linear) return {};
    linear_ = *linear;
    const int n = int(linear_.system.cols()), n_u = int(inputs_.size());
    const int n_y = int(outputs_.size());
    StateMatrices result{
        linear_.system, Matrix::Zero(n, n_u), Matrix::Zero(n_y, n), Matrix::Zero(n_y, n_u), {}, {}};
    PlantSystem plant(own_model_, libraries_, at_, inputs_, outputs_);
    for (int k = 0; k < n_u; ++k)
      if (plant.ok())
        fill_input(plant.to_input(k), k, result);
      else if (!fill_input(k, result, message))
        return {};
    if (!states_.empty() && !choose_states(result, message)) return {};
    for (int k = 0; plant.ok() && k < n; ++k) result.C.col(k) = plant.to_state(linear_, k);
    return plant.ok() || fill_outputs(result, message) ? std::optional(result) : std::nullopt;
  }

 private:
  bool choose_states(StateMatrices& result, std::string& message) {
    auto chosen = plant_states(own_model_, libraries_, at_, linear_, states_, message);
    if (!chosen) return false;
    linear_ = std::move(chosen->model);
    result.A = linear_.system;
    result.B = chosen->transform * result.B;
    result.names = std::move(chosen->names), result.repeated = std::move(chosen->repeated);
    return true;
  }

  std::optional<Response::Value> with_input(int variable, double by, std::string& message) const {
    const Response response(raised(model_, variable, by), libraries_, at_, first_request_,
                            outputs_.size());
    if (response.fits(at_.state)) return response.at(at_.state, message);
    message = fmt::format("VARIABLE/{} cannot be an input here", variable);
    return {};
  }

  // What an input is now.
  std::optional<double> present(int variable, std::string& message) const {
    const Response response(with_outputs(own_model_, {variable}), libraries_, at_, first_request_,
                            1);
    if (!response.fits(at_.state)) return 0;
    const auto value = response.at(at_.state, message);
    return value ? std::optional(value->y[0]) : std::nullopt;
  }

  // By differences: of an input that constraints read.
  bool fill_input(int k, StateMatrices& result, std::string& message) const {
    const int variable = inputs_[std::size_t(k)];
    const auto now = present(variable, message);
    if (!now) return false;
    double step = small_change * std::max(1.0, std::abs(*now));
    for (int tries = 1;; ++tries, step *= larger) {
      const auto up = with_input(variable, step, message),
                 down = with_input(variable, -step, message);
      if (!up || !down) return false;
      const Response::Value change = *up - *down;
      if (change.size() < seen * up->size() && tries < most_tries) continue;
      fill_input({change.a / (2 * step), change.x_dot / (2 * step), change.y / (2 * step)}, k,
                 result);
      return true;
    }
  }

  void fill_input(const PlantSystem::OfInput& response, int k, StateMatrices& result) const {
    result.B.col(k) << Vector::Zero(linear_.n_z),
        linear_.velocities.transpose() * response.a.cwiseQuotient(units_.cwiseProduct(units_)),
        response.x_dot;  // (SMX.1)
    result.D.col(k) = response.outputs;
  }

  bool fill_outputs(StateMatrices& result, std::string& message) const {
    const Response response(model_, libraries_, at_, first_request_, outputs_.size());
    if (!response.fits(at_.state)) {
      message = "the outputs have states of their own";
      return false;
    }
    for (int k = 0; k < result.C.cols(); ++k) {
      const double step = small_change * size_of_state(linear_, at_.state, units_, k);
      const auto up = response.at(moved(linear_, *at_.system, at_.state, k, step), message);
      const auto down = response.at(moved(linear_, *at_.system, at_.state, k, -step), message);
      if (!up || !down) return false;
      result.C.col(k) = (up->y - down->y) / (2 * step);
    }
    return true;
  }

  model::Model model_;
  const model::Model& own_model_;
  const std::shared_ptr<elements::UserLibraries>& libraries_;
  const InitialConditions& at_;
  const std::vector<int>& inputs_;
  const std::vector<int>& states_;
  std::size_t first_request_;
  const std::vector<int>& outputs_;
  Vector units_;
  LinearModel linear_;
};

}  // namespace

std::optional<StateMatrices> state_matrices(
    const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
    const InitialConditions& at, const Plant& plant, std::string& message) {
  return Matrices(model, libraries, at, plant).run(message);
}

}  // namespace trammel::analysis
