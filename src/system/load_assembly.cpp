// SPDX-License-Identifier: BSD-3-Clause
#include "system/load_assembly.h"

namespace trammel::system {

using elements::Body;
using elements::Leaf;
using elements::Load;
using elements::LoadDirection;
using elements::LoadStiffness;
using elements::LoadWrenches;
using elements::Reading;
using elements::ReadingGradient;
using elements::ScalarBank;

LoadAssembly::LoadAssembly(const elements::Equations& equations, const ScalarBank& bank,
                           const Structure& structure)
    : equations_(equations), bank_(bank), structure_(structure) {
  const auto& bodies = equations.skeleton.bodies;
  for (const Load& load : equations.loads) {
    members_.push_back({&load, bank.member_of(load.scalar), int(places_.size())});
    bundle(int(members_.size()) - 1);
    for (int b = 0; b < load.n_bodies; ++b)
      for (int c = 0; c < load.n_bodies; ++c)
        places_.push_back(find_place(structure[Block::K],
                                     bodies[std::size_t(load.bodies[std::size_t(b)])].v,
                                     bodies[std::size_t(load.bodies[std::size_t(c)])].v));
    for (const int local : {load.local_i, load.local_j}) {
      if (local < 0) continue;
      const Body& body = bodies[std::size_t(load.bodies[std::size_t(local)])];
      for (const auto& at : bank.leaves(members_.back().scalar)) place_leaf(body.v, at.leaf);
    }
  }
}

void LoadAssembly::place_leaf(int v, const Leaf& leaf) {
  const auto place_body = [&](int body) {
    places_.push_back(
        find_place(structure_[Block::K], v, equations_.skeleton.bodies[std::size_t(body)].v));
  };
  if (leaf.kind == Leaf::Kind::reading) {
    const Reading& reading = equations_.readings[std::size_t(leaf.index)];
    for (int c = 0; c < reading.n_bodies; ++c) place_body(reading.bodies[std::size_t(c)]);
  } else if (leaf.kind == Leaf::Kind::state) {
    places_.push_back(find_place(structure_[Block::Qx], v, leaf.index));
  } else if (leaf.kind == Leaf::Kind::unknown) {
    places_.push_back(find_place(structure_[Block::Qy], v, leaf.index));
  } else if (leaf.kind == Leaf::Kind::reaction) {
    for (const int r : equations_.reactions[std::size_t(leaf.index)].rows) {
      const int constraint = structure_.constraint_of_row[std::size_t(r)];
      places_.push_back(constraint < 0 ? Place{}
                                       : find_place(structure_[Block::Ql], v, constraint));
    }
    for (const int c : structure_.reaction_bodies[std::size_t(leaf.index)]) place_body(c);
  }
}

void LoadAssembly::bundle(int member) {
  const Load& load = *members_[std::size_t(member)].load;
  const auto body_at = [&](int local) { return local < 0 ? -1 : load.bodies[std::size_t(local)]; };
  if (!bundles_.empty()) {
    Bundle& last = bundles_.back();
    const Load& other = *members_[std::size_t(last.first)].load;
    const bool is_line = load.kind == Load::Kind::line || other.kind == Load::Kind::line;
    if (!is_line && load.i == other.i && load.rm == other.rm &&
        load.reaction_body == other.reaction_body) {
      last.last = member + 1;
      return;
    }
  }
  bundles_.push_back(
      {member, member + 1, body_at(load.local_i), body_at(load.local_j), int(slot_bodies_.size())});
  for (const int body : {bundles_.back().acting, bundles_.back().reacting})
    if (body >= 0) slot_bodies_.push_back(body);
}

LoadWrenches LoadAssembly::wrenches(const Bundle& bundle, const Instant& instant) const {
  const auto f = [&](int member) {
    return instant.bank.values[std::size_t(members_[std::size_t(member)].scalar)];
  };
  const Load& first = *members_[std::size_t(bundle.first)].load;
  if (first.kind == Load::Kind::line)
    return elements::wrenches_of_line(first, f(bundle.first), instant.motion);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (int k = bundle.first; k < bundle.last; ++k) {
    const Load& load = *members_[std::size_t(k)].load;
    (load.kind == Load::Kind::torque ? torque : force)[load.axis] += f(k);
  }
  return elements::wrenches_along_axes(first, force, torque, instant.motion);
}

void LoadAssembly::add_wrenches(const Instant& instant, std::span<Vec6> of_bodies) const {
  for (const Bundle& bundle : bundles_) {
    const LoadWrenches w = wrenches(bundle, instant);
    if (bundle.acting >= 0) of_bodies[std::size_t(bundle.acting)] += w.acting;
    if (bundle.reacting >= 0) of_bodies[std::size_t(bundle.reacting)] += w.reacting;
  }
}

void LoadAssembly::leave_wrenches(const Instant& instant, int begin, int end,
                                  std::span<Vec6> of_slots) const {
  for (int k = begin; k < end; ++k) {
    const Bundle& bundle = bundles_[std::size_t(k)];
    const LoadWrenches w = wrenches(bundle, instant);
    std::size_t slot = std::size_t(bundle.first_slot);
    if (bundle.acting >= 0) of_slots[slot++] = w.acting;
    if (bundle.reacting >= 0) of_slots[slot] = w.reacting;
  }
}

void LoadAssembly::linearise(BlockMask wanted, const Instant& instant, Blocks& blocks) const {
  constexpr BlockMask of_loads = mask(Block::A) | mask(Block::C) | mask(Block::K) |
                                 mask(Block::Ql) | mask(Block::Qx) | mask(Block::Qy);
  if ((wanted & of_loads) == 0) return;
  for (const Member& member : members_) linearise_load(member, wanted, instant, blocks);
}

void LoadAssembly::linearise_load(const Member& member, BlockMask wanted, const Instant& instant,
                                  Blocks& blocks) const {
  const Load& load = *member.load;
  const auto body_of = [&](int local) -> const Body& {
    return equations_.skeleton.bodies[std::size_t(load.bodies[std::size_t(local)])];
  };
  int place = member.first_place;
  if ((wanted & mask(Block::K)) != 0) {
    LoadStiffness S;
    elements::direction_derivative(load, equations_.skeleton, instant.motion,
                                   -instant.bank.values[std::size_t(member.scalar)], S);
    for (int b = 0; b < load.n_bodies; ++b)
      for (int c = 0; c < load.n_bodies; ++c)
        add_block(blocks[Block::K].values(), places_[std::size_t(place + b * load.n_bodies + c)],
                  S.K[std::size_t(b)][std::size_t(c)], body_of(b).n(), body_of(c).n());
  }
  place += load.n_bodies * load.n_bodies;

  LoadDirection D;
  elements::direction(load, equations_.skeleton, instant.motion, D);
  const auto leaves = bank_.leaves(member.scalar);
  const auto gradient = bank_.gradient(member.scalar, instant.bank);
  for (const int local : {load.local_i, load.local_j}) {
    if (local < 0) continue;
    for (std::size_t k = 0; k < leaves.size(); ++k)
      place = linearise_leaf(leaves[k], -gradient[k], D.D[std::size_t(local)], body_of(local).n(),
                             place, wanted, instant, blocks);
  }
}

int LoadAssembly::linearise_leaf(const ScalarBank::LeafPlace& at, double f_k, const Vec6& D,
                                 int rows, int place, BlockMask wanted, const Instant& instant,
                                 Blocks& blocks) const {
  const auto wants = [&](Block block) { return (wanted & mask(block)) != 0; };
  const auto n_of = [&](int body) { return equations_.skeleton.bodies[std::size_t(body)].n(); };
  const auto add = [&](Block block, const Vec6& w, int columns) {
    if (wants(block))
      add_product(blocks[block].values(), places_[std::size_t(place)], f_k, D, rows, w, columns);
  };
  const Leaf& leaf = at.leaf;
  const std::size_t which = std::size_t(leaf.index);
  if (leaf.kind == Leaf::Kind::reading) {
    const Reading& r = equations_.readings[which];
    const ReadingGradient& g = instant.bank.reading_gradients[std::size_t(at.reading)];
    for (int c = 0; c < r.n_bodies; ++c, ++place) {
      const int columns = n_of(r.bodies[std::size_t(c)]);
      add(Block::K, g.q[std::size_t(c)], columns);
      if (r.level() > 0) add(Block::C, g.v[std::size_t(c)], columns);
      if (r.level() > 1) add(Block::A, g.a[std::size_t(c)], columns);
    }
  } else if (leaf.kind == Leaf::Kind::state || leaf.kind == Leaf::Kind::unknown) {
    const Block block = leaf.kind == Leaf::Kind::state ? Block::Qx : Block::Qy;
    if (wants(block)) add_column(blocks[block].values(), places_[std::size_t(place)], f_k, D, rows);
    ++place;
  } else if (leaf.kind == Leaf::Kind::reaction) {
    for (int unit = structure_.first_unit[which]; unit < structure_.first_unit[which + 1]; ++unit) {
      const Place& to = places_[std::size_t(place++)];
      if (to.base >= 0 && wants(Block::Ql))
        add_column(blocks[Block::Ql].values(), to, f_k * instant.unit_reactions[std::size_t(unit)],
                   D, rows);
    }
    const elements::ReactionGradient& g = instant.reaction_gradients[which];
    const auto& bodies = structure_.reaction_bodies[which];
    for (std::size_t c = 0; c < bodies.size(); ++c, ++place) {
      add(Block::K, g.q[c], n_of(bodies[c]));
      add(Block::C, g.v[c], n_of(bodies[c]));
    }
  }
  return place;
}

}  // namespace trammel::system
