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
  int unit = 0;
  for (const auto& reaction : equations.reactions) {
    first_unit_.push_back(unit);
    unit += int(reaction.rows.size());
  }
  const auto& bodies = equations.skeleton.bodies;
  for (const Load& load : equations.loads) {
    loads_.push_back({&load, bank.member_of(load.scalar), int(places_.size())});
    for (int b = 0; b < load.n_bodies; ++b)
      for (int c = 0; c < load.n_bodies; ++c)
        places_.push_back(find_place(structure[Block::K],
                                     bodies[std::size_t(load.bodies[std::size_t(b)])].v,
                                     bodies[std::size_t(load.bodies[std::size_t(c)])].v));
    for (const int local : {load.local_i, load.local_j}) {
      if (local < 0) continue;
      const Body& body = bodies[std::size_t(load.bodies[std::size_t(local)])];
      for (const auto& leaf : bank.leaves(loads_.back().member)) place_leaf(body.v, leaf);
    }
  }
  int row = 0;
  for (const auto& state : equations.states) {
    place_auxiliary(row, state.scalar, state.implicit, Block::Sxd, row);
    ++row;
  }
  for (const auto& unknown : equations.unknowns) {
    place_auxiliary(row, unknown.scalar, unknown.implicit, Block::Sy,
                    row - int(equations.states.size()));
    ++row;
  }
}

void LoadAssembly::place_leaf(int v, const ScalarBank::LeafPlace& at) {
  const Leaf& leaf = at.leaf;
  if (leaf.kind == Leaf::Kind::reading) {
    const Reading& reading = equations_.readings[std::size_t(leaf.index)];
    for (int c = 0; c < reading.n_bodies; ++c)
      places_.push_back(
          find_place(structure_[Block::K], v,
                     equations_.skeleton.bodies[std::size_t(reading.bodies[std::size_t(c)])].v));
  }
  if (leaf.kind == Leaf::Kind::state)
    places_.push_back(find_place(structure_[Block::Qx], v, leaf.index));
  if (leaf.kind == Leaf::Kind::unknown)
    places_.push_back(find_place(structure_[Block::Qy], v, leaf.index));
  if (leaf.kind == Leaf::Kind::reaction)
    for (const int r : equations_.reactions[std::size_t(leaf.index)].rows) {
      const int constraint = structure_.constraint_of_row[std::size_t(r)];
      places_.push_back(constraint < 0 ? Place{}
                                       : find_place(structure_[Block::Ql], v, constraint));
    }
}

void LoadAssembly::place_auxiliary(int row, int scalar, bool implicit, Block own, int own_column) {
  auxiliary_.push_back({bank_.member_of(scalar), implicit ? 1.0 : -1.0, !implicit,
                        structure_[own].find(row, own_column), int(places_.size())});
  for (const auto& at : bank_.leaves(auxiliary_.back().member)) {
    const Leaf& leaf = at.leaf;
    if (leaf.kind == Leaf::Kind::reading) {
      const Reading& reading = equations_.readings[std::size_t(leaf.index)];
      for (int c = 0; c < reading.n_bodies; ++c)
        places_.push_back(
            find_place(structure_[Block::Sq], row,
                       equations_.skeleton.bodies[std::size_t(reading.bodies[std::size_t(c)])].v));
    }
    if (leaf.kind == Leaf::Kind::state)
      places_.push_back(find_place(structure_[Block::Sx], row, leaf.index));
    if (leaf.kind == Leaf::Kind::rate)
      places_.push_back(find_place(structure_[Block::Sxd], row, leaf.index));
    if (leaf.kind == Leaf::Kind::unknown)
      places_.push_back(find_place(structure_[Block::Sy], row, leaf.index));
    if (leaf.kind == Leaf::Kind::reaction)
      for (const int r : equations_.reactions[std::size_t(leaf.index)].rows) {
        const int constraint = structure_.constraint_of_row[std::size_t(r)];
        places_.push_back(constraint < 0 ? Place{}
                                         : find_place(structure_[Block::Sl], row, constraint));
      }
  }
}

