// SPDX-License-Identifier: BSD-3-Clause
#include "system/auxiliary_assembly.h"

namespace trammel::system {

using elements::Leaf;
using elements::Reading;
using elements::ReadingGradient;

AuxiliaryAssembly::AuxiliaryAssembly(const elements::Equations& equations,
                                     const elements::ScalarBank& bank, const Structure& structure)
    : equations_(equations), bank_(bank), structure_(structure) {
  int row = 0;
  for (const auto& state : equations.states) {
    place_row(row, state.scalar, state.implicit, Block::Sxd, row);
    members_.back().is_held_at_rest = state.static_hold;
    ++row;
  }
  for (const auto& unknown : equations.unknowns) {
    place_row(row, unknown.scalar, unknown.implicit, Block::Sy, row - int(equations.states.size()));
    ++row;
  }
}

void AuxiliaryAssembly::place_row(int row, int scalar, bool implicit, Block own, int own_column) {
  members_.push_back({bank_.member_of(scalar), implicit ? 1.0 : -1.0, !implicit,
                      structure_[own].find(row, own_column), int(places_.size())});
  const auto place_body = [&](int body) {
    places_.push_back(
        find_place(structure_[Block::Sq], row, equations_.skeleton.bodies[std::size_t(body)].v));
  };
  for (const auto& at : bank_.leaves(members_.back().scalar)) {
    const Leaf& leaf = at.leaf;
    if (leaf.kind == Leaf::Kind::reading) {
      const Reading& reading = equations_.readings[std::size_t(leaf.index)];
      for (int c = 0; c < reading.n_bodies; ++c) place_body(reading.bodies[std::size_t(c)]);
    } else if (leaf.kind == Leaf::Kind::state) {
      places_.push_back(find_place(structure_[Block::Sx], row, leaf.index));
    } else if (leaf.kind == Leaf::Kind::rate) {
      places_.push_back(find_place(structure_[Block::Sxd], row, leaf.index));
    } else if (leaf.kind == Leaf::Kind::unknown) {
      places_.push_back(find_place(structure_[Block::Sy], row, leaf.index));
    } else if (leaf.kind == Leaf::Kind::reaction) {
      for (const int r : equations_.reactions[std::size_t(leaf.index)].rows) {
        const int constraint = structure_.constraint_of_row[std::size_t(r)];
        places_.push_back(constraint < 0 ? Place{}
                                         : find_place(structure_[Block::Sl], row, constraint));
      }
      for (const int c : structure_.reaction_bodies[std::size_t(leaf.index)]) place_body(c);
    }
  }
}

void AuxiliaryAssembly::fill(const elements::Point& at, const Instant& instant, Vector& aux) const {
  const int n_x = structure_.layout.n_x;
  for (int row = 0; row < int(members_.size()); ++row) {
    const Member& member = members_[std::size_t(row)];
    const double own = row < n_x ? at.x_dot[row] : at.y[row - n_x];
    if (is_held(member, at)) {
      aux[row] = own;
      continue;
    }
    aux[row] = (member.has_own_entry ? own : 0) +
               member.sign * instant.bank.values[std::size_t(member.scalar)];
  }
}

// STATIC_HOLD: where nothing moves, ẋ = 0 takes the place of the state's equation.
bool AuxiliaryAssembly::is_held(const Member& member, const elements::Point& at) {
  constexpr int static_mode = 5, quasi_static_mode = 6;
  return member.is_held_at_rest && (at.mode == static_mode || at.mode == quasi_static_mode);
}

void AuxiliaryAssembly::linearise(const elements::Point& at, BlockMask wanted,
                                  const Instant& instant, Blocks& blocks) const {
  for (int row = 0; row < int(members_.size()); ++row) {
    const Member& member = members_[std::size_t(row)];
    if (!is_held(member, at))
      linearise_row(member, row < structure_.layout.n_x, wanted, instant, blocks);
    else if ((wanted & mask(Block::Sxd)) != 0)
      blocks[Block::Sxd].values()[std::size_t(member.own_place)] = 1;
  }
}

void AuxiliaryAssembly::linearise_row(const Member& member, bool is_state, BlockMask wanted,
                                      const Instant& instant, Blocks& blocks) const {
  const auto wants = [&](Block block) { return (wanted & mask(block)) != 0; };
  const Block own = is_state ? Block::Sxd : Block::Sy;
  if (member.has_own_entry && wants(own)) blocks[own].values()[std::size_t(member.own_place)] += 1;
  int place = member.first_place;
  const auto leaves = bank_.leaves(member.scalar);
  const auto gradient = bank_.gradient(member.scalar, instant.bank);
  const auto n_of = [&](int body) { return equations_.skeleton.bodies[std::size_t(body)].n(); };
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    const Leaf& leaf = leaves[k].leaf;
    const std::size_t which = std::size_t(leaf.index);
    const double f_k = member.sign * gradient[k];
    const auto add_entry = [&](Block block, double value) {
      const Place& to = places_[std::size_t(place++)];
      if (to.base >= 0 && wants(block)) blocks[block].values()[std::size_t(to.base)] += value;
    };
    const auto add = [&](Block block, const Vec6& w, int columns) {
      if (wants(block))
        add_row(blocks[block].values(), places_[std::size_t(place)], f_k, w, columns);
    };
    if (leaf.kind == Leaf::Kind::reading) {
      const Reading& r = equations_.readings[which];
      const ReadingGradient& g = instant.bank.reading_gradients[std::size_t(leaves[k].reading)];
      for (int c = 0; c < r.n_bodies; ++c, ++place) {
        const int columns = n_of(r.bodies[std::size_t(c)]);
        add(Block::Sq, g.q[std::size_t(c)], columns);
        if (r.level() > 0) add(Block::Sv, g.v[std::size_t(c)], columns);
        if (r.level() > 1) add(Block::Sa, g.a[std::size_t(c)], columns);
      }
    } else if (leaf.kind == Leaf::Kind::state) {
      add_entry(Block::Sx, f_k);
    } else if (leaf.kind == Leaf::Kind::rate) {
      add_entry(Block::Sxd, f_k);
    } else if (leaf.kind == Leaf::Kind::unknown) {
      add_entry(Block::Sy, f_k);
    } else if (leaf.kind == Leaf::Kind::reaction) {
      for (int unit = structure_.first_unit[which]; unit < structure_.first_unit[which + 1]; ++unit)
        add_entry(Block::Sl, f_k * instant.unit_reactions[std::size_t(unit)]);
      const elements::ReactionGradient& g = instant.reaction_gradients[which];
      const auto& bodies = structure_.reaction_bodies[which];
      for (std::size_t c = 0; c < bodies.size(); ++c, ++place) {
        add(Block::Sq, g.q[c], n_of(bodies[c]));
        add(Block::Sv, g.v[c], n_of(bodies[c]));
      }
    }
  }
}

}  // namespace trammel::system
