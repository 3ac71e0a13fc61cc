// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/plant_differences.h"

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

constexpr double small_move = 1e-3;  // in units; fourth-order differences: errors of 1e-12
constexpr double probe = 1e-6;       // of an input, or of one
constexpr double moves = 1e-8;       // units per input: less is rounding
// A change that is hardly seen beside the response itself is made larger, so often.
constexpr double seen = 1e-7, larger = 100;
constexpr int most_tries = 4;
constexpr double rounding = 1e-10;  // of the response
constexpr std::size_t functions_of_a_request = 8;

constexpr std::array places{-2.0, -1.0, 1.0, 2.0};
constexpr std::array factors{1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};

double largest(const Vector& v) {
  return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0;
}

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

// The model with a function of time added to a VARIABLE that has the derivatives `by` at t. A routine keeps its own
// VARIABLE, to which that refers.
model::Model raised(model::Model model, int variable, const Vec3& by, double t) {
  const model::Variable given = *model.variables.find(variable);
  expression::Tree tree = given.function.tree;
  if (given.function.is_user()) {
    model::Variable routine = given;
    for (const model::Variable& each : model.variables) routine.id = std::max(routine.id, each.id);
    ++routine.id;
    tree = *expression::parse(fmt::format("VARVAL({})", routine.id)).tree;
    model.variables.add(std::move(routine));
  }
  const std::string added = fmt::format("({0}) + (TIME - ({3}))*(({1}) + ({2})*(TIME - ({3})))",
                                        by[0], by[1], by[2] / 2, t);
  model::Variable& changed = *model.variables.find(variable);
  changed.function = {"input", expression::sum({tree, *expression::parse(added).tree}), {}};
  changed.routine = {};
  return model;
}

}  // namespace

// Where a state is found from the one that is linearised about, and what belongs to it.
struct PlantDifferences::Motion {
  Vector dq, dv, a, x_dot, y;

  double size() const { return std::max({largest(a), largest(x_dot), largest(y)}); }
  void add(const Motion& other, double factor) {
    const auto add_part = [&](Vector& sum, const Vector& part) {
      if (sum.size() == 0) sum = Vector::Zero(part.size());
      sum += factor * part;
    };
    add_part(dq, other.dq), add_part(dv, other.dv), add_part(a, other.a);
    add_part(x_dot, other.x_dot), add_part(y, other.y);
  }
};

// A model with one input raised.
class PlantDifferences::Response {
 public:
  Response(model::Model model, const PlantDifferences& plant)
      : plant_(plant),
        at_(plant.at_.state),
        model_(std::move(model)),
        equations_(
            std::make_shared<const elements::Equations>(elements::lower(model_, plant.libraries_))),
        system_(equations_, plant.at_.redundancy.kept) {
    system_.set_mode(plant.at_.system->mode());
    start_ = carry_over(plant.at_.system->equations(), at_, system_, {});
  }
  Response(const Response&) = delete;
  Response& operator=(const Response&) = delete;

  bool fits() const {
    const Layout& layout = system_.layout();
    return layout.n == at_.v.size() && layout.m() == at_.lambda.size() &&
           layout.n_x == at_.x.size();
  }

  // Velocities that constraints demand beyond those of the state: an equilibrium has none.
  std::optional<Vector> demanded() const {
    State s = from(at_);
    if (!IndexOne(system_).project_velocity(s).ok()) return {};
    return s.v - at_.v;
  }

  // On the constraints.
  std::optional<Motion> driven(const Vector& demanded) const {
    State s = from(at_);
    IndexOne index_one(system_);
    if (!index_one.project_position(s).ok() || !index_one.project_velocity(s).ok()) return {};
    s.v -= demanded;
    return at(std::move(s));
  }

  std::optional<Motion> at(const State& given) const {
    State s = from(given);
    IndexOne index_one(system_);
    std::vector<double> requests(functions_of_a_request * equations_->requests.size());
    if (!index_one.accelerate(s).ok() || !system_.requests(s, requests)) return {};
    Motion motion;
    motion.dq.resize(s.v.size());
    system_.difference(s.q, at_.q, motion.dq);
    motion.dv = s.v - at_.v, motion.a = s.a, motion.x_dot = s.x_dot;
    motion.y =
        Eigen::Map<const Vector>(requests.data() + functions_of_a_request * plant_.first_request_,
                                 Eigen::Index(plant_.outputs_));
    return motion;
  }

 private:
  State from(State s) const {
    s.y = start_.y, s.memory = start_.memory;
    return s;
  }

  const PlantDifferences& plant_;
  const State& at_;
  model::Model model_;
  std::shared_ptr<const elements::Equations> equations_;
  system::System system_;
  State start_;
};

PlantDifferences::PlantDifferences(const model::Model& model,
                                   const std::shared_ptr<elements::UserLibraries>& libraries,
                                   const InitialConditions& at, const std::vector<int>& outputs)
    : model_(with_outputs(model, outputs)),
      libraries_(libraries),
      at_(at),
      first_request_(model.requests.size()),
      outputs_(outputs.size()),
      units_(system::tangent_units(at.system->layout(), at.length)) {}