void LoadAssembly::add_forces(const Instant& instant, Vector& action) const {
  for (const LoadMember& member : loads_) {
    const Load& load = *member.load;
    const double f = instant.bank.values[std::size_t(member.member)];
    if (f == 0) continue;
    LoadDirection D;
    elements::direction(load, equations_.skeleton, instant.motion, D);
    for (int b = 0; b < load.n_bodies; ++b) {
      const Body& body = equations_.skeleton.bodies[std::size_t(load.bodies[std::size_t(b)])];
      action.segment(body.v, body.n()) += f * D.D[std::size_t(b)].head(body.n());  // (LOAD.1)
    }
  }
}

void LoadAssembly::fill_auxiliary(const elements::Point& at, const Instant& instant,
                                  Vector& aux) const {
  const int n_x = structure_.layout.n_x;
  for (int row = 0; row < int(auxiliary_.size()); ++row) {
    const AuxiliaryMember& member = auxiliary_[std::size_t(row)];
    const double own = row < n_x ? at.x_dot[row] : at.y[row - n_x];
    aux[row] = (member.has_own_entry ? own : 0) +
               member.sign * instant.bank.values[std::size_t(member.member)];
  }
}

void LoadAssembly::linearise(BlockMask wanted, const Instant& instant,
                             const std::vector<double>& unit_reactions, Blocks& blocks) const {
  constexpr BlockMask of_loads = mask(Block::A) | mask(Block::C) | mask(Block::K) |
                                 mask(Block::Ql) | mask(Block::Qx) | mask(Block::Qy);
  if ((wanted & of_loads) != 0)
    for (const LoadMember& member : loads_)
      linearise_load(member, wanted, instant, unit_reactions, blocks);
  for (int row = 0; row < int(auxiliary_.size()); ++row)
    linearise_auxiliary(auxiliary_[std::size_t(row)], row < structure_.layout.n_x, wanted, instant,
                        unit_reactions, blocks);
}

void LoadAssembly::linearise_load(const LoadMember& member, BlockMask wanted,
                                  const Instant& instant, const std::vector<double>& unit_reactions,
                                  Blocks& blocks) const {
  const Load& load = *member.load;
  const auto& bodies = equations_.skeleton.bodies;
  const auto body_of = [&](int local) -> const Body& {
    return bodies[std::size_t(load.bodies[std::size_t(local)])];
  };
  int place = member.first_place;
  LoadStiffness S;
  elements::direction_derivative(load, equations_.skeleton, instant.motion,
                                 -instant.bank.values[std::size_t(member.member)], S);
  for (int b = 0; b < load.n_bodies; ++b)
    for (int c = 0; c < load.n_bodies; ++c, ++place)
      if ((wanted & mask(Block::K)) != 0)
        add_block(blocks[Block::K].values(), places_[std::size_t(place)],
                  S.K[std::size_t(b)][std::size_t(c)], body_of(b).n(), body_of(c).n());

  LoadDirection D;
  elements::direction(load, equations_.skeleton, instant.motion, D);
  const auto leaves = bank_.leaves(member.member);
  const auto gradient = bank_.gradient(member.member, instant.bank);
  for (const int local : {load.local_i, load.local_j}) {
    if (local < 0) continue;
    const Vec6& d = D.D[std::size_t(local)];
    const int rows = body_of(local).n();
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const Leaf& leaf = leaves[k].leaf;
      const double f_k = -gradient[k];
      if (leaf.kind == Leaf::Kind::reading) {
        const Reading& r = equations_.readings[std::size_t(leaf.index)];
        const ReadingGradient& g = instant.bank.reading_gradients[std::size_t(leaves[k].reading)];
        for (int c = 0; c < r.n_bodies; ++c, ++place) {
          const Place& to = places_[std::size_t(place)];
          const int columns = bodies[std::size_t(r.bodies[std::size_t(c)])].n();
          if ((wanted & mask(Block::K)) != 0)
            add_product(blocks[Block::K].values(), to, f_k, d, rows, g.q[std::size_t(c)], columns);
          if (r.level() > 0 && (wanted & mask(Block::C)) != 0)
            add_product(blocks[Block::C].values(), to, f_k, d, rows, g.v[std::size_t(c)], columns);
          if (r.level() > 1 && (wanted & mask(Block::A)) != 0)
            add_product(blocks[Block::A].values(), to, f_k, d, rows, g.a[std::size_t(c)], columns);
        }
      } else if (leaf.kind == Leaf::Kind::state || leaf.kind == Leaf::Kind::unknown) {
        const Block block = leaf.kind == Leaf::Kind::state ? Block::Qx : Block::Qy;
        if ((wanted & mask(block)) != 0)
          add_column(blocks[block].values(), places_[std::size_t(place)], f_k, d, rows);
        ++place;
      } else if (leaf.kind == Leaf::Kind::reaction) {
        const std::size_t n = equations_.reactions[std::size_t(leaf.index)].rows.size();
        for (std::size_t r = 0; r < n; ++r, ++place)
          if (places_[std::size_t(place)].base >= 0 && (wanted & mask(Block::Ql)) != 0)
            add_column(blocks[Block::Ql].values(), places_[std::size_t(place)],
                       f_k * unit_reactions[std::size_t(first_unit_[std::size_t(leaf.index)]) + r],
                       d, rows);
      }
    }
  }
}

