// SPDX-License-Identifier: BSD-3-Clause
#include "system/row_assembly.h"

#include <algorithm>

namespace trammel::system {

using elements::Body;
using elements::Point;
using elements::Reading;
using elements::ReadingCurvature;
using elements::ReadingGradient;
using elements::Row;
using elements::RowKernel;
using elements::RowTerm;

RowAssembly::RowAssembly(const elements::Equations& equations, const Structure& structure)
    : equations_(equations) {
  const auto& bodies = equations.skeleton.bodies;
  const Pattern &G = structure[Block::G], &Gv = structure[Block::Gv], &K = structure[Block::K];
  for (int k = 0; k < structure.layout.m(); ++k) {
    const Row& row = equations.rows[std::size_t(structure.row_of_constraint[std::size_t(k)])];
    members_.push_back({&row, int(constraint_places_.size()), int(gv_places_.size()),
                        int(reaction_places_.size()), int(slot_bodies_.size())});
    for (const RowTerm& term : row.terms)
      for (int b = 0; b < reading(term).n_bodies; ++b) {
        if (reading(term).level() == row.level)
          slot_bodies_.push_back(reading(term).bodies[std::size_t(b)]);
        constraint_places_.push_back(find_place(G, k, body(reading(term), b).v));
        if (row.level == 2) gv_places_.push_back(find_place(Gv, k, body(reading(term), b).v));
      }
    for_each_reaction_block(equations, row, [&](int b, int c) {
      reaction_places_.push_back(find_place(K, bodies[std::size_t(b)].v, bodies[std::size_t(c)].v));
    });
  }
}

bool RowAssembly::fill_row(const Member& member, int k, unsigned ask, RowKernel& kernel,
                           Values& values) const {
  const Row& row = *member.row;
  // Level by level: which derivative of the row is asked for where.
  const bool want_value = (ask & (row.level == 0   ? position
                                  : row.level == 1 ? velocity
                                                   : acceleration)) != 0;
  const bool want_rate = row.level < 2 && (ask & (row.level == 0 ? velocity : acceleration)) != 0;
  const bool want_second = row.level == 0 && (ask & acceleration) != 0;
  if (want_rate || want_second) {
    kinematics::TimeSeries c;
    if (!kernel.series(row, c)) return false;
    if (row.level == 0) {
      if (want_value) values.c0[k] = c.value;
      if (want_rate) values.c1[k] = c.rate;
      if (want_second) values.c2[k] = c.acceleration;
    } else {
      if (want_value) values.c1[k] = c.value;
      values.c2[k] = c.rate;
    }
  } else if (want_value) {
    double c = 0;
    if (!kernel.value(row, c)) return false;
    (row.level == 0 ? values.c0 : row.level == 1 ? values.c1 : values.c2)[k] = c;
  }
  return true;
}

template <class Put>
bool RowAssembly::put_reaction(const Row& row, double lambda, RowKernel& kernel,
                               const Put& put) const {
  if (!kernel.weights(row)) return false;
  for (std::size_t i = 0; i < row.terms.size(); ++i) {
    const Reading& r = reading(row.terms[i]);
    if (r.level() != row.level) continue;
    ReadingGradient g;
    elements::gradient(r, equations_.skeleton, kernel.motion(), kernel.point().memory, g);
    for (int b = 0; b < r.n_bodies; ++b)
      put(body(r, b), lambda * kernel.weight(i), g.own(row.level, b));  // (ROW.2)
  }
  return true;
}

bool RowAssembly::evaluate(const Point& at, unsigned ask, Instant& instant, Values& values) const {
  RowKernel kernel(equations_, instant.motion, at, instant.rows);
  const bool with_forces = (ask & forces) != 0;
  const auto add = [&](const Body& on, double factor, const Vec6& g) {
    values.reaction.segment(on.v, on.n()) += factor * g.head(on.n());
  };
  for (int k = 0; k < int(members_.size()); ++k) {
    const Member& member = members_[std::size_t(k)];
    if (fill_row(member, k, ask, kernel, values) &&
        (!with_forces || at.lambda[k] == 0 || put_reaction(*member.row, at.lambda[k], kernel, add)))
      continue;
    instant.fail(member.row->scalar, kernel.fault());
    return false;
  }
  return true;
}

int RowAssembly::evaluate_some(const Point& at, unsigned ask, int begin, int end, RowKernel& kernel,
                               Values& values, std::span<Vec6> wrenches) const {
  for (int k = begin; k < end; ++k) {
    const Member& member = members_[std::size_t(k)];
    if (!fill_row(member, k, ask, kernel, values)) return k;
    if ((ask & forces) == 0) continue;
    Vec6* slot = wrenches.data() + member.first_slot;
    const auto leave = [&](const Body&, double factor, const Vec6& g) { *slot++ = factor * g; };
    if (at.lambda[k] == 0)
      std::fill_n(slot, slot_count(k), Vec6(Vec6::Zero()));
    else if (!put_reaction(*member.row, at.lambda[k], kernel, leave))
      return k;
  }
  return end;
}

bool RowAssembly::add_reaction(const Point& at, const Vector& lambda, Instant& instant,
                               Vector& out) const {
  RowKernel kernel(equations_, instant.motion, at, instant.rows);
  const auto add = [&](const Body& on, double factor, const Vec6& g) {
    out.segment(on.v, on.n()) += factor * g.head(on.n());
  };
  for (int k = 0; k < int(members_.size()); ++k) {
    const Row& row = *members_[std::size_t(k)].row;
    if (lambda[k] == 0 || put_reaction(row, lambda[k], kernel, add)) continue;
    instant.fail(row.scalar, kernel.fault());
    return false;
  }
  return true;
}

bool RowAssembly::linearise(const Point& at, BlockMask wanted, Instant& instant,
                            Blocks& blocks) const {
  constexpr BlockMask of_rows =
      mask(Block::G) | mask(Block::Gq) | mask(Block::Gv) | mask(Block::Kg) | mask(Block::C);
  if ((wanted & of_rows) == 0) return true;
  // Γ alone is also wanted before there are multipliers.
  const bool by_lambda = (wanted & (mask(Block::Kg) | mask(Block::C))) != 0;
  for (int k = 0; k < int(members_.size()); ++k) {
    const double lambda = by_lambda ? at.lambda[k] : 0;
    if (!linearise_row(members_[std::size_t(k)], lambda, at, wanted, instant, blocks)) return false;
  }
  return true;
}

bool RowAssembly::linearise_row(const Member& member, double lambda, const Point& at,
                                BlockMask wanted, Instant& instant, Blocks& blocks) const {
  const Row& row = *member.row;
  RowKernel kernel(equations_, instant.motion, at, instant.rows);
  const bool needs_rates = row.level == 0 && (wanted & mask(Block::Gq)) != 0;
  if (!kernel.weights(row) || (needs_rates && !kernel.rate_terms(row))) {
    instant.fail(row.scalar, kernel.fault());
    return false;
  }
  add_constraint_blocks(member, at, wanted, instant, blocks);
  const bool stiff =
      (wanted & mask(Block::Kg)) != 0 || (row.level > 0 && (wanted & mask(Block::C)) != 0);
  if (!stiff || lambda == 0) return true;
  add_stiffness(member, lambda, wanted, instant, blocks);
  bool is_linear = true;
  if (!kernel.hessian(row, is_linear)) {
    instant.fail(row.scalar, kernel.fault());
    return false;
  }
  if (!is_linear) {
    int place = member.first_reaction_place;
    for (const RowTerm& term : row.terms)
      if (reading(term).level() == row.level)
        place += reading(term).n_bodies * reading(term).n_bodies;
    add_expression_stiffness(member, lambda, at, wanted, instant, blocks, place);
  }
  return true;
}

void RowAssembly::add_constraint_blocks(const Member& member, const Point& at, BlockMask wanted,
                                        Instant& instant, Blocks& blocks) const {
  const Row& row = *member.row;
  int place = member.first_constraint_place, gv_place = member.first_gv_place;
  const bool want_G = (wanted & mask(Block::G)) != 0, want_Gq = (wanted & mask(Block::Gq)) != 0;
  const bool want_Gv = (wanted & mask(Block::Gv)) != 0;
  for (std::size_t i = 0; i < row.terms.size(); ++i) {
    const Reading& r = reading(row.terms[i]);
    const double W = instant.rows.weights[i];
    ReadingGradient g, rate;
    elements::gradient(r, equations_.skeleton, instant.motion, at.memory, g);
    const bool by_rate = row.level == 0 && want_Gq;
    if (by_rate) elements::rate_gradient(r, equations_.skeleton, instant.motion, rate);
    for (int b = 0; b < r.n_bodies; ++b, ++place) {
      const int n = body(r, b).n();
      const Place& to = constraint_places_[std::size_t(place)];
      if (want_G && r.level() == row.level)
        add_row(blocks[Block::G].values(), to, W, g.own(row.level, b), n);  // (ROW.2)
      if (by_rate) {
        add_row(blocks[Block::Gq].values(), to, W, rate.q[std::size_t(b)], n);  // (ROW.5)
        add_row(blocks[Block::Gq].values(), to, instant.rows.rate_terms[i], g.q[std::size_t(b)], n);
      } else if (want_Gq) {
        add_row(blocks[Block::Gq].values(), to, W, g.q[std::size_t(b)], n);
      }
      if (row.level != 2) continue;
      if (want_Gv && r.level() >= 1)
        add_row(blocks[Block::Gv].values(), gv_places_[std::size_t(gv_place)], W,
                g.v[std::size_t(b)], n);
      ++gv_place;
    }
  }
}

void RowAssembly::add_stiffness(const Member& member, double lambda, BlockMask wanted,
                                Instant& instant, Blocks& blocks) const {
  const Row& row = *member.row;
  int place = member.first_reaction_place;
  for (std::size_t i = 0; i < row.terms.size(); ++i) {
    const Reading& r = reading(row.terms[i]);
    if (r.level() != row.level) continue;
    ReadingCurvature B;
    elements::curvature(r, equations_.skeleton, instant.motion, lambda * instant.rows.weights[i],
                        B);  // (ROW.4)
    for (int b = 0; b < r.n_bodies; ++b)
      for (int c = 0; c < r.n_bodies; ++c, ++place) {
        const Place& to = reaction_places_[std::size_t(place)];
        const int rows = body(r, b).n(), columns = body(r, c).n();
        if ((wanted & mask(Block::Kg)) != 0)
          add_block(blocks[Block::Kg].values(), to, B.q[std::size_t(b)][std::size_t(c)], rows,
                    columns);
        if (row.level > 0 && (wanted & mask(Block::C)) != 0)
          add_block(blocks[Block::C].values(), to, B.v[std::size_t(b)][std::size_t(c)], rows,
                    columns);
      }
  }
}

void RowAssembly::add_expression_stiffness(const Member& member, double lambda, const Point& at,
                                           BlockMask wanted, Instant& instant, Blocks& blocks,
                                           int place) const {
  const Row& row = *member.row;
  const std::size_t m = row.terms.size();
  for (std::size_t i = 0; i < m; ++i) {
    const Reading& r = reading(row.terms[i]);
    if (r.level() != row.level) continue;
    ReadingGradient g_i, g_j;
    elements::gradient(r, equations_.skeleton, instant.motion, at.memory, g_i);
    for (std::size_t j = 0; j < m; ++j) {
      const Reading& s = reading(row.terms[j]);
      const double h = lambda * instant.rows.hessian[i + m * j];
      if (h == 0) {
        place += r.n_bodies * s.n_bodies;
        continue;
      }
      elements::gradient(s, equations_.skeleton, instant.motion, at.memory, g_j);
      for (int b = 0; b < r.n_bodies; ++b)
        for (int c = 0; c < s.n_bodies; ++c, ++place) {
          const Place& to = reaction_places_[std::size_t(place)];
          const int rows = body(r, b).n(), columns = body(s, c).n();
          if ((wanted & mask(Block::Kg)) != 0)
            add_product(blocks[Block::Kg].values(), to, h, g_i.own(row.level, b), rows,
                        g_j.q[std::size_t(c)], columns);  // (ROW.4)
          if (s.level() > 0 && (wanted & mask(Block::C)) != 0)
            add_product(blocks[Block::C].values(), to, h, g_i.own(row.level, b), rows,
                        g_j.v[std::size_t(c)], columns);
        }
    }
  }
}

}  // namespace trammel::system
