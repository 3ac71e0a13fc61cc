// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/state_matrices.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/linear_model.h"
#include "elements/user/libraries.h"
#include "expression/compose.h"
#include "expression/parse.h"
#include "numerics/index_one.h"

namespace trammel::analysis {
namespace {

constexpr double small_change = 1e-6;
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

// Accelerations, rates and outputs at a state, of a model with one input raised.
class Response {
 public:
  struct Value {
    Vector a, x_dot, y;
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
           const InitialConditions& at, const std::vector<int>& inputs,
           const std::vector<int>& outputs)
      : model_(with_outputs(model, outputs)),
        libraries_(libraries),
        at_(at),
        inputs_(inputs),
        first_request_(model.requests.size()),
        outputs_(outputs.size()),
        units_(system::tangent_units(at.system->layout(), at.length)) {}

  std::optional<StateMatrices> run(std::string& message) {
    const std::optional<LinearModel> linear =
        linear_model(*at_.system, at_.state, units_, false, message);
    if (!linear) return {};
    linear_ = *linear;
    const int n = int(linear_.system.cols()), n_u = int(inputs_.size()), n_y = int(outputs_);
    StateMatrices result{linear_.system, Matrix::Zero(n, n_u), Matrix::Zero(n_y, n),
                         Matrix::Zero(n_y, n_u)};
    for (int k = 0; k < n_u; ++k)
      if (!fill_input(k, result, message)) return {};
    return fill_outputs(result, message) ? std::optional(result) : std::nullopt;
  }

 private:
  std::unique_ptr<Response> raised(int input, double by) const {
    model::Model model = model_;
    if (input >= 0) {
      model::Expression& f = model.variables.find(inputs_[std::size_t(input)])->function;
      f.tree = expression::sum({f.tree, expression::Tree::constant(by)});
    }
    return std::make_unique<Response>(model, libraries_, at_, first_request_, outputs_);
  }

  bool fill_input(int k, StateMatrices& result, std::string& message) const {
    const auto high = raised(k, small_change), low = raised(k, -small_change);
    if (!high->fits(at_.state)) {
      message = fmt::format("VARIABLE/{} cannot be an input here", inputs_[std::size_t(k)]);
      return false;
    }
    const auto up = high->at(at_.state, message), down = low->at(at_.state, message);
    if (!up || !down) return false;
    const double h = 2 * small_change;
    const Vector da = (up->a - down->a) / h;
    result.B.col(k) << Vector::Zero(linear_.n_z),
        linear_.velocities.transpose() * da.cwiseQuotient(units_.cwiseProduct(units_)),
        (up->x_dot - down->x_dot) / h;  // (SMX.1)
    result.D.col(k) = (up->y - down->y) / h;
    return true;
  }

  bool fill_outputs(StateMatrices& result, std::string& message) const {
    const auto response = raised(-1, 0);
    if (!response->fits(at_.state)) {
      message = "the outputs have states of their own";
      return false;
    }
    for (int k = 0; k < result.C.cols(); ++k) {
      const auto up = response->at(moved(k, small_change), message);
      const auto down = response->at(moved(k, -small_change), message);
      if (!up || !down) return false;
      result.C.col(k) = (up->y - down->y) / (2 * small_change);
    }
    return true;
  }

  State moved(int k, double step) const {
    State s = at_.state;
    const int n_z = linear_.n_z, n_w = linear_.n_w;
    if (k < n_z) {
      at_.system->retract(at_.state.q, step * linear_.positions.col(k), s.q);
      s.v += step * linear_.along.col(k);
    } else if (k < n_z + n_w) {
      s.v += step * linear_.velocities.col(k - n_z);
    } else {
      s.x[k - n_z - n_w] += step;
    }
    return s;
  }

  model::Model model_;
  const std::shared_ptr<elements::UserLibraries>& libraries_;
  const InitialConditions& at_;
  const std::vector<int>& inputs_;
  std::size_t first_request_, outputs_;
  Vector units_;
  LinearModel linear_;
};

}  // namespace

std::optional<StateMatrices> state_matrices(
    const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
    const InitialConditions& at, const std::vector<int>& input_variables,
    const std::vector<int>& output_variables, std::string& message) {
  return Matrices(model, libraries, at, input_variables, output_variables).run(message);
}

std::optional<SecondOrderMatrices> second_order_matrices(const InitialConditions& at,
                                                         std::string& message) {
  const Vector units = system::tangent_units(at.system->layout(), at.length);
  const std::optional<LinearModel> linear =
      linear_model(*at.system, at.state, units, false, message);
  if (!linear) return {};
  if (at.system->layout().n_y > 0) {
    message =
        "forces or states depend on variables that are solved for, which matrices of mass, "
        "stiffness "
        "and damping do not show; STATEMAT and EIGENSOL do";
    return {};
  }
  Blocks blocks = make_blocks(*at.system);
  if (at.system->linearise(at.state, all_blocks, blocks) != Outcome::ok) {
    message = "a function has no value here";
    return {};
  }
  const Matrix& N = linear->positions;
  const auto reduced = [&](const Matrix& matrix) { return Matrix(N.transpose() * matrix * N); };
  return SecondOrderMatrices{reduced(blocks[Block::M].dense() + blocks[Block::A].dense()),
                             reduced(blocks[Block::K].dense() + blocks[Block::Kg].dense()),
                             reduced(blocks[Block::C].dense())};  // (SMX.2)
}

}  // namespace trammel::analysis