void LoadAssembly::linearise_auxiliary(const AuxiliaryMember& member, bool is_state,
                                       BlockMask wanted, const Instant& instant,
                                       const std::vector<double>& unit_reactions,
                                       Blocks& blocks) const {
  const auto wants = [&](Block block) { return (wanted & mask(block)) != 0; };
  if (member.has_own_entry && wants(is_state ? Block::Sxd : Block::Sy))
    blocks[is_state ? Block::Sxd : Block::Sy].values()[std::size_t(member.own_place)] += 1;
  int place = member.first_place;
  const auto leaves = bank_.leaves(member.member);
  const auto gradient = bank_.gradient(member.member, instant.bank);
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    const Leaf& leaf = leaves[k].leaf;
    const double f_k = member.sign * gradient[k];
    const auto add_entry = [&](Block block, double value) {
      const Place& to = places_[std::size_t(place++)];
      if (to.base >= 0 && wants(block)) blocks[block].values()[std::size_t(to.base)] += value;
    };
    switch (leaf.kind) {
      case Leaf::Kind::reading: {
        const Reading& r = equations_.readings[std::size_t(leaf.index)];
        const ReadingGradient& g = instant.bank.reading_gradients[std::size_t(leaves[k].reading)];
        for (int c = 0; c < r.n_bodies; ++c, ++place) {
          const Place& to = places_[std::size_t(place)];
          const int columns = equations_.skeleton.bodies[std::size_t(r.bodies[std::size_t(c)])].n();
          if (wants(Block::Sq))
            add_row(blocks[Block::Sq].values(), to, f_k, g.q[std::size_t(c)], columns);
          if (r.level() > 0 && wants(Block::Sv))
            add_row(blocks[Block::Sv].values(), to, f_k, g.v[std::size_t(c)], columns);
          if (r.level() > 1 && wants(Block::Sa))
            add_row(blocks[Block::Sa].values(), to, f_k, g.a[std::size_t(c)], columns);
        }
        break;
      }
      case Leaf::Kind::state:
        add_entry(Block::Sx, f_k);
        break;
      case Leaf::Kind::rate:
        add_entry(Block::Sxd, f_k);
        break;
      case Leaf::Kind::unknown:
        add_entry(Block::Sy, f_k);
        break;
      case Leaf::Kind::reaction: {
        const std::size_t n = equations_.reactions[std::size_t(leaf.index)].rows.size();
        for (std::size_t r = 0; r < n; ++r)
          add_entry(Block::Sl,
                    f_k * unit_reactions[std::size_t(first_unit_[std::size_t(leaf.index)]) + r]);
        break;
      }
      case Leaf::Kind::time:
      case Leaf::Kind::mode:
        break;
    }
  }
}

}  // namespace trammel::system
