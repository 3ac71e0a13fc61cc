// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/carry_over.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "analysis/new_paths.h"
#include "elements/initial_values.h"
#include "math/rotation.h"

namespace trammel::analysis {
namespace {

using elements::Body;
using elements::Equations;
using elements::Owner;

bool contains(const std::vector<Owner>& list, const Owner& owner) {
  return std::find(list.begin(), list.end(), owner) != list.end();
}

// The k-th thing of a key before is the k-th of that key after.
template <class Key>
class Counterparts {
 public:
  void add(const Key& key, int number) { known_[key].numbers.push_back(number); }
  // −1: there was none.
  int next(const Key& key) {
    const auto found = known_.find(key);
    if (found == known_.end() || found->second.used == found->second.numbers.size()) return -1;
    return found->second.numbers[found->second.used++];
  }
  int any(const Key& key) const {
    const auto found = known_.find(key);
    return found == known_.end() ? -1 : found->second.numbers.front();
  }

 private:
  struct Entry {
    std::vector<int> numbers;
    std::size_t used = 0;
  };
  std::map<Key, Entry> known_;
};

using OwnerKey = std::pair<int, int>;
OwnerKey key_of(const Owner& owner) {
  return {static_cast<int>(owner.kind), owner.id};
}

using ReadingKey = std::pair<const kinematics::Measure*, std::array<int, 4>>;
ReadingKey key_of(const Equations& equations, const elements::Reading& reading) {
  ReadingKey key{reading.measure, {}};
  for (std::size_t slot = 0; slot < 4; ++slot)
    key.second[slot] = equations.skeleton.markers[std::size_t(reading.markers[slot])].id;
  return key;
}

class CarryOver {
 public:
  CarryOver(const Equations& before, const State& at, const system::System& after,
            const NewStart& edited)
      : before_(before),
        at_(at),
        system_(after),
        after_(after.equations()),
        edited_(edited),
        result_(after.initial_state()) {
    result_.t = at.t;
  }

  State run() {
    carry_bodies();
    carry_states();
    carry_unknowns();
    system_.start_angles(result_);
    carry_turns();
    carry_memory();
    carry_histories();
    return std::move(result_);
  }

 private:
  void carry_histories() {
    Counterparts<std::string_view> delays;
    for (std::size_t k = 0; k < before_.delays.size(); ++k)
      delays.add(before_.scalars[std::size_t(before_.delays[k].scalar)].name, int(k));
    for (const elements::Delay& delay : after_.delays)
      if (const int old = delays.next(after_.scalars[std::size_t(delay.scalar)].name); old >= 0)
        *delay.history = *before_.delays[std::size_t(old)].history;
  }

  void carry_bodies() {
    const std::vector<model::Pose> old_centres = centres(before_), new_centres = centres(after_);
    elements::Motion motion(before_.skeleton);
    elements::move(before_.skeleton, at_.q, at_.v, at_.a, motion);
    Counterparts<std::string_view> bodies;
    for (std::size_t b = 0; b < before_.skeleton.bodies.size(); ++b)
      bodies.add(before_.skeleton.bodies[b].label, int(b));
    const std::vector<Owner> owners = owners_of_bodies();
    std::vector<bool> fresh(after_.skeleton.bodies.size());
    for (std::size_t b = 0; b < after_.skeleton.bodies.size(); ++b) {
      const Body& body = after_.skeleton.bodies[b];
      const int found = bodies.next(body.label);
      fresh[b] = found < 0;
      if (found < 0) continue;
      const auto old = std::size_t(found);
      const bool is_placed = b < owners.size() && contains(edited_.positions, owners[b]);
      const bool is_moved = b < owners.size() && contains(edited_.velocities, owners[b]);
      carry(before_.skeleton.bodies[old], motion.bodies[old], old_centres[old], body,
            new_centres[b], is_placed, is_moved);
    }
    place_on_curves(after_, fresh, result_);
  }

  // In the order of the bodies; places on curves follow.
  std::vector<Owner> owners_of_bodies() const {
    std::vector<Owner> owners;
    for (const model::Part& part : after_.model->parts)
      if (!part.ground) owners.push_back({model::Kind::part, part.id});
    for (const model::PointMass& point : after_.model->point_masses)
      owners.push_back({model::Kind::point_mass, point.id});
    return owners;
  }

