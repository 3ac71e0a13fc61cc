// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "elements/index.h"
#include "elements/lower/spline_data.h"
#include "elements/lower/user_curves.h"
#include "expression/compile.h"
#include "kinematics/angle.h"
#include "model/mass.h"

namespace trammel::elements {
namespace {

using expression::Quantity;
using expression::QuantityKind;

// Problems are reported where the curve is sampled.
SplineResult user_coordinate(Lowering& lowering, const model::Curve& curve,
                             expression::Interpolation method) {
  const int axis = static_cast<int>(method) - static_cast<int>(expression::Interpolation::curve_x);
  return {std::make_unique<expression::SplineData>(expression::CurveCoordinate{
              std::make_shared<const ParametricCurve>(drawn(user_curve(lowering, curve), curve)),
              axis}),
          ""};
}

}  // namespace

int Equations::marker(model::MarkerId id) const {
  if (id.value < 0) return path_markers[index(-id.value - 1)];
  if (!id || !model->markers.contains(id.value)) return ground_frame;
  return std::max(marker_of_id_position[model->markers.position(id.value)], ground_frame);
}

Lowering::Lowering(const model::Model& model, std::shared_ptr<UserLibraries> user_libraries)
    : libraries(user_libraries ? std::move(user_libraries) : std::make_shared<UserLibraries>()) {
  equations.model = &model;
}

bool Lowering::is_floating(int id) const {
  const model::Marker* marker = model().markers.find(id);
  return marker && marker->floating;
}

int Lowering::body_of(model::MarkerId id) const {
  const model::Marker* marker = model().find(id);
  if (!marker) return ground;
  const auto& bodies = marker->point_mass ? body_of_point_ : body_of_part_;
  const auto found =
      bodies.find(marker->point_mass ? marker->point_mass.value : marker->part.value);
  return found == bodies.end() ? ground : found->second;
}

model::Pose Lowering::start_pose(int marker_id) const {
  const model::Marker* marker = model().markers.find(marker_id);
  if (!marker || marker->floating) return {};
  return model::pose_in_ground(model(), *marker);
}

double Lowering::start_value(const kinematics::Measure& measure, const MarkerIds& ids) const {
  std::array<kinematics::MarkerMotion, 4> motion;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const model::Pose pose = start_pose(ids[slot]);
    motion[slot].r = pose.r;
    motion[slot].A = pose.A;
  }
  return measure.value(kinematics::Markers(motion[0], motion[1], motion[2], motion[3]));
}

std::size_t Lowering::ReadingHash::operator()(const ReadingKey& key) const {
  std::size_t hash = static_cast<std::size_t>(key.measure->kind) * 2 + key.counted;
  for (const int marker : key.markers) hash = hash * 1000003u + index(marker);
  return hash;
}

int Lowering::add_path(const Site& site, double start) {
  Skeleton& skeleton = equations.skeleton;
  Body body;
  body.kind = Body::Kind::path;
  body.label = site.label;
  body.at = site.at;
  body.start = start;
  if (!skeleton.bodies.empty()) {
    body.q = skeleton.bodies.back().q + skeleton.bodies.back().n_q();
    body.v = skeleton.bodies.back().v + skeleton.bodies.back().n();
  }
  Marker marker;
  marker.body = static_cast<int>(skeleton.bodies.size());
  skeleton.bodies.push_back(std::move(body));
  equations.path_markers.push_back(static_cast<int>(skeleton.markers.size()));
  skeleton.markers.push_back(marker);
  return -static_cast<int>(equations.path_markers.size());
}

int Lowering::new_memory() {
  equations.initial_memory.emplace_back();
  return equations.n_memory++;
}

int Lowering::add_reading(const kinematics::Measure& measure, const std::array<int, 4>& markers,
                          bool counted) {
  Reading reading = make_reading(equations.skeleton, measure, markers);
  if (counted) reading.memory = new_memory();
  equations.readings.push_back(reading);
  return static_cast<int>(equations.readings.size()) - 1;
}

