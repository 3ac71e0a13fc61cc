// SPDX-License-Identifier: BSD-3-Clause
#include "system/load_assembly.h"

namespace trammel::system {

using elements::Body;
using elements::Leaf;
using elements::Load;
using elements::LoadDirection;
using elements::LoadStiffness;
using elements::Reading;
using elements::ReadingGradient;
using elements::ScalarBank;

LoadAssembly::LoadAssembly(const elements::Equations& equations, const ScalarBank& bank,
                           const Structure& structure)
    : equations_(equations), bank_(bank), structure_(structure) {
  const auto& bodies = equations.skeleton.bodies;
  for (const Load& load : equations.loads) {
    members_.push_back(
        {&load, bank.member_of(load.scalar), int(places_.size()), int(slot_bodies_.size())});
    slot_bodies_.insert(slot_bodies_.end(), load.bodies.begin(),
                        load.bodies.begin() + load.n_bodies);
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

void LoadAssembly::add_forces(const Instant& instant, Vector& action) const {
  for (const Member& member : members_) {
    const Load& load = *member.load;
    const double f = instant.bank.values[std::size_t(member.scalar)];
    if (f == 0) continue;
    LoadDirection D;
    elements::direction(load, equations_.skeleton, instant.motion, D);
    for (int b = 0; b < load.n_bodies; ++b) {
      const Body& body = equations_.skeleton.bodies[std::size_t(load.bodies[std::size_t(b)])];
      action.segment(body.v, body.n()) += f * D.D[std::size_t(b)].head(body.n());  // (LOAD.1)
    }
  }
}

void LoadAssembly::leave_forces(const Instant& instant, int begin, int end,
                                std::span<Vec6> wrenches) const {
  for (int k = begin; k < end; ++k) {
    const Member& member = members_[std::size_t(k)];
    const Load& load = *member.load;
    const double f = instant.bank.values[std::size_t(member.scalar)];
    LoadDirection D;
    if (f != 0) elements::direction(load, equations_.skeleton, instant.motion, D);
    for (int b = 0; b < load.n_bodies; ++b)
      wrenches[std::size_t(member.first_slot + b)] =
          f == 0 ? Vec6(Vec6::Zero()) : Vec6(f * D.D[std::size_t(b)]);  // (LOAD.1)
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
