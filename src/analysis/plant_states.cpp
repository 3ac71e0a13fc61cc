// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/plant_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/carry_over.h"
#include "analysis/plant_system.h"
#include "elements/user/libraries.h"
#include "expression/parse.h"
#include "numerics/dense.h"
#include "numerics/index_one.h"

namespace trammel::analysis {
namespace {

constexpr double step_of_unit = 1e-3;      // fourth-order differences: errors of 1e-13
constexpr double repetition = 1e-8;        // of its own length: what is new in a coordinate
constexpr double well_determined = 1e-10;  // pivots of T, of the largest

std::string label_of(const model::Model& model, int variable) {
  return model::label("VARIABLE", *model.variables.find(variable));
}

// p, ṗ and p̈: constraints that nobody enforces know their rates.
class Coordinates {
 public:
  Coordinates(const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
              const std::vector<int>& variables)
      : model_(with_rows(model, variables)),
        equations_(std::make_shared<const elements::Equations>(elements::lower(model_, libraries))),
        variables_(variables) {}
  Coordinates(const Coordinates&) = delete;
  Coordinates& operator=(const Coordinates&) = delete;

  // Why they are no coordinates; empty: they are.
  std::string problem() {
    for (std::size_t k = 0; k < variables_.size(); ++k) {
      const int id = first_ + int(k);
      const std::string label = label_of(model_, variables_[k]);
      for (const model::Problem& problem : equations_->problems)
        if (problem.label == fmt::format("GCON/{}", id))
          return fmt::format("{} cannot be a plant state: {}", label, problem.message);
      const auto row = std::find_if(equations_->rows.begin(), equations_->rows.end(),
                                    [&](const elements::Row& r) { return r.owner == owner(id); });
      if (row == equations_->rows.end() || row->level != 0)
        return fmt::format("{} cannot be a plant state: it is not a function of positions alone",
                           label);
      rows_.push_back(int(row - equations_->rows.begin()));
    }
    system_.emplace(equations_, std::vector<int>{});
    return {};
  }

  // Turns, samples and DELAYs go on from here.
  bool start(const InitialConditions& at) {
    if (system_->layout().n != at.state.v.size() || system_->layout().n_x != at.state.x.size())
      return false;
    system_->set_mode(at.system->mode());
    memory_ = carry_over(at.system->equations(), at.state, *system_, {}).memory;
    return true;
  }

  // Stacked: p, ṗ, p̈. Not finite where they have no value.
  Vector at(const State& given) const {
    State s = given;
    s.lambda.resize(0);
    s.y = Vector::Zero(system_->layout().n_y);
    s.memory = memory_;
    std::vector<system::RowErrors> errors(rows_.size());
    system_->violations(s, rows_, errors);
    const auto n = Eigen::Index(rows_.size());
    Vector values(3 * n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const system::RowErrors& e = errors[std::size_t(k)];
      values[k] = e.position, values[n + k] = e.velocity, values[2 * n + k] = e.acceleration;
    }
    return values;
  }

 private:
  static elements::Owner owner(int id) { return {model::Kind::gcon, id}; }

  model::Model with_rows(model::Model model, const std::vector<int>& variables) {
    for (const model::GeneralConstraint& each : model.general_constraints)
      first_ = std::max(first_, each.id + 1);
    for (std::size_t k = 0; k < variables.size(); ++k) {
      model::GeneralConstraint row;
      row.id = first_ + int(k);
      row.i = model::MarkerId{model.markers.begin()->id};  // nothing is ever applied there
      const std::string text = fmt::format("VARVAL({})", variables[k]);
      row.function = {text, *expression::parse(text).tree, {}};
      model.general_constraints.add(std::move(row));
    }
    return model;
  }

