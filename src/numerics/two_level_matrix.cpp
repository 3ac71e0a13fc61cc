// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/two_level_matrix.h"

#include <algorithm>

namespace trammel {

namespace {

TwoLevelPlaces places_of(const Layout& l, bool with_accelerations) {
  TwoLevelPlaces at{};
  at.position = 0;
  at.velocity = l.n;
  at.level0 = 2 * l.n;
  at.level0_rate = at.level0 + l.m0;
  at.level1 = at.level0_rate + l.m0;
  at.acceleration = at.level1 + l.m1;
  at.constraints = at.acceleration + (with_accelerations ? l.n : 0);
  at.states = at.constraints + (with_accelerations ? l.m() : 0);
  at.unknowns = at.states + l.n_x;
  at.size = at.unknowns + l.n_y;
  return at;
}

// Calls visit(source index, row, column) for the block's entries inside the place, shifted to it.
template <class Place, class Visit>
void for_each_entry(const Pattern& pattern, const Place& place, bool transposed, Visit visit) {
  for (int j = 0; j < pattern.n_columns(); ++j) {
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k) {
      const int i = pattern.rows()[std::size_t(k)];
      if (i < place.first_row || i >= place.last_row) continue;
      const int row = i - place.first_row;
      visit(k, place.row + (transposed ? j : row), place.column + (transposed ? row : j));
    }
  }
}

}  // namespace

TwoLevelMatrix::TwoLevelMatrix(const Dae& dae, bool with_accelerations)
    : with_accelerations_(with_accelerations),
      places_(places_of(dae.layout(), with_accelerations)),
      rotations_(dae.layout().rotations),
      rotation_of_column_(std::size_t(dae.layout().n), -1) {
  for (std::size_t k = 0; k < rotations_.size(); ++k)
    for (int c = 0; c < 3; ++c) rotation_of_column_[std::size_t(rotations_[k].v + c)] = int(k);
  plan(dae.layout());
  drop_empty_terms(dae);
  address(dae);
  solver_.analyse(matrix_.pattern());
}

BlockMask TwoLevelMatrix::blocks_needed(const Layout& l, bool with_accelerations) {
  BlockMask needed = mask(Block::M) | mask(Block::C) | mask(Block::K) | mask(Block::Kg) |
                     mask(Block::G) | mask(Block::Gq) | mask(Block::Qx) | mask(Block::Qy);
  if (with_accelerations)
    needed |=
        mask(Block::A) | mask(Block::Ql) | mask(Block::Gv) | mask(Block::Sa) | mask(Block::Sl);
  if (l.n_aux() > 0)
    needed |=
        mask(Block::Sq) | mask(Block::Sv) | mask(Block::Sx) | mask(Block::Sxd) | mask(Block::Sy);
  return needed;
}

void TwoLevelMatrix::plan(const Layout& l) {
  const TwoLevelPlaces& at = places_;
  Term mass{Block::M, one, {at.position, at.position, 0, l.n}};
  mass.rotates = true;
  add(mass);
  add({Block::M, one, {at.velocity, at.velocity, 0, l.n}});
  plan_balance(l, at.position, {p0, p_h, p_h2, p_states});  // (TLM.3)
  plan_balance(l, at.velocity, {w0, w_h, w_h2, w_states});  // (TLM.4)
  plan_constraints(l);
  if (with_accelerations_) plan_accelerations(l);
  plan_auxiliary(l);
}

