// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/recording.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "expression/turn.h"
#include "results/csv.h"

namespace trammel::analysis {
namespace {

using elements::Body;
constexpr std::size_t components = results::request_components;

// The force and the torque in the tangent entries of a body.
struct Wrench {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

Wrench wrench(const Body& body, const Vector& tangent) {
  Wrench w;
  const int n_force = body.kind == Body::Kind::planar ? 2 : 3;
  w.force.head(n_force) = tangent.segment(body.v, n_force);
  if (body.kind == Body::Kind::rigid) w.torque = tangent.segment<3>(body.v + 3);
  if (body.kind == Body::Kind::planar) w.torque[2] = tangent[body.v + 2];
  return w;
}

template <class Numbers>
void append(std::vector<double>& row, const Numbers& numbers) {
  row.insert(row.end(), numbers.data(), numbers.data() + numbers.size());
}

// What the request's component may differ by and mean the same.
double turn_of(const model::Request& request, std::size_t component) {
  if (request.quantity == model::RequestKind::expressions)
    return request.function.is_user() ? 0 : expression::turn_of(request.functions[component].tree);
  const bool is_angle = request.quantity == model::RequestKind::displacement && component >= 5;
  return is_angle ? 2 * std::numbers::pi : 0;
}

void add_requests(std::vector<Subject>& all, const model::Model& model) {
  const std::vector<std::string> names = results::column_names(model);
  std::size_t column = 0;
  for (const model::Request& request : model::all_requests(model)) {
    const bool measured = request.quantity != model::RequestKind::expressions;
    for (std::size_t c = 0; c < components; ++c, ++column) {
      Subject s{.name = names[column + 1], .first = column, .last = column + 1, .owners = {}};
      s.turn = turn_of(request, c);
      // F1 to F4 are a magnitude and its components, and so are F5 to F8, of the four measured kinds.
      s.group_first = measured ? column - c + (c < 4 ? 0 : 4) : column;
      s.group_last = measured ? s.group_first + 4 : column + 1;
      all.push_back(std::move(s));
    }
  }
}

void add_parts(std::vector<Subject>& all, const system::System& system,
               const Recording& recording) {
  std::vector<std::string> labels;
  for (const Body& body : system.equations().skeleton.bodies)
    if (body.kind != Body::Kind::path) labels.push_back(body.label);
  for (auto aspect = Aspect::positions; aspect < Aspect::states;
       aspect = Aspect(std::size_t(aspect) + 1)) {
    const std::size_t columns = recording[aspect].front().size();
    all.push_back({std::string(name(aspect)), aspect, 0, columns, 0, columns, 0, labels});
  }
}

void add_states(std::vector<Subject>& all, const system::System& system,
                const Recording& recording) {
  const Layout& layout = system.layout();
  for (std::size_t k = 0; k < recording[Aspect::states].front().size(); ++k)
    all.push_back({system.column_name(layout.n + layout.m() + int(k)),
                   Aspect::states,
                   k,
                   k + 1,
                   k,
                   k + 1,
                   0,
                   {}});
}

double folded(double difference, double turn) {
  return std::abs(turn > 0 ? std::remainder(difference, turn) : difference);
}

}  // namespace

std::string_view name(Aspect aspect) {
  constexpr std::array<std::string_view, aspect_count> names = {
      "requests",           "positions",     "orientations",          "velocities",
      "angular velocities", "accelerations", "angular accelerations", "reaction forces",
      "reaction torques",   "states"};
  return names[std::size_t(aspect)];
}

void Recording::add(const system::System& system, const State& s) {
  times_.push_back(s.t);
  std::array<std::vector<double>, aspect_count> rows;
  const auto row = [&](Aspect aspect) -> std::vector<double>& { return rows[std::size_t(aspect)]; };
  row(Aspect::requests).resize(components * system.equations().requests.size());
  system.requests(s, row(Aspect::requests));
  Vector reactions = Vector::Zero(system.layout().n);
  system.reaction(s, s.lambda, reactions);
  for (const Body& body : system.equations().skeleton.bodies) {
    if (body.kind == Body::Kind::path) continue;
    const kinematics::MarkerMotion m = elements::motion(body, s.q, s.v, s.a);
    const Wrench w = wrench(body, reactions);
    append(row(Aspect::positions), m.r);
    append(row(Aspect::orientations), m.A);
    append(row(Aspect::velocities), m.v);
    append(row(Aspect::angular_velocities), m.omega);
    append(row(Aspect::accelerations), m.a);
    append(row(Aspect::angular_accelerations), m.omega_dot);
    append(row(Aspect::reaction_forces), w.force);
    append(row(Aspect::reaction_torques), w.torque);
  }
  append(row(Aspect::states), s.x);
  for (std::size_t k = 0; k < aspect_count; ++k) series_[k].push_back(std::move(rows[k]));
}

std::vector<Subject> subjects(const model::Model& model, const system::System& system,
                              const Recording& recording) {
  std::vector<Subject> all;
  if (recording.size() == 0) return all;
  add_requests(all, model);
  add_parts(all, system, recording);
  add_states(all, system, recording);
  return all;
}

Extent extent(const Recording& recording, const Subject& subject) {
  Extent result;
  for (std::size_t c = subject.first; c < subject.last; ++c) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::vector<double>& row : recording[subject.aspect])
      if (std::isfinite(row[c])) low = std::min(low, row[c]), high = std::max(high, row[c]);
    if (low > high) continue;  // without a value
    result.range = std::max(result.range, high - low);
    result.size = std::max({result.size, std::abs(low), std::abs(high)});
  }
  return result;
}

double group_size(const Recording& recording, const Subject& subject) {
  double largest = 0;
  for (const std::vector<double>& row : recording[subject.aspect])
    for (std::size_t c = subject.group_first; c < subject.group_last; ++c)
      if (std::isfinite(row[c])) largest = std::max(largest, std::abs(row[c]));
  return largest;
}

Difference largest_difference(const Recording& a, const Recording& b, const Subject& subject) {
  Difference worst;
  if (a.size() != b.size()) worst.error = std::nan("");
  const std::size_t each =
      subject.owners.empty() ? 0 : (subject.last - subject.first) / subject.owners.size();
  for (std::size_t r = 0; r < std::min(a.size(), b.size()); ++r)
    for (std::size_t c = subject.first; c < subject.last; ++c) {
      const double x = a[subject.aspect][r][c], y = b[subject.aspect][r][c];
      if (!std::isfinite(x) && !std::isfinite(y)) continue;
      const double error = folded(x - y, subject.turn);
      if (std::isnan(worst.error) || error <= worst.error) continue;
      worst.error = error, worst.time = a.time(r);
      if (each > 0) worst.owner = subject.owners[(c - subject.first) / each];
    }
  return worst;
}

}  // namespace trammel::analysis