double PlantDifferences::present(int variable) const {
  system::Outputs shown;
  at_.system->outputs(at_.state, shown);
  const double value = shown.variables[model_.variables.position(variable)];
  return std::isfinite(value) ? value : 0;
}

std::optional<PlantDifferences::Motion> PlantDifferences::with_input(int variable, const Vec3& by,
                                                                     std::string& message) const {
  const std::string label = model::label("VARIABLE", *model_.variables.find(variable));
  const Response response(raised(model_, variable, by, at_.state.t), *this),
      unchanged(model_, *this);
  if (!response.fits() || !unchanged.fits()) {
    message = fmt::format("{} cannot be an input here", label);
    return {};
  }
  std::optional<Motion> motion;
  if (const auto demanded = unchanged.demanded()) motion = response.driven(*demanded);
  if (!motion)
    message = fmt::format(
        "positions, accelerations or outputs were not found near this state, with {} changed by "
        "{:.3g}",
        label, by.cwiseAbs().maxCoeff());
  return motion;
}

std::optional<double> PlantDifferences::length_of_step(int variable, double size, bool& drives,
                                                       std::string& message) const {
  const auto up = with_input(variable, {probe * size, 0, 0}, message),
             down = with_input(variable, {-probe * size, 0, 0}, message);
  if (!up || !down) return {};
  const double moved = std::max(largest((up->dq - down->dq).cwiseQuotient(units_)),
                                largest((up->dv - down->dv).cwiseQuotient(units_))) /
                       (2 * probe * size);
  drives = moved > moves;
  return drives ? std::clamp(small_move / moved, probe * size, size) : small_move * size;
}

PlantDifferences::Change PlantDifferences::reduced(const LinearModel& linear,
                                                   const Motion& m) const {
  const Vector squares = units_.cwiseProduct(units_);
  Vector rate = m.dv;  // (EIG.3)
  for (const Rotation& rotation : at_.system->layout().rotations)
    rate.segment<3>(rotation.v) -=
        Vec3(at_.state.v.segment<3>(rotation.v)).cross(Vec3(m.dq.segment<3>(rotation.v)));
  Change change;
  change.states = change.rates = Vector::Zero(linear.n_z + linear.n_w + linear.n_x);
  change.states.head(linear.n_z) = linear.positions.transpose() * m.dq.cwiseQuotient(squares);
  change.states.segment(linear.n_z, linear.n_w) =
      linear.velocities.transpose() * m.dv.cwiseQuotient(squares);
  change.rates << linear.positions.transpose() * rate.cwiseQuotient(squares),
      linear.velocities.transpose() * m.a.cwiseQuotient(squares), m.x_dot;
  change.outputs = m.y;
  return change;
}

std::optional<PlantDifferences::Change> PlantDifferences::differentiate(
    const LinearModel& linear, int variable, const Vec3& step, double& change, double& size,
    std::string& message) const {
  const double length = step.cwiseAbs().maxCoeff();
  Motion sum;
  size = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto motion = with_input(variable, places[i] * step, message);
    if (!motion) return {};
    sum.add(*motion, factors[i]);
    size = std::max(size, motion->size());
  }
  change = sum.size();
  Motion slope;
  slope.add(sum, 1 / length);
  Change result = reduced(linear, slope);
  result.resolution = rounding * size / length;
  return result;
}

std::optional<PlantDifferences::OfInput> PlantDifferences::to_input(const LinearModel& linear,
                                                                    int variable,
                                                                    std::string& message) const {
  OfInput result;
  std::array<Change, 3>& by = result.by;
  bool& drives = result.drives;
  const auto found =
      length_of_step(variable, std::max(1.0, std::abs(present(variable))), drives, message);
  if (!found) return {};
  double step = *found;
  for (int tries = 1;; ++tries, step *= larger) {
    double change = 0, size = 0;
    const auto slope = differentiate(linear, variable, {step, 0, 0}, change, size, message);
    if (!slope) return {};
    by[0] = *slope;
    if (drives || change >= seen * size || tries == most_tries) break;
  }
  for (int k = 1; k < 3; ++k) {
    Change& each = by[std::size_t(k)];
    each = {Vector::Zero(by[0].states.size()), Vector::Zero(by[0].rates.size()),
            Vector::Zero(by[0].outputs.size()), 0};
    if (!drives) continue;  // nothing reads its rates
    double change = 0, size = 0;
    const auto slope =
        differentiate(linear, variable, *found * Vec3::Unit(k), change, size, message);
    if (!slope) return {};
    each = *slope;
  }
  return result;
}

std::optional<Matrix> PlantDifferences::to_states(const LinearModel& linear,
                                                  std::string& message) const {
  const Response response(model_, *this);
  if (!response.fits()) {
    message = "the outputs have states of their own";
    return {};
  }
  Matrix C = Matrix::Zero(Eigen::Index(outputs_), linear.system.cols());
  for (int k = 0; k < C.cols(); ++k) {
    const double step = small_move * size_of_state(linear, at_.state, units_, k);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto motion = response.at(moved(linear, *at_.system, at_.state, k, places[i] * step));
      if (!motion) {
        message = "accelerations or outputs were not found near this state";
        return {};
      }
      C.col(k) += factors[i] / step * motion->y;
    }
  }
  return C;
}

}  // namespace trammel::analysis
