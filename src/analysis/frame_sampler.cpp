// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/frame_sampler.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "kinematics/marker_map.h"
#include "math/rotation.h"

namespace trammel::analysis {
namespace {

using elements::Body;
using kinematics::MarkerMotion;
using results::Section;

template <class Infos>
std::map<std::pair<std::string, int>, int> items_by_code(const Infos& infos) {
  std::map<std::pair<std::string, int>, int> found;
  for (std::size_t k = 0; k < infos.size(); ++k)
    found.try_emplace({infos[k].statement, infos[k].id}, int(k));
  return found;
}

template <class Map>
int item_of(const Map& items, elements::Owner owner) {
  const auto found = items.find({std::string(model::statement_name(owner.kind)), owner.id});
  return found == items.end() ? -1 : found->second;
}

void put(std::vector<double>& row, std::size_t first, const Vec3& a, const Vec3& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    row[first + k] = a[Eigen::Index(k)];
    row[first + 3 + k] = b[Eigen::Index(k)];
  }
}

void put_pose(std::vector<double>& row, std::size_t first, const Vec3& r, const Vec4& e) {
  for (std::size_t k = 0; k < 3; ++k) row[first + k] = r[Eigen::Index(k)];
  for (std::size_t k = 0; k < 4; ++k) row[first + 3 + k] = e[Eigen::Index(k)];
}

// B δ: the twist, in global axes, of a tangent displacement (BODY.1–3).
Eigen::Matrix<std::complex<double>, 6, 1> twist(const Body& body, const Mat3& A,
                                                const Eigen::VectorXcd& delta) {
  Eigen::Matrix<std::complex<double>, 6, 1> t = Eigen::Matrix<std::complex<double>, 6, 1>::Zero();
  if (body.kind == Body::Kind::planar) {
    t[0] = delta[body.v];
    t[1] = delta[body.v + 1];
    t[5] = delta[body.v + 2];
  } else {
    t.head<3>() = delta.segment<3>(body.v);
    if (body.kind == Body::Kind::rigid)
      t.tail<3>() = A.cast<std::complex<double>>() * delta.segment<3>(body.v + 3);
  }
  return t;
}

}  // namespace

FrameSampler::FrameSampler(const results::Contents& contents) : contents_(contents) {
  for (const results::PartInfo& part : contents.parts) {
    const results::PoseNumbers& cm = part.cm;
    PartFrame frame;
    frame.A = rotation_matrix({cm[3], cm[4], cm[5], cm[6]}).transpose();
    frame.s = -(frame.A * Vec3(cm[0], cm[1], cm[2]));
    frames_.push_back(frame);
  }
}

void FrameSampler::plan(const elements::Equations& equations) {
  equations_ = &equations;
  const auto reactions = items_by_code(contents_.reactions);
  item_of_row_.clear();
  without_torque_.clear();
  for (const elements::Row& row : equations.rows) {
    item_of_row_.push_back(row.initial_only ? -1 : item_of(reactions, row.owner));
    without_torque_.push_back(row.owner.kind == model::Kind::ptcv ||
                              row.owner.kind == model::Kind::cvcv);
  }
  const auto forces = items_by_code(contents_.forces);
  item_of_load_.clear();
  for (const elements::Load& load : equations.loads) {
    const int item = item_of(forces, load.owner);
    const int i = item < 0 ? -1 : contents_.forces[std::size_t(item)].i;
    // An NFORCE acts at many markers, of which the first is shown.
    const bool at_i = i >= 0 && equations.skeleton.markers[std::size_t(load.i)].id ==
                                    contents_.markers[std::size_t(i)].id;
    item_of_load_.push_back(at_i ? item : -1);
  }
  const auto variables = items_by_code(contents_.variables);
  item_of_variable_.clear();
  for (const model::Variable& variable : equations.model->variables)
    item_of_variable_.push_back(item_of(variables, {model::Variable::kind, variable.id}));
  plan_states();
}

void FrameSampler::plan_states() {
  std::map<std::tuple<std::string, int, int>, int> items;
  for (std::size_t k = 0; k < contents_.states.size(); ++k) {
    const results::ScalarInfo& info = contents_.states[k];
    items[{info.statement, info.id, std::max(info.component, 1)}] = int(k);
  }
  states_.clear();
  std::map<std::pair<model::Kind, int>, int> components;
  const auto place = [&](elements::Owner owner, bool is_unknown, std::size_t index) {
    const int component = ++components[{owner.kind, owner.id}];
    const auto found =
        items.find({std::string(model::statement_name(owner.kind)), owner.id, component});
    if (found != items.end()) states_.push_back({found->second, is_unknown, int(index)});
  };
  for (std::size_t k = 0; k < equations_->states.size(); ++k)
    place(equations_->states[k].owner, false, k);
  // A DIFF whose function does not contain its rate.
  for (std::size_t k = 0; k < equations_->unknowns.size(); ++k)
    if (equations_->unknowns[k].implicit && equations_->unknowns[k].owner.kind == model::Kind::diff)
      place(equations_->unknowns[k].owner, true, k);
}