int Lowering::find_reading(const kinematics::Measure& measure, const MarkerIds& ids, bool counted) {
  std::array<int, 4> markers{};
  for (const char slot : measure.slots) markers[index(slot - 'i')] = marker(ids[index(slot - 'i')]);
  const auto [known, is_new] = known_readings_.try_emplace({&measure, markers, counted}, 0);
  if (is_new) known->second = add_reading(measure, markers, counted);
  return known->second;
}

int Lowering::reading(const kinematics::Measure& measure, const MarkerIds& ids) {
  return find_reading(measure, ids, measure.accumulates);
}

int Lowering::counted_reading(const kinematics::Measure& measure, const MarkerIds& ids) {
  return find_reading(measure, ids, measure.wraps);
}

int Lowering::private_reading(const kinematics::Measure& measure, const MarkerIds& ids) {
  std::array<int, 4> markers{};
  for (std::size_t slot = 0; slot < 4; ++slot) markers[slot] = marker(ids[slot]);
  return add_reading(measure, markers, measure.wraps);
}

void Lowering::start_angle(int which, double value) {
  const int memory = equations.readings[index(which)].memory;
  if (memory >= 0 && std::isfinite(value) && !equations.initial_memory[index(memory)])
    equations.initial_memory[index(memory)] = value;
}

double Lowering::start_value(int which) const {
  const Reading& reading = equations.readings[index(which)];
  MarkerIds ids{};
  for (std::size_t slot = 0; slot < 4; ++slot)
    ids[slot] = equations.skeleton.markers[index(reading.markers[slot])].id;
  const double raw = start_value(*reading.measure, ids);
  if (reading.memory < 0) return raw;
  const auto& start = equations.initial_memory[index(reading.memory)];
  return start ? kinematics::unwrap(raw, *start) : raw;
}

Row Lowering::row_of(const Site& site, int i, int j) const {
  Row row;
  row.name = site.name();
  row.owner = site.owner;
  row.active = site.active;
  row.at = site.at;
  row.i = marker(i);
  row.j = marker(j);
  return row;
}

int Lowering::add_row(Row row) {
  const int number = static_cast<int>(equations.rows.size());
  if (!row.initial_only) rows_[row.owner].push_back(number);
  equations.rows.push_back(std::move(row));
  return number;
}

const std::vector<int>& Lowering::rows_of(Owner owner) const {
  static const std::vector<int> none;
  const auto found = rows_.find(owner);
  return found == rows_.end() ? none : found->second;
}

void Lowering::set_function(int number, const expression::Tree& g, const Site& site) {
  const int function = scalar(g, site);
  Row& row = equations.rows[index(number)];
  row.scalar = function;
  for (const Leaf& leaf : equations.scalars[index(function)].leaves) {
    if (leaf.kind != Leaf::Kind::reading) continue;
    const auto same = [&](const RowTerm& term) { return term.reading == leaf.index; };
    if (std::none_of(row.terms.begin(), row.terms.end(), same))
      row.terms.push_back({leaf.index, 0});
  }
}

void Lowering::set_target(int row, double value, const Site& site) {
  if (!std::isfinite(value))
    report(model::Code::no_value, site, "the displacement at the start is not finite");
  else if (value != 0)
    set_function(row, expression::Tree::constant(-value), site);
}

int Lowering::reaction(Reaction r) {
  // The rows are all those of one element, of which the first tells which.
  const std::array<int, 6> key = {
      r.rows.front(), static_cast<int>(r.rows.size()), r.at, r.torque ? 1 : 0, r.axes, r.axis};
  const auto [found, is_new] =
      known_reactions_.try_emplace(key, static_cast<int>(equations.reactions.size()));
  if (is_new) equations.reactions.push_back(std::move(r));
  return found->second;
}