  void carry(const Body& old, const kinematics::MarkerMotion& frame, const model::Pose& old_centre,
             const Body& body, const model::Pose& centre, bool is_placed, bool is_moved) {
    const bool same_frame = old_centre.r == centre.r && old_centre.A == centre.A;
    if (!is_placed) result_.q.segment(body.q, body.n_q()) = at_.q.segment(old.q, old.n_q());
    if (!is_moved) result_.v.segment(body.v, body.n()) = at_.v.segment(old.v, old.n());
    result_.a.segment(body.v, body.n()) = at_.a.segment(old.v, old.n());
    if (same_frame || body.kind == Body::Kind::path) return;
    const Mat3 axes = frame.A * old_centre.A.transpose();  // of the part
    const Vec3 shift = axes * (centre.r - old_centre.r);
    const Mat3 A = axes * centre.A;
    const int in_space = body.kind == Body::Kind::planar ? 2 : 3;
    if (!is_placed) {
      result_.q.segment(body.q, in_space) = (frame.r + shift).head(in_space);
      if (body.kind == Body::Kind::rigid)
        result_.q.segment<4>(body.q + 3) = quaternion_from_matrix(A);  // (CARRY.1)
    }
    if (is_moved) return;
    const Vec3 v = frame.v + frame.omega.cross(shift);
    result_.v.segment(body.v, in_space) = v.head(in_space);
    if (body.kind == Body::Kind::rigid)
      result_.v.segment<3>(body.v + 3) = A.transpose() * frame.omega;  // (CARRY.1)
  }

  void carry_states() {
    Counterparts<OwnerKey> states;
    for (std::size_t k = 0; k < before_.states.size(); ++k)
      states.add(key_of(before_.states[k].owner), int(k));
    for (std::size_t k = 0; k < after_.states.size(); ++k) {
      const Owner& owner = after_.states[k].owner;
      const int old = states.next(key_of(owner));
      if (old < 0 || contains(edited_.states, owner)) continue;
      result_.x[int(k)] = at_.x[old];
      result_.x_dot[int(k)] = at_.x_dot[old];
    }
  }

  void carry_unknowns() {
    Counterparts<OwnerKey> unknowns;
    for (std::size_t k = 0; k < before_.unknowns.size(); ++k)
      unknowns.add(key_of(before_.unknowns[k].owner), int(k));
    for (std::size_t k = 0; k < after_.unknowns.size(); ++k)
      if (const int old = unknowns.next(key_of(after_.unknowns[k].owner)); old >= 0)
        result_.y[int(k)] = at_.y[old];
  }

  // An angle that nobody has counted so far takes the count of another one between the same markers.
  void carry_turns() {
    Counterparts<ReadingKey> readings;
    for (const elements::Reading& reading : before_.readings)
      if (reading.memory >= 0) readings.add(key_of(before_, reading), reading.memory);
    for (const elements::Reading& reading : after_.readings) {
      if (reading.memory < 0) continue;
      const ReadingKey key = key_of(after_, reading);
      const int same = readings.next(key), old = same >= 0 ? same : readings.any(key);
      if (old >= 0) result_.memory[reading.memory] = at_.memory[old];
    }
  }

  // What sensors have evaluated, and the discrete states of systems.
  void carry_memory() {
    Counterparts<OwnerKey> sensors, systems;
    for (const elements::Watch& watch : before_.watches)
      if (watch.memory >= 0) sensors.add(key_of(watch.owner), watch.memory);
    for (const elements::Watch& watch : after_.watches)
      if (const int old = sensors.next(key_of(watch.owner)); watch.memory >= 0 && old >= 0)
        result_.memory[watch.memory] = at_.memory[old];
    for (std::size_t k = 0; k < before_.samplers.size(); ++k)
      systems.add(key_of(before_.samplers[k].owner), int(k));
    for (const elements::Sampler& sampler : after_.samplers) {
      const int number = systems.next(key_of(sampler.owner));
      if (number < 0) continue;
      const elements::Sampler& old = before_.samplers[std::size_t(number)];
      if (sampler.scalars.size() == old.scalars.size())
        result_.memory.segment(sampler.memory, Eigen::Index(sampler.scalars.size())) =
            at_.memory.segment(old.memory, Eigen::Index(old.scalars.size()));
    }
  }

  const Equations& before_;
  const State& at_;
  const system::System& system_;
  const Equations& after_;
  const NewStart& edited_;
  State result_;
};

}  // namespace

State carry_over(const Equations& before, const State& at, const system::System& after,
                 const NewStart& edited) {
  return CarryOver(before, at, after, edited).run();
}

}  // namespace trammel::analysis