void TwoLevelMatrix::plan_balance(const Layout& l, int row, std::array<Weight, 4> of_force) {
  const TwoLevelPlaces& at = places_;
  const auto [once, with_h, with_h2, with_sx] = of_force;
  const bool is_position = row == at.position;
  const auto whole = [&](int column) { return Place{row, column, 0, l.n}; };
  const int begin1 = l.m0, begin2 = l.m0 + l.m1;
  const auto reaction = [&](Weight weight, int column, int first, int last, bool from_start) {
    Term term{Block::G, weight, {row, column, first, last}};
    term.transposed = true;
    term.from_start = from_start;
    add(term);
  };

  add({Block::K, with_h2, whole(at.position)});  // (TLM.2)
  add({Block::C, with_h, whole(at.velocity)});
  add({Block::Qx, with_sx, whole(at.states)});
  add({Block::Qy, once, whole(at.unknowns)});
  if (with_accelerations_) {
    add({Block::A, once, whole(at.acceleration)});
    add({Block::Ql, once, whole(at.constraints)});
    reaction(once, at.constraints + begin2, begin2, l.m(), false);
  }
  add({Block::Kg, is_position ? at_end_h2 : half_h2, whole(at.position)});
  const Weight start = is_position ? at_start : half, end = is_position ? at_end : half;
  reaction(start, at.level0, 0, begin1, true);
  reaction(end, at.level0_rate, 0, begin1, false);
  reaction(start, at.level1, begin1, begin2, true);
  reaction(end, at.level1, begin1, begin2, false);
}

void TwoLevelMatrix::plan_constraints(const Layout& l) {
  const TwoLevelPlaces& at = places_;
  const int end1 = l.m0 + l.m1;
  add({Block::G, one, {at.level0, at.position, 0, l.m0}});       // (TLM.5)
  add({Block::G, one, {at.level0_rate, at.velocity, 0, l.m0}});  // (TLM.6)
  add({Block::Gq, h1, {at.level0_rate, at.position, 0, l.m0}});
  add({Block::G, one, {at.level1, at.velocity, l.m0, end1}});
  add({Block::Gq, h1, {at.level1, at.position, l.m0, end1}});
}

void TwoLevelMatrix::plan_accelerations(const Layout& l) {
  const TwoLevelPlaces& at = places_;
  const auto motion = [&](int column) { return Place{at.acceleration, column, 0, l.n}; };
  add({Block::K, h2, motion(at.position)});  // (TLM.7)
  add({Block::Kg, h2, motion(at.position)});
  add({Block::C, h1, motion(at.velocity)});
  add({Block::M, one, motion(at.acceleration)});
  add({Block::A, one, motion(at.acceleration)});
  Term reaction{Block::G, one, {at.acceleration, at.constraints, 0, l.m()}};
  reaction.transposed = true;
  add(reaction);
  add({Block::Ql, one, motion(at.constraints)});
  add({Block::Qx, of_states, motion(at.states)});
  add({Block::Qy, one, motion(at.unknowns)});

  const int row = at.constraints, begin1 = l.m0, begin2 = l.m0 + l.m1;  // (TLM.8)
  add({Block::G, one, {row, at.acceleration, 0, l.m()}});
  add({Block::Gq, twice_h, {row, at.velocity, 0, begin1}});
  add({Block::Gq, h1, {row + begin1, at.velocity, begin1, begin2}});
  add({Block::Gv, h1, {row + begin2, at.velocity, begin2, l.m()}});
  add({Block::Gq, h2, {row + begin2, at.position, begin2, l.m()}});
}

void TwoLevelMatrix::plan_auxiliary(const Layout& l) {  // (TLM.9)
  const TwoLevelPlaces& at = places_;
  const auto aux = [&](int column) { return Place{at.states, column, 0, l.n_aux()}; };
  add({Block::Sq, h2, aux(at.position)});
  add({Block::Sv, h1, aux(at.velocity)});
  if (with_accelerations_) {
    add({Block::Sa, one, aux(at.acceleration)});
    add({Block::Sl, one, aux(at.constraints)});
  }
  add({Block::Sx, of_states, aux(at.states)});
  add({Block::Sxd, one, aux(at.states)});
  add({Block::Sy, one, aux(at.unknowns)});
}

void TwoLevelMatrix::add(Term term) {
  if (term.place.first_row < term.place.last_row) terms_.push_back(std::move(term));
}

void TwoLevelMatrix::drop_empty_terms(const Dae& dae) {
  std::erase_if(terms_, [&](const Term& t) { return dae.pattern(t.block).n_entries() == 0; });
}