  int first_ = 1;  // id
  model::Model model_;
  std::shared_ptr<const elements::Equations> equations_;
  const std::vector<int>& variables_;
  std::vector<int> rows_;
  std::optional<system::System> system_;
  Vector memory_;
};

class Choice {
 public:
  Choice(const model::Model& model, const InitialConditions& at, const LinearModel& linear,
         const Coordinates& coordinates, const std::vector<int>& variables)
      : model_(model),
        at_(at),
        linear_(linear),
        coordinates_(coordinates),
        variables_(variables),
        units_(system::tangent_units(at.system->layout(), at.length)),
        is_at_rest_(at.state.v.isZero(0) && at.state.a.isZero(0)) {}

  // `plant` has the new coordinates for outputs.
  std::optional<PlantStates> run(PlantSystem& plant, std::string& message) {
    const auto n_p = Eigen::Index(variables_.size());
    const int n = int(linear_.system.cols());
    slopes_.resize(3 * n_p, n);
    for (int k = 0; k < n; ++k)
      if (!differentiate(k, message)) return {};
    // What has no rate anywhere near does not follow the time either.
    if (is_at_rest_ && !slopes_.bottomLeftCorner(2 * n_p, linear_.n_z).isZero(0)) {
      is_at_rest_ = false;
      for (int k = 0; k < n; ++k)
        if (!differentiate(k, message)) return {};
    }
    for (int k = 0; plant.ok() && k < n; ++k) slopes_.col(k).head(n_p) = plant.to_state(linear_, k);
    choose();
    transform();
    const DenseLu factors(result_.transform);
    if (n > 0 && !(factors.rcond() > well_determined)) {
      message = "the plant states hardly tell positions apart; choose others";
      return {};
    }
    const Matrix back = factors.inverse();
    result_.model.system = product(rates(), back);
    const int n_z = linear_.n_z;
    const Matrix z = back.topLeftCorner(n_z, n_z), w_of_z = back.block(n_z, 0, n_z, n_z),
                 w = back.block(n_z, n_z, n_z, n_z);
    result_.model.positions = product(linear_.positions, z);
    result_.model.velocities = product(linear_.velocities, w);
    result_.model.along = product(linear_.along, z) + product(linear_.velocities, w_of_z);
    const Matrix T_v = result_.transform.block(n_z, n_z, n_z, n_z);
    result_.model.mobility = product(product(T_v, linear_.mobility), Matrix(T_v.transpose()));
    result_.model.n_z = n_z, result_.model.n_w = n_z, result_.model.n_x = linear_.n_x;
    name_states();
    return std::move(result_);
  }

 private:
  bool differentiate(int k, std::string& message) {
    const double step = step_of_unit * size_of_state(linear_, at_.state, units_, k);
    constexpr std::array factors{1.0, -8.0, 8.0, -1.0};
    constexpr std::array places{-2.0, -1.0, 1.0, 2.0};
    Vector sum = Vector::Zero(slopes_.rows());
    IndexOne index_one(*at_.system);
    for (std::size_t i = 0; i < places.size(); ++i) {
      State s = moved(linear_, *at_.system, at_.state, k, places[i] * step);
      if (!is_at_rest_ && !index_one.accelerate(s).ok()) {
        message = "accelerations were not found near this state";
        return false;
      }
      sum += factors[i] * coordinates_.at(s);
    }
    slopes_.col(k) = sum / (12 * step);
    if (slopes_.col(k).allFinite()) return true;
    message = "a plant state has no value near this state";
    return false;
  }

  // Rows of p that are new, in their order, and F.
  void choose() {
    const int n_z = linear_.n_z;
    Matrix basis(n_z, 0);
    for (std::size_t k = 0; k < variables_.size(); ++k) {
      const Vector row = slopes_.row(Eigen::Index(k)).head(n_z).transpose();
      Vector rest = row;
      for (int twice = 0; twice < 2; ++twice) rest -= basis * (basis.transpose() * rest);
      if (!(rest.norm() > repetition * row.norm())) {
        result_.repeated.push_back(variables_[k]);
        continue;
      }
      kept_.push_back(Eigen::Index(k));
      basis.conservativeResize(n_z, basis.cols() + 1);
      basis.col(basis.cols() - 1) = rest.normalized();
    }
    free_ = Matrix::Identity(n_z, n_z);
    if (!kept_.empty()) {
      const PivotedQr factors(basis);
      free_ = factors.q().rightCols(n_z - Eigen::Index(kept_.size()));
    }
    free_.transposeInPlace();
  }

