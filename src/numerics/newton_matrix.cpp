// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/newton_matrix.h"

namespace trammel {

NewtonMatrix::NewtonMatrix(const Dae& dae, ConstraintForm form)
    : rotations_(dae.layout().rotations) {
  const Layout& l = dae.layout();
  rotation_of_column_.assign(std::size_t(l.n), -1);
  for (std::size_t k = 0; k < rotations_.size(); ++k)
    for (int c = 0; c < 3; ++c) rotation_of_column_[std::size_t(rotations_[k].v + c)] = int(k);

  plan(dae, form);
  Entries entries;
  collect_pattern(dae, entries);
  const int size = l.n + l.m() + l.n_aux();
  matrix_ = SparseMatrix(Pattern::from_entries(size, size, std::move(entries)));
  address(dae);
  solver_.analyse(matrix_.pattern());
}

BlockMask NewtonMatrix::blocks_needed(const Layout& l, ConstraintForm form) {
  BlockMask needed = mask(Block::M) | mask(Block::A) | mask(Block::G) | mask(Block::Ql);
  if (form == ConstraintForm::index3) {
    needed |= mask(Block::C) | mask(Block::K) | mask(Block::Kg) | mask(Block::Qx);
    if (l.m1 + l.m2 > 0) needed |= mask(Block::Gq);
    if (l.m2 > 0) needed |= mask(Block::Gv);
    if (l.n_aux() > 0) needed |= mask(Block::Sq) | mask(Block::Sv) | mask(Block::Sx);
  }
  if (l.n_aux() > 0)
    needed |=
        mask(Block::Qy) | mask(Block::Sa) | mask(Block::Sl) | mask(Block::Sxd) | mask(Block::Sy);
  return needed;
}

void NewtonMatrix::plan(const Dae& dae, ConstraintForm form) {
  const Layout& l = dae.layout();
  const bool index3 = form == ConstraintForm::index3;
  const int lambda = l.n, x = lambda + l.m(), y = x + l.n_x;  // column offsets
  const int aux = l.n + l.m();                                // row offset
  const auto whole = [](int row, int column, int rows) { return Place{row, column, 0, rows}; };

  if (index3) {  // (NM.2)
    add_term(dae, Block::K, whole(0, 0, l.n), Weight::s, -1);
    add_term(dae, Block::Kg, whole(0, 0, l.n), Weight::s, -1);
    add_term(dae, Block::C, whole(0, 0, l.n), Weight::v, -1);
  }
  add_term(dae, Block::M, whole(0, 0, l.n), Weight::a, -1);
  add_term(dae, Block::A, whole(0, 0, l.n), Weight::a, -1);
  add_term(dae, Block::G, whole(0, lambda, l.m()), Weight::one, -1, true);
  add_term(dae, Block::Ql, whole(0, lambda, l.n), Weight::one, -1);

  const int begin[4] = {0, l.m0, l.m0 + l.m1, l.m()};
  for (int level = 0; level < 3; ++level) {  // (NM.3), (NM.4), (NM.5)
    const Place rows{l.n, 0, begin[level], begin[level + 1]};
    if (!index3) {
      add_term(dae, Block::G, rows, Weight::a, -1);
      continue;
    }
    const Weight of_gamma[3] = {Weight::s, Weight::v, Weight::a};
    add_term(dae, Block::G, rows, of_gamma[level], level);
    if (level > 0) add_term(dae, Block::Gq, rows, Weight::s, level);
    if (level > 1) add_term(dae, Block::Gv, rows, Weight::v, level);
  }

  if (l.n_aux() == 0) return;
  if (index3) {
    add_term(dae, Block::Qx, whole(0, x, l.n), Weight::sx, -1);
    add_term(dae, Block::Sq, whole(aux, 0, l.n_aux()), Weight::s, -1);  // (NM.6)
    add_term(dae, Block::Sv, whole(aux, 0, l.n_aux()), Weight::v, -1);
    add_term(dae, Block::Sx, whole(aux, x, l.n_aux()), Weight::sx, -1);
  }
  add_term(dae, Block::Qy, whole(0, y, l.n), Weight::one, -1);
  add_term(dae, Block::Sa, whole(aux, 0, l.n_aux()), Weight::a, -1);
  add_term(dae, Block::Sl, whole(aux, lambda, l.n_aux()), Weight::one, -1);
  add_term(dae, Block::Sxd, whole(aux, x, l.n_aux()), Weight::sd, -1);
  add_term(dae, Block::Sy, whole(aux, y, l.n_aux()), Weight::one, -1);
}

void NewtonMatrix::add_term(const Dae& dae, Block block, const Place& place, Weight weight,
                            int level, bool transposed) {
  if (dae.pattern(block).n_entries() == 0 || place.first_row == place.last_row) return;
  terms_.push_back({block, transposed, weight, level, {}, {}, {}});
  places_.push_back(place);
}

namespace {

// Calls visit(source index, row, column) for the block's entries inside the place, shifted to it.
template <class Place, class Visit>
void for_each_entry(const Pattern& pattern, const Place& place, bool transposed, Visit visit) {
  for (int j = 0; j < pattern.n_columns(); ++j) {
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k) {
      const int i = pattern.rows()[std::size_t(k)];
      if (i < place.first_row || i >= place.last_row) continue;
      visit(k, place.row + (transposed ? j : i), place.column + (transposed ? i : j));
    }
  }
}

}  // namespace