void TwoLevelMatrix::address(const Dae& dae) {
  std::vector<std::pair<int, int>> entries;
  const auto visit_all = [&](auto plain, auto rotated) {
    for (Term& term : terms_)
      for_each_entry(
          dae.pattern(term.block), term.place, term.transposed, [&](int k, int row, int column) {
            const int rotation = term.rotates ? rotation_of_column_[std::size_t(column)] : -1;
            rotation < 0 ? plain(term, k, row, column) : rotated(term, k, row, column, rotation);
          });
  };
  visit_all([&](Term&, int, int row, int column) { entries.emplace_back(row, column); },
            [&](Term&, int, int row, int, int rotation) {
              const int first = rotations_[std::size_t(rotation)].v;
              for (int c = 0; c < 3; ++c) entries.emplace_back(row, first + c);
            });
  matrix_ = SparseMatrix(Pattern::from_entries(size(), size(), std::move(entries)));
  const Pattern& target = matrix_.pattern();
  visit_all(
      [&](Term& term, int k, int row, int column) {
        term.source.push_back(k);
        term.target.push_back(target.find(row, column));
      },
      [&](Term& term, int k, int row, int column, int rotation) {
        const int first = rotations_[std::size_t(rotation)].v;
        term.rotated.push_back(
            {k,
             rotation,
             column - first,
             {target.find(row, first), target.find(row, first + 1), target.find(row, first + 2)}});
      });
}

void TwoLevelMatrix::combine(const Blocks& end, const SparseMatrix& gamma_at_start,
                             const TwoLevelMap& map) {
  const double h = map.h, b = map.b, p = map.p, w = map.w, sx = map.sx;
  std::array<double, n_weights> weights;
  weights[one] = 1, weights[half] = 0.5;
  weights[at_start] = (1 - b) / 2, weights[at_end] = b / 2, weights[at_end_h2] = b * h * h / 2;
  weights[half_h2] = h * h / 2, weights[h1] = h, weights[twice_h] = 2 * h, weights[h2] = h * h;
  weights[of_states] = sx;
  weights[p0] = p, weights[p_h] = p * h, weights[p_h2] = p * h * h, weights[p_states] = p * sx;
  weights[w0] = w, weights[w_h] = w * h, weights[w_h2] = w * h * h, weights[w_states] = w * sx;

  matrix_.set_zero();
  double* const out = matrix_.values().data();
  for (const Term& term : terms_) {
    const SparseMatrix& from = term.from_start ? gamma_at_start : end[term.block];
    const double* const in = from.values().data();
    const double weight = weights[term.weight];
    for (std::size_t k = 0; k < term.source.size(); ++k)
      out[term.target[k]] += weight * in[term.source[k]];
    for (const RotatedEntry& entry : term.rotated) {
      const Mat3& R = map.T_inverse[std::size_t(entry.rotation)];
      for (int c = 0; c < 3; ++c)
        out[entry.target[std::size_t(c)]] += weight * in[entry.source] * R(entry.r, c);
    }
  }
}

std::string TwoLevelMatrix::row_name(const Dae& dae, int row) const {
  return name(row, true, dae);
}
std::string TwoLevelMatrix::column_name(const Dae& dae, int column) const {
  return name(column, false, dae);
}

std::string TwoLevelMatrix::name(int i, bool is_row, const Dae& dae) const {
  const TwoLevelPlaces& at = places_;
  const Layout& l = dae.layout();
  const auto of_dae = [&](int k, const char* remark) {
    return (is_row ? dae.row_name(k) : dae.column_name(k)) + remark;
  };
  if (i < at.velocity) return of_dae(i, " (position)");
  if (i < at.level0) return of_dae(i - at.velocity, " (velocity)");
  if (i < at.level0_rate) return of_dae(l.n + i - at.level0, is_row ? "" : " (start)");
  if (i < at.level1) return of_dae(l.n + i - at.level0_rate, is_row ? " (velocity)" : " (end)");
  if (i < at.acceleration) return of_dae(l.n + l.m0 + i - at.level1, "");
  if (i < at.constraints) return of_dae(i - at.acceleration, " (acceleration)");
  if (i < at.states) return of_dae(l.n + i - at.constraints, " (acceleration)");
  return of_dae(l.n + l.m() + i - at.states, "");
}

std::string TwoLevelMatrix::describe_singularity(const Dae& dae) const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return row_name(dae, row); },
      [&](int column) { return column_name(dae, column); });
}

}  // namespace trammel
