// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/position_rows.h"

namespace trammel::analysis {

using elements::Body;
using elements::ExactCoordinate;

PositionRows::PositionRows(const system::System& system, const std::vector<ExactCoordinate>& held)
    : system_(system),
      held_(held),
      values_(make_values(system.layout())),
      blocks_(make_blocks(system)) {
  const Pattern& G = system.pattern(Block::G);
  const int m = n_constraints(), n = G.n_columns();
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j)
    for (const int i : G.column(j)) entries.emplace_back(i, j);
  for (std::size_t k = 0; k < held.size(); ++k)
    for (int j = 0; j < body_of(held[k]).n(); ++j)
      entries.emplace_back(m + int(k), body_of(held[k]).v + j);
  gamma_ = SparseMatrix(Pattern::from_entries(m + int(held.size()), n, std::move(entries)));

  const Pattern& pattern = gamma_.pattern();
  for (int j = 0; j < n; ++j)
    for (const int i : G.column(j)) constraint_places_.push_back(pattern.find(i, j));
  for (std::size_t k = 0; k < held.size(); ++k)
    for (int j = 0; j < body_of(held[k]).n(); ++j)
      held_places_.push_back(pattern.find(m + int(k), body_of(held[k]).v + j));
}

const Body& PositionRows::body_of(const ExactCoordinate& c) const {
  return system_.equations().skeleton.bodies[std::size_t(c.body)];
}

kinematics::MarkerMotion PositionRows::motion_of(int body, const State& s) const {
  return elements::motion(system_.equations().skeleton.bodies[std::size_t(body)], s.q, s.v, s.a);
}

bool PositionRows::evaluate(const State& s, Vector& c) {
  if (system_.evaluate(s, Ask::position, values_) != Outcome::ok || !values_.c0.allFinite())
    return false;
  c.resize(size());
  c.head(values_.c0.size()) = values_.c0;
  for (std::size_t k = 0; k < held_.size(); ++k)
    c[n_constraints() + int(k)] = elements::error(held_[k], motion_of(held_[k].body, s));
  return c.allFinite();
}

bool PositionRows::linearise(const State& s) {
  if (system_.linearise(s, mask(Block::G), blocks_) != Outcome::ok) return false;
  const auto values = gamma_.values();
  const SparseMatrix& G = blocks_[Block::G];
  for (std::size_t k = 0; k < constraint_places_.size(); ++k)
    values[std::size_t(constraint_places_[k])] = G.values()[k];
  std::size_t place = 0;
  for (const ExactCoordinate& c : held_) {
    const Vec6 g = elements::gradient(c, body_of(c), motion_of(c.body, s));
    for (int j = 0; j < body_of(c).n(); ++j) values[std::size_t(held_places_[place++])] = g[j];
  }
  return true;
}

}  // namespace trammel::analysis