void NewtonMatrix::collect_pattern(const Dae& dae, Entries& entries) const {
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const bool rotates = terms_[t].weight == Weight::v || terms_[t].weight == Weight::a;
    for_each_entry(dae.pattern(terms_[t].block), places_[t], terms_[t].transposed,
                   [&](int, int row, int column) {
                     const int rotation = rotates ? rotation_of_column_[std::size_t(column)] : -1;
                     if (rotation < 0) {
                       entries.emplace_back(row, column);
                     } else {
                       for (int c = 0; c < 3; ++c)
                         entries.emplace_back(row, rotations_[std::size_t(rotation)].v + c);
                     }
                   });
  }
}

void NewtonMatrix::address(const Dae& dae) {
  const Pattern& target = matrix_.pattern();
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    Term& term = terms_[t];
    const bool rotates = term.weight == Weight::v || term.weight == Weight::a;
    for_each_entry(dae.pattern(term.block), places_[t], term.transposed,
                   [&](int k, int row, int column) {
                     const int rotation = rotates ? rotation_of_column_[std::size_t(column)] : -1;
                     if (rotation < 0) {
                       term.source.push_back(k);
                       term.target.push_back(target.find(row, column));
                       return;
                     }
                     const int first = rotations_[std::size_t(rotation)].v;
                     RotatedEntry entry{k, rotation, column - first, {}};
                     for (int c = 0; c < 3; ++c)
                       entry.target[std::size_t(c)] = target.find(row, first + c);
                     term.rotated.push_back(entry);
                   });
  }
}

double NewtonMatrix::scalar(Weight weight, const StepMap& map) const {
  switch (weight) {
    case Weight::s:
      return map.s;
    case Weight::v:
      return map.v;
    case Weight::a:
      return map.a;
    case Weight::sx:
      return map.sx;
    case Weight::sd:
      return map.sd;
    case Weight::one:
      break;
  }
  return 1;
}

void NewtonMatrix::combine(const Blocks& blocks, const StepMap& map) {
  matrix_.set_zero();
  double* const out = matrix_.values().data();
  for (const Term& term : terms_) {
    const double* const in = blocks[term.block].values().data();
    const double factor = (term.level >= 0 ? map.constraint_scale[std::size_t(term.level)] : 1) *
                          (term.block == Block::M ? map.inertia : 1);
    const double weight = factor * scalar(term.weight, map);
    for (std::size_t k = 0; k < term.source.size(); ++k)
      out[term.target[k]] += weight * in[term.source[k]];

    const std::vector<Mat3>& rotations = term.weight == Weight::v ? map.V : map.W;
    for (const RotatedEntry& entry : term.rotated) {
      const double value = factor * in[entry.source];
      if (rotations.empty()) {
        out[entry.target[std::size_t(entry.r)]] += scalar(term.weight, map) * value;
        continue;
      }
      const Mat3& R = rotations[std::size_t(entry.rotation)];
      for (int c = 0; c < 3; ++c) out[entry.target[std::size_t(c)]] += value * R(entry.r, c);
    }
  }
}

std::string NewtonMatrix::describe_singularity(const Dae& dae) const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return dae.row_name(row); },
      [&](int column) { return dae.column_name(column); });
}

}  // namespace trammel
