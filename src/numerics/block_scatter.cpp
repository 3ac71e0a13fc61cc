// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/block_scatter.h"

namespace trammel {

namespace {

// Calls visit(source index, row, column) for the entries of the block inside the place; row and
// column are those of the block, transposed when it is.
template <class Visit>
void for_each_entry(const Pattern& pattern, const BlockScatter::Term& term, Visit visit) {
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k) {
      const int i = pattern.rows()[std::size_t(k)];
      if (i < term.place.first_row || i >= term.place.last_row) continue;
      visit(k, term.transposed ? j : i, term.transposed ? i : j);
    }
}

}  // namespace

BlockScatter::BlockScatter(const Layout& l)
    : rotations_(l.rotations), rotation_of_column_(std::size_t(l.n), -1) {
  for (std::size_t k = 0; k < rotations_.size(); ++k)
    for (int c = 0; c < 3; ++c) rotation_of_column_[std::size_t(rotations_[k].v + c)] = int(k);
}

void BlockScatter::add(const Dae& dae, const Term& term) {
  if (dae.pattern(term.block).n_entries() == 0) return;
  if (term.place.first_row == term.place.last_row) return;
  terms_.push_back({term});
}

int BlockScatter::rotation_of(const Term& term, int column) const {
  return term.turns >= 0 ? rotation_of_column_[std::size_t(column)] : -1;
}

SparseMatrix BlockScatter::finish(const Dae& dae, int size) {
  std::vector<std::pair<int, int>> entries;
  const auto each = [&](Addressed& addressed, auto scalar, auto turned) {
    const Term& term = addressed.term;
    for_each_entry(dae.pattern(term.block), term, [&](int k, int i, int j) {
      const int row = term.place.row + i, rotation = rotation_of(term, j);
      if (rotation < 0) return scalar(k, row, term.place.column + j);
      const int first = rotations_[std::size_t(rotation)].v;
      turned(k, row, term.place.column + first, rotation, j - first);
    });
  };
  for (Addressed& term : terms_)
    each(
        term, [&](int, int row, int column) { entries.emplace_back(row, column); },
        [&](int, int row, int first, int, int) {
          for (int c = 0; c < 3; ++c) entries.emplace_back(row, first + c);
        });
  SparseMatrix matrix(Pattern::from_entries(size, size, std::move(entries)));
  const Pattern& pattern = matrix.pattern();
  for (Addressed& term : terms_)
    each(
        term,
        [&](int k, int row, int column) {
          term.source.push_back(k);
          term.target.push_back(pattern.find(row, column));
        },
        [&](int k, int row, int first, int rotation, int r) {
          TurnedEntry entry{k, rotation, r, {}};
          for (int c = 0; c < 3; ++c) entry.target[std::size_t(c)] = pattern.find(row, first + c);
          term.turned.push_back(entry);
        });
  return matrix;
}

void BlockScatter::combine(const Blocks& blocks, std::span<const double> scalars,
                           std::initializer_list<Turns> turns, SparseMatrix& matrix,
                           const SparseMatrix* other) const {
  const std::array<const Blocks*, 1> sets{&blocks};
  combine(sets, scalars, std::span(turns.begin(), turns.size()), matrix, other);
}

void BlockScatter::combine(std::span<const Blocks* const> sets, std::span<const double> scalars,
                           std::span<const Turns> turns, SparseMatrix& matrix,
                           const SparseMatrix* other) const {
  matrix.set_zero();
  double* const out = matrix.values().data();
  for (const Addressed& addressed : terms_) {
    const Term& term = addressed.term;
    const SparseMatrix& from = term.other ? *other : (*sets[std::size_t(term.set)])[term.block];
    const double* const in = from.values().data();
    const double scalar = scalars[std::size_t(term.scalar)];
    for (std::size_t k = 0; k < addressed.source.size(); ++k)
      out[addressed.target[k]] += scalar * in[addressed.source[k]];
    if (addressed.turned.empty()) continue;
    const Turns set = turns[std::size_t(term.turns)];
    const double turned_scalar = scalars[std::size_t(term.turned_scalar)];
    for (const TurnedEntry& entry : addressed.turned) {
      const Mat3& turn = set[std::size_t(entry.rotation)];
      const double value = turned_scalar * in[entry.source];
      for (int c = 0; c < 3; ++c) out[entry.target[std::size_t(c)]] += value * turn(entry.r, c);
    }
  }
}

}  // namespace trammel