  void transform() {
    const int n_z = linear_.n_z, n = int(linear_.system.cols());
    const auto n_p = Eigen::Index(variables_.size()), kept = Eigen::Index(kept_.size());
    Matrix T = Matrix::Zero(n, n);
    for (Eigen::Index k = 0; k < kept; ++k) {
      const Eigen::Index p = kept_[std::size_t(k)];
      T.row(k).head(n_z) = slopes_.row(p).head(n_z);
      if (is_at_rest_)
        T.row(n_z + k).segment(n_z, n_z) = slopes_.row(p).head(n_z);
      else
        T.row(n_z + k).head(2 * n_z) = slopes_.row(n_p + p).head(2 * n_z);  // (SMX.3)
    }
    T.block(kept, 0, n_z - kept, n_z) = free_;
    T.block(n_z + kept, n_z, n_z - kept, n_z) = free_;
    T.bottomRightCorner(linear_.n_x, linear_.n_x).setIdentity();
    result_.transform = std::move(T);
  }

  // d/dt of the new states, by the old ones.
  Matrix rates() const {
    Matrix rates = product(result_.transform, linear_.system);
    if (is_at_rest_) return rates;
    const auto n_p = Eigen::Index(variables_.size());
    for (std::size_t k = 0; k < kept_.size(); ++k) {  // (SMX.4)
      rates.row(Eigen::Index(k)) = result_.transform.row(linear_.n_z + Eigen::Index(k));
      rates.row(linear_.n_z + Eigen::Index(k)) = slopes_.row(2 * n_p + kept_[k]);
    }
    return rates;
  }

  void name_states() {
    std::vector<std::string> positions;
    for (const Eigen::Index p : kept_)
      positions.push_back(label_of(model_, variables_[std::size_t(p)]));
    for (int k = int(kept_.size()); k < linear_.n_z; ++k)
      positions.push_back(fmt::format("free direction {}", k - int(kept_.size()) + 1));
    result_.names = positions;
    for (const std::string& each : positions) result_.names.push_back("rate of " + each);
    for (const elements::StateEquation& each : at_.system->equations().states)
      result_.names.push_back(each.name);
  }

  const model::Model& model_;
  const InitialConditions& at_;
  const LinearModel& linear_;
  const Coordinates& coordinates_;
  const std::vector<int>& variables_;
  Vector units_;
  bool is_at_rest_;  // and p does not follow the time
  Matrix slopes_;    // of p, ṗ, p̈ by the old states
  Matrix free_;      // F
  std::vector<Eigen::Index> kept_;
  PlantStates result_;
};

}  // namespace

std::optional<PlantStates> plant_states(const model::Model& model,
                                        const std::shared_ptr<elements::UserLibraries>& libraries,
                                        const InitialConditions& at, const LinearModel& linear,
                                        const std::vector<int>& variables, std::string& message) {
  if (linear.n_w != linear.n_z) {
    message =
        "plant states need a rate of their own each, but constraints of velocities leave fewer "
        "free "
        "velocities than positions";
    return {};
  }
  if (model.markers.size() == 0) {
    message = "the model has no markers, and so no displacements";
    return {};
  }
  Coordinates coordinates(model, libraries, variables);
  message = coordinates.problem();
  if (!message.empty()) return {};
  if (!coordinates.start(at)) {
    message = "the plant states have states of their own";
    return {};
  }
  PlantSystem plant(model, libraries, at, {}, variables);
  return Choice(model, at, linear, coordinates, variables).run(plant, message);
}

}  // namespace trammel::analysis
