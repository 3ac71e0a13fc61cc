// The numbering of unknowns and equations, and the sparsity of every block.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "elements/equations.h"
#include "elements/scalar_bank.h"
#include "numerics/dae.h"

namespace trammel::system {

struct Structure {
  Layout layout;
  std::vector<int> row_of_constraint;             // constraint of the Dae → row of the equations
  std::vector<int> constraint_of_row;             // and back, −1: left out
  std::vector<int> body_of_tangent;               // tangent entry → body
  std::vector<std::vector<int>> reaction_bodies;  // by reaction of the equations
  std::vector<int> first_unit;  // by reaction, one beyond the last: into Instant::unit_reactions
  std::vector<int> markers;     // moving ones, where equations look
  std::array<Pattern, block_count> patterns;

  Structure(const elements::Equations&, const elements::ScalarBank&, const std::vector<int>& rows);

  const Pattern& operator[](Block b) const { return patterns[std::size_t(b)]; }
};

// Calls visit(row body, column body) for the blocks a row's reaction spreads over: first those of
// each own-level term by itself, then, if it has an expression, of own-level term by any term.
template <class Visit>
void for_each_reaction_block(const elements::Equations& equations, const elements::Row& row,
                             const Visit& visit) {
  const auto reading_of = [&](const elements::RowTerm& term) -> const elements::Reading& {
    return equations.readings[std::size_t(term.reading)];
  };
  const auto visit_pair = [&](const elements::Reading& r, const elements::Reading& c) {
    for (int b = 0; b < r.n_bodies; ++b)
      for (int k = 0; k < c.n_bodies; ++k)
        visit(r.bodies[std::size_t(b)], c.bodies[std::size_t(k)]);
  };
  for (const elements::RowTerm& term : row.terms)
    if (reading_of(term).level() == row.level) visit_pair(reading_of(term), reading_of(term));
  if (row.scalar < 0) return;
  for (const elements::RowTerm& i : row.terms)
    for (const elements::RowTerm& j : row.terms)
      if (reading_of(i).level() == row.level) visit_pair(reading_of(i), reading_of(j));
}

}  // namespace trammel::system
