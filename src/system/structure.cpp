// SPDX-License-Identifier: BSD-3-Clause
#include "system/structure.h"

#include <algorithm>
#include <cmath>

namespace trammel::system {
namespace {

using elements::Body;
using elements::Equations;
using elements::Leaf;
using elements::Load;
using elements::Reading;
using elements::Row;

using Pairs = std::vector<std::pair<int, int>>;

void sort_unique(Pairs& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

bool is_singular(const Body& body) {
  if (!(body.mass > 0)) return true;
  if (body.kind == Body::Kind::planar) return !(body.inertia(2, 2) > 0);
  if (body.kind == Body::Kind::point) return false;
  const double scale = body.inertia.diagonal().cwiseAbs().maxCoeff();
  return !(std::abs(body.inertia.determinant()) > 1e-12 * scale * scale * scale);
}

void number_bodies(const Equations& equations, Layout& layout, std::vector<int>& body_of_tangent) {
  for (std::size_t b = 0; b < equations.skeleton.bodies.size(); ++b) {
    const Body& body = equations.skeleton.bodies[b];
    layout.n_q += body.n_q();
    layout.n += body.n();
    if (body.kind == Body::Kind::rigid) layout.rotations.push_back({body.q + 3, body.v + 3});
    for (int entry = 0; entry < body.n(); ++entry) {
      const bool angle = body.kind == Body::Kind::rigid
                             ? entry >= 3
                             : body.kind == Body::Kind::planar && entry == 2;
      layout.kinds.push_back(angle ? Kind::angle : Kind::length);
      body_of_tangent.push_back(static_cast<int>(b));
    }
    layout.mass_is_singular |= is_singular(body);
  }
}

// Collects which bodies, states and multipliers meet in which block.
class Collector {
 public:
  Collector(const Equations& equations, const elements::ScalarBank& bank, const Structure& numbers)
      : equations_(equations), bank_(bank), numbers_(numbers) {}

  void collect() {
    const int n_bodies = static_cast<int>(equations_.skeleton.bodies.size());
    for (int b = 0; b < n_bodies; ++b) body_pairs.emplace_back(b, b);
    for (std::size_t k = 0; k < numbers_.row_of_constraint.size(); ++k)
      add_row(static_cast<int>(k), equations_.rows[std::size_t(numbers_.row_of_constraint[k])]);
    for (const Load& load : equations_.loads) add_load(load);
    int row = 0;
    for (const auto& state : equations_.states) {
      entries[std::size_t(Block::Sxd)].emplace_back(row, row);
      add_auxiliary(row++, state.scalar);
    }
    for (const auto& unknown : equations_.unknowns) {
      const int y = row - static_cast<int>(equations_.states.size());
      entries[std::size_t(Block::Sy)].emplace_back(row, y);
      add_auxiliary(row++, unknown.scalar);
    }
  }

  Pairs body_pairs;                        // (row body, column body) of A, C, K, Kg
  Pairs constraint_bodies;                 // (constraint, body) of G, Gq
  Pairs acceleration_bodies;               // (constraint, body) of Gv
  Pairs auxiliary_bodies;                  // (auxiliary row, body) of Sq, Sv, Sa
  std::array<Pairs, block_count> entries;  // of the other blocks

 private:
  void add_row(int constraint, const Row& row) {
    for (const elements::RowTerm& term : row.terms) {
      const Reading& reading = equations_.readings[std::size_t(term.reading)];
      for (int b = 0; b < reading.n_bodies; ++b) {
        constraint_bodies.emplace_back(constraint, reading.bodies[std::size_t(b)]);
        if (row.level == 2)
          acceleration_bodies.emplace_back(constraint, reading.bodies[std::size_t(b)]);
      }
    }
    for_each_reaction_block(equations_, row, [&](int b, int c) { body_pairs.emplace_back(b, c); });
  }

  void add_load(const Load& load) {
    for (int b = 0; b < load.n_bodies; ++b)
      for (int c = 0; c < load.n_bodies; ++c)
        body_pairs.emplace_back(load.bodies[std::size_t(b)], load.bodies[std::size_t(c)]);
    for (const int local : {load.local_i, load.local_j}) {
      if (local < 0) continue;
      const Body& body = equations_.skeleton.bodies[std::size_t(load.bodies[std::size_t(local)])];
      for (const auto& place : bank_.leaves(bank_.member_of(load.scalar)))
        add_load_leaf(load.bodies[std::size_t(local)], body, place.leaf);
    }
  }

  void add_load_leaf(int b, const Body& body, const Leaf& leaf) {
    const auto column = [&](Block block, int j) {
      for (int i = 0; i < body.n(); ++i) entries[std::size_t(block)].emplace_back(body.v + i, j);
    };
    if (leaf.kind == Leaf::Kind::reading) {
      const Reading& reading = equations_.readings[std::size_t(leaf.index)];
      for (int c = 0; c < reading.n_bodies; ++c)
        body_pairs.emplace_back(b, reading.bodies[std::size_t(c)]);
    }
    if (leaf.kind == Leaf::Kind::state) column(Block::Qx, leaf.index);
    if (leaf.kind == Leaf::Kind::unknown) column(Block::Qy, leaf.index);
    if (leaf.kind == Leaf::Kind::reaction) {
      for (const int row : equations_.reactions[std::size_t(leaf.index)].rows)
        if (numbers_.constraint_of_row[std::size_t(row)] >= 0)
          column(Block::Ql, numbers_.constraint_of_row[std::size_t(row)]);
      for (const int c : numbers_.reaction_bodies[std::size_t(leaf.index)])
        body_pairs.emplace_back(b, c);
    }
  }

  void add_auxiliary(int row, int scalar) {
    for (const auto& place : bank_.leaves(bank_.member_of(scalar))) {
      const Leaf& leaf = place.leaf;
      if (leaf.kind == Leaf::Kind::reading) {
        const Reading& reading = equations_.readings[std::size_t(leaf.index)];
        for (int c = 0; c < reading.n_bodies; ++c)
          auxiliary_bodies.emplace_back(row, reading.bodies[std::size_t(c)]);
      }
      if (leaf.kind == Leaf::Kind::state)
        entries[std::size_t(Block::Sx)].emplace_back(row, leaf.index);
      if (leaf.kind == Leaf::Kind::rate)
        entries[std::size_t(Block::Sxd)].emplace_back(row, leaf.index);
      if (leaf.kind == Leaf::Kind::unknown)
        entries[std::size_t(Block::Sy)].emplace_back(row, leaf.index);
      if (leaf.kind != Leaf::Kind::reaction) continue;
      for (const int r : equations_.reactions[std::size_t(leaf.index)].rows)
        if (numbers_.constraint_of_row[std::size_t(r)] >= 0)
          entries[std::size_t(Block::Sl)].emplace_back(row,
                                                       numbers_.constraint_of_row[std::size_t(r)]);
      for (const int c : numbers_.reaction_bodies[std::size_t(leaf.index)])
        auxiliary_bodies.emplace_back(row, c);
    }
  }

  const Equations& equations_;
  const elements::ScalarBank& bank_;
  const Structure& numbers_;
};

// Rows × bodies become rows × tangent entries.
Pattern expand_columns(const std::vector<Body>& bodies, Pairs pairs, int n_rows, int n) {
  sort_unique(pairs);
  Pairs entries;
  for (const auto& [row, b] : pairs)
    for (int j = 0; j < bodies[std::size_t(b)].n(); ++j)
      entries.emplace_back(row, bodies[std::size_t(b)].v + j);
  return Pattern::from_entries(n_rows, n, std::move(entries));
}

Pattern expand_both(const std::vector<Body>& bodies, Pairs pairs, int n) {
  sort_unique(pairs);
  Pairs entries;
  for (const auto& [b, c] : pairs)
    for (int i = 0; i < bodies[std::size_t(b)].n(); ++i)
      for (int j = 0; j < bodies[std::size_t(c)].n(); ++j)
        entries.emplace_back(bodies[std::size_t(b)].v + i, bodies[std::size_t(c)].v + j);
  return Pattern::from_entries(n, n, std::move(entries));
}

// Whether a scalar of the bank depends on accelerations or multipliers.
void mark_dependence(const Equations& equations, const elements::ScalarBank& bank, Layout& layout) {
  for (int m = 0; m < bank.size(); ++m)
    for (const auto& place : bank.leaves(m)) {
      if (place.leaf.kind == Leaf::Kind::reaction) layout.forces_use_lambda = true;
      if (place.leaf.kind == Leaf::Kind::reading &&
          equations.readings[std::size_t(place.leaf.index)].level() == 2)
        layout.forces_use_a = true;
    }
}

// Moving markers that these rows, the bank's readings, loads or reactions look at. Others (a centre of mass, what
// only a request shows) need not follow every evaluation.
std::vector<int> markers_of(const Equations& equations, const elements::ScalarBank& bank,
                            const std::vector<int>& rows) {
  std::vector<int> markers;
  const auto add_reading = [&](int r) {
    const auto& slots = equations.readings[std::size_t(r)].markers;
    markers.insert(markers.end(), slots.begin(), slots.end());
  };
  for (const int r : bank.readings()) add_reading(r);
  for (const int row : rows)
    for (const elements::RowTerm& term : equations.rows[std::size_t(row)].terms)
      add_reading(term.reading);
  for (const elements::Load& load : equations.loads)
    markers.insert(markers.end(), {load.i, load.j, load.rm});
  for (const elements::Reaction& reaction : equations.reactions) {
    markers.insert(markers.end(), {reaction.at, reaction.axes});
    for (const int row : reaction.rows)
      for (const elements::RowTerm& term : equations.rows[std::size_t(row)].terms)
        add_reading(term.reading);
  }
  std::sort(markers.begin(), markers.end());
  markers.erase(std::unique(markers.begin(), markers.end()), markers.end());
  const auto stands = [&](int m) {
    return equations.skeleton.markers[std::size_t(m)].body == elements::ground;
  };
  markers.erase(std::remove_if(markers.begin(), markers.end(), stands), markers.end());
  return markers;
}

}  // namespace

Structure::Structure(const Equations& equations, const elements::ScalarBank& bank,
                     const std::vector<int>& rows)
    : constraint_of_row(equations.rows.size(), -1) {
  number_bodies(equations, layout, body_of_tangent);
  layout.n_x = static_cast<int>(equations.states.size());
  layout.n_y = static_cast<int>(equations.unknowns.size());
  std::array<int*, 3> counts = {&layout.m0, &layout.m1, &layout.m2};
  for (int level = 0; level < 3; ++level)
    for (const int row : rows)
      if (equations.rows[std::size_t(row)].level == level) {
        constraint_of_row[std::size_t(row)] = static_cast<int>(row_of_constraint.size());
        row_of_constraint.push_back(row);
        ++*counts[std::size_t(level)];
      }
  mark_dependence(equations, bank, layout);
  layout.states_have_corners = std::any_of(equations.states.begin(), equations.states.end(),
                                           [](const auto& state) { return state.has_corners; });
  first_unit.push_back(0);
  for (const elements::Reaction& reaction : equations.reactions) {
    reaction_bodies.push_back(elements::bodies_of(reaction, equations));
    first_unit.push_back(first_unit.back() + int(reaction.rows.size()));
  }

  markers = markers_of(equations, bank, rows);
  Collector found(equations, bank, *this);
  found.collect();
  const auto& bodies = equations.skeleton.bodies;
  const int n = layout.n, m = layout.m(), s = layout.n_aux();
  const auto at = [&](Block b) -> Pattern& { return patterns[std::size_t(b)]; };
  Pairs own;
  for (std::size_t b = 0; b < bodies.size(); ++b) own.emplace_back(int(b), int(b));
  at(Block::M) = expand_both(bodies, std::move(own), n);
  at(Block::K) = at(Block::C) = expand_both(bodies, std::move(found.body_pairs), n);
  // What is always zero is not combined into Newton matrices.
  at(Block::A) = layout.forces_use_a ? at(Block::K) : Pattern(n, n);
  at(Block::Kg) = m > 0 ? at(Block::K) : Pattern(n, n);
  at(Block::G) = expand_columns(bodies, std::move(found.constraint_bodies), m, n);
  at(Block::Gq) = at(Block::G);
  at(Block::Gv) = expand_columns(bodies, std::move(found.acceleration_bodies), m, n);
  at(Block::Sq) = expand_columns(bodies, std::move(found.auxiliary_bodies), s, n);
  at(Block::Sv) = at(Block::Sq);
  // Empty unless accelerations enter: methods ask whether y inherits their noise.
  at(Block::Sa) = layout.forces_use_a ? at(Block::Sq) : Pattern(s, n);
  const auto plain = [&](Block b, int n_rows, int n_columns) {
    at(b) = Pattern::from_entries(n_rows, n_columns, std::move(found.entries[std::size_t(b)]));
  };
  plain(Block::Ql, n, m);
  plain(Block::Qx, n, layout.n_x);
  plain(Block::Qy, n, layout.n_y);
  plain(Block::Sl, s, m);
  plain(Block::Sx, s, layout.n_x);
  plain(Block::Sxd, s, layout.n_x);
  plain(Block::Sy, s, layout.n_y);
}

}  // namespace trammel::system