Leaf Lowering::leaf_of(const Quantity& quantity, const Site& site) {
  switch (quantity.kind()) {
    case QuantityKind::mode:
      return {Leaf::Kind::mode, 0};
    case QuantityKind::measure:
      return {Leaf::Kind::reading,
              reading(*expression::measure_of(quantity), expression::markers_of(quantity))};
    case QuantityKind::diff_state:
      return diff_leaves[model().diffs.position(quantity.ids[0])];
    case QuantityKind::diff_rate: {
      const Leaf state = diff_leaves[model().diffs.position(quantity.ids[0])];
      if (state.kind == Leaf::Kind::state) return {Leaf::Kind::rate, state.index};
      report(model::Code::wrong_expression_use, site,
             fmt::format("DIF1({0}) has no value: the function of DIFF/{0} does not contain it",
                         quantity.ids[0]));
      return {Leaf::Kind::time, 0};
    }
    case QuantityKind::definition:
      return {Leaf::Kind::unknown, definitions.unknown(quantity.ids[0], *this)};
    case QuantityKind::state:
      return {Leaf::Kind::state, quantity.ids[0]};
    case QuantityKind::reaction:
      return {Leaf::Kind::reaction, quantity.ids[0]};
    case QuantityKind::sensor_value:
      return {Leaf::Kind::memory, sensor_memory[model().sensors.position(quantity.ids[0])]};
    case QuantityKind::memory:
      return {Leaf::Kind::memory, quantity.ids[0]};
    default:  // resolve() leaves nothing else but time
      return {Leaf::Kind::time, 0};
  }
}

int Lowering::scalar(const expression::Tree& tree, const Site& site) {
  Scalar scalar;
  scalar.tape = expression::compile(tree, shapes_);
  for (const Quantity& quantity : scalar.tape.quantities)
    scalar.leaves.push_back(leaf_of(quantity, site));
  for (const expression::SplineReference& reference : scalar.tape.splines)
    scalar.splines.push_back(spline_of(reference, site));
  for (const int number : scalar.tape.externals)
    scalar.externals.push_back(equations.externals[index(number)].get());
  scalar.name = site.name();
  scalar.at = site.at;
  equations.scalars.push_back(std::move(scalar));
  return static_cast<int>(equations.scalars.size()) - 1;
}

std::optional<double> Lowering::value_at_start(int which) const {
  constexpr double initial_conditions = 3;  // MODE
  const Scalar& scalar = equations.scalars[index(which)];
  std::vector<double> u;
  for (const Leaf& leaf : scalar.leaves)
    u.push_back(leaf.kind == Leaf::Kind::mode ? initial_conditions : 0);
  expression::Workspace workspace;
  double value = 0;
  const expression::Fault fault = expression::evaluate_value(
      scalar.tape, {u, scalar.splines, scalar.externals}, workspace, value);
  return fault.ok() ? std::optional(value) : std::nullopt;
}

const expression::SplineData* Lowering::spline_of(const expression::SplineReference& reference,
                                                  const Site& site) {
  const auto [known, is_new] =
      splines_[static_cast<std::size_t>(reference.method)].try_emplace(reference.id, nullptr);
  if (is_new && reference.method == expression::Interpolation::history) {
    auto data = std::make_unique<expression::SplineData>(
        std::shared_ptr<const expression::History>(equations.delays[index(reference.id)].history));
    known->second = data.get();
    equations.splines.push_back(std::move(data));
  } else if (is_new) {
    const model::Curve* curve =
        expression::reads_a_curve(reference.method) ? model().curves.find(reference.id) : nullptr;
    SplineResult made = curve && curve->function.is_user()
                            ? user_coordinate(*this, *curve, reference.method)
                            : make_spline(model(), reference);
    if (!made.error.empty())
      report(
          model::Code::no_value, site,
          fmt::format("{}/{}: {}", expression::reads_a_curve(reference.method) ? "CURVE" : "SPLINE",
                      reference.id, made.error));
    known->second = made.data.get();
    equations.splines.push_back(std::move(made.data));
  }
  return known->second;
}

void Lowering::report(model::Code code, const Site& site, std::string message, std::string hint,
                      int offset) {
  equations.problems.push_back({code, model::statement_name(site.owner.kind), site.label, site.at,
                                site.argument, 0, offset, std::move(message), std::move(hint)});
}

}  // namespace trammel::elements
