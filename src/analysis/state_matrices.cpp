// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/state_matrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analysis/linear_model.h"
#include "analysis/plant_differences.h"
#include "analysis/plant_states.h"
#include "analysis/plant_system.h"
#include "elements/user/libraries.h"
#include "numerics/dense.h"

namespace trammel::analysis {
namespace {

constexpr double rounding = 1e-8;  // of what cancels

class Matrices {
 public:
  Matrices(const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
           const InitialConditions& at, const Plant& plant)
      : model_(model),
        libraries_(libraries),
        at_(at),
        plant_(plant),
        units_(system::tangent_units(at.system->layout(), at.length)) {}

  std::optional<StateMatrices> run(std::string& message) {
    std::optional<LinearModel> linear =
        linear_model(*at_.system, at_.state, units_, false, message);
    if (!linear) return {};
    linear_ = std::move(*linear);
    const int n = int(linear_.system.cols()), n_u = int(plant_.inputs.size());
    const int n_y = int(plant_.outputs.size());
    result_ = {
        linear_.system, Matrix::Zero(n, n_u), Matrix::Zero(n_y, n), Matrix::Zero(n_y, n_u), {}, {}};
    PlantSystem exact(model_, libraries_, at_, plant_.inputs, plant_.outputs);
    const bool is_filled = exact.ok() ? fill(exact, message) : fill_by_differences(message);
    return is_filled ? std::optional(std::move(result_)) : std::nullopt;
  }

 private:
  bool fill(PlantSystem& exact, std::string& message) {
    for (int k = 0; k < result_.B.cols(); ++k) {
      const PlantSystem::OfInput response = exact.to_input(k);
      result_.B.col(k) << Vector::Zero(linear_.n_z),
          linear_.velocities.transpose() * response.a.cwiseQuotient(units_.cwiseProduct(units_)),
          response.x_dot;  // (SMX.1)
      result_.D.col(k) = response.outputs;
    }
    if (!choose_states(message)) return false;
    result_.B = product(transform_, result_.B);
    for (int k = 0; k < result_.C.cols(); ++k) result_.C.col(k) = exact.to_state(linear_, k);
    return true;
  }

  bool fill_by_differences(std::string& message) {
    const PlantDifferences differences(model_, libraries_, at_, plant_.outputs);
    std::vector<PlantDifferences::OfInput> responses;
    for (const int variable : plant_.inputs) {
      auto found = differences.to_input(linear_, variable, message);
      if (!found) return false;
      for (PlantDifferences::Change& each : found->by)
        each.rates -= linear_.system * each.states;  // b
      responses.push_back(std::move(*found));
    }
    if (!choose_states(message)) return false;
    const bool drives = std::any_of(responses.begin(), responses.end(),
                                    [](const auto& response) { return response.drives; });
    for (std::string& name : result_.names)
      if (drives) name += " without what inputs drive";
    auto C = differences.to_states(linear_, message);
    if (!C) return false;
    result_.C = std::move(*C);
    for (int k = 0; k < result_.B.cols(); ++k)
      if (!fill_input(k, responses[std::size_t(k)], message)) return false;
    return true;
  }

  bool fill_input(int k, const PlantDifferences::OfInput& input, std::string& message) {
    const auto& response = input.by;
    std::array<Vector, 3> b, d;
    for (std::size_t j = 0; j < b.size(); ++j) {
      b[j] = transform_ * response[j].rates;
      d[j] = response[j].outputs - result_.C * (transform_ * response[j].states);
    }
    const Vector at_once = b[1] + result_.A * b[2];
    result_.B.col(k) = b[0] + result_.A * at_once;  // (SMX.8)
    result_.D.col(k) = d[0] + result_.C * at_once;
    const Vector through = result_.C * b[2],
                 most = result_.C.cwiseAbs() * b[2].cwiseAbs() + d[1].cwiseAbs();
    for (Eigen::Index o = 0; o < result_.D.rows(); ++o) {
      const bool follows_rate =
          std::abs(d[1][o] + through[o]) > response[1].resolution + rounding * most[o];
      const bool follows_second = std::abs(d[2][o]) > response[2].resolution;
      if (!follows_rate && !follows_second) continue;
      message = improper(plant_.inputs[std::size_t(k)], plant_.outputs[std::size_t(o)],
                         follows_second ? "second derivative" : "rate");
      return false;
    }
    return true;
  }

  std::string improper(int input, int output, const char* what) const {
    const auto label = [&](int id) { return model::label("VARIABLE", *model_.variables.find(id)); };
    return fmt::format(
        "the plant output {} follows the {} of the plant input {}, which a MOTION or GCON reads: "
        "matrices A, B, C, D have no place for that. Make the input the function of a MOTION with "
        "VELOCITY or ACCELERATION, or let it drive a force with stiffness and damping",
        label(output), what, label(input));
  }

  // linear_, A and transform_ are those of the plant states, if any are asked for.
  bool choose_states(std::string& message) {
    const Eigen::Index n = result_.A.cols();
    transform_ = Matrix::Identity(n, n);
    if (plant_.states.empty()) return true;
    auto chosen = plant_states(model_, libraries_, at_, linear_, plant_.states, message);
    if (!chosen) return false;
    linear_ = std::move(chosen->model);
    result_.A = linear_.system;
    transform_ = std::move(chosen->transform);
    result_.names = std::move(chosen->names), result_.repeated = std::move(chosen->repeated);
    return true;
  }

  const model::Model& model_;
  const std::shared_ptr<elements::UserLibraries>& libraries_;
  const InitialConditions& at_;
  const Plant& plant_;
  Vector units_;
  LinearModel linear_;
  Matrix transform_;
  StateMatrices result_;
};

}  // namespace

std::optional<StateMatrices> state_matrices(
    const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
    const InitialConditions& at, const Plant& plant, std::string& message) {
  return Matrices(model, libraries, at, plant).run(message);
}

}  // namespace trammel::analysis