void FrameSampler::put_parts(results::Frame& frame) {
  for (std::size_t k = 0; k < frames_.size() && k < outputs_.bodies.size(); ++k) {
    MarkerMotion part;
    kinematics::carry(outputs_.bodies[k], frames_[k].s, frames_[k].A, part);
    const Vec4 e = quaternion_from_matrix(part.A);
    frames_[k].last = same_hemisphere(e, frames_[k].last);
    put_pose(frame[Section::pose], 7 * k, part.r, frames_[k].last);
    put(frame[Section::velocity], 6 * k, part.v, part.omega);
    put(frame[Section::acceleration], 6 * k, part.a, part.omega_dot);
  }
}

void FrameSampler::put_wrenches(results::Frame& frame) const {
  const auto add = [](std::vector<double>& row, int item, const elements::Wrench& w,
                      bool with_torque) {
    const std::size_t first = 6 * std::size_t(item);
    for (std::size_t k = 0; k < 3; ++k) {
      row[first + k] += w.force[Eigen::Index(k)];
      if (with_torque) row[first + 3 + k] += w.torque[Eigen::Index(k)];
    }
  };
  for (const Section section : {Section::reactions, Section::forces})
    std::fill(frame[section].begin(), frame[section].end(), 0.0);
  for (std::size_t r = 0; r < item_of_row_.size(); ++r)
    if (item_of_row_[r] >= 0)
      add(frame[Section::reactions], item_of_row_[r], outputs_.rows[r], !without_torque_[r]);
  for (std::size_t l = 0; l < item_of_load_.size(); ++l)
    if (item_of_load_[l] >= 0)
      add(frame[Section::forces], item_of_load_[l], outputs_.loads[l], true);
}

void FrameSampler::sample(const system::System& system, const State& s, results::Frame& frame) {
  if (equations_ != &system.equations()) plan(system.equations());
  system.outputs(s, outputs_);
  frame.time = s.t;
  put_parts(frame);
  put_wrenches(frame);
  for (std::size_t k = 0; k < item_of_variable_.size() && k < outputs_.variables.size(); ++k)
    if (item_of_variable_[k] >= 0)
      frame[Section::variables][std::size_t(item_of_variable_[k])] = outputs_.variables[k];
  for (const StatePlace& state : states_)
    frame[Section::states][std::size_t(state.item)] =
        state.is_unknown ? s.y[state.index] : s.x[state.index];
}

results::ModeSet FrameSampler::modes(const system::System& system, const State& s,
                                     const std::vector<Mode>& modes, const Vector& units, int first,
                                     int last) {
  results::Frame here = results::make_frame(contents_);
  sample(system, s, here);
  results::ModeSet set;
  set.time = s.t;
  set.pose = here[Section::pose];
  for (const Mode& mode : modes) set.eigenvalues.push_back({mode.value.real(), mode.value.imag()});
  if (first > last) return set;
  const std::size_t parts = frames_.size();
  set.shapes.assign(12 * parts * modes.size(), 0.0);
  for (std::size_t m = 0; m < modes.size(); ++m) {
    if (int(m) + 1 < first || int(m) + 1 > last) continue;
    const Eigen::VectorXcd delta =
        modes[m].shape.cwiseProduct(units.head(modes[m].shape.size()).cast<std::complex<double>>());
    for (std::size_t k = 0; k < parts; ++k) {
      const MarkerMotion& body = outputs_.bodies[k];
      auto t = twist(equations_->skeleton.bodies[k], body.A, delta);
      const Vec3 arm = body.A * frames_[k].s;
      t.head<3>() += (-skew(arm)).cast<std::complex<double>>() * t.tail<3>();
      for (std::size_t c = 0; c < 6; ++c) {
        double* numbers = set.shapes.data() + 12 * (parts * m + k);
        numbers[c] = t[Eigen::Index(c)].real();
        numbers[6 + c] = t[Eigen::Index(c)].imag();
      }
    }
  }
  return set;
}

}  // namespace trammel::analysis
