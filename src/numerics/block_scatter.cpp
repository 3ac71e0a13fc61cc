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

BlockScatter::Destinations BlockScatter::find_sources(const Dae& dae, int size,
                                                      Addressed& addressed) const {
  const Term& term = addressed.term;
  Destinations to;
  std::vector<int> latest(std::size_t(size), -1);  // turned entry by row
  for_each_entry(dae.pattern(term.block), term, [&](int k, int i, int j) {
    const int row = term.place.row + i, rotation = rotation_of(term, j);
    if (rotation < 0) {
      addressed.source.push_back(k);
      to.of_source.emplace_back(row, term.place.column + j);
      return;
    }
    const int first = rotations_[std::size_t(rotation)].v;
    int& turned = latest[std::size_t(row)];
    if (turned < 0 || addressed.turned[std::size_t(turned)].rotation != rotation) {
      turned = int(addressed.turned.size());
      addressed.turned.push_back({{-1, -1, -1}, {}, rotation});
      to.of_turned.emplace_back(row, term.place.column + first);
    }
    addressed.turned[std::size_t(turned)].source[std::size_t(j - first)] = k;
  });
  return to;
}

SparseMatrix BlockScatter::finish(const Dae& dae, int size) {
  std::vector<Destinations> destinations;
  std::vector<Entry> entries;
  for (Addressed& term : terms_) {
    const Destinations& to = destinations.emplace_back(find_sources(dae, size, term));
    entries.insert(entries.end(), to.of_source.begin(), to.of_source.end());
    for (const auto& [row, first] : to.of_turned)
      for (int c = 0; c < 3; ++c) entries.emplace_back(row, first + c);
  }
  SparseMatrix matrix(Pattern::from_entries(size, size, entries));
  const Pattern& pattern = matrix.pattern();
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    Addressed& term = terms_[t];
    for (const auto& [row, column] : destinations[t].of_source)
      term.target.push_back(pattern.find(row, column));
    for (std::size_t k = 0; k < term.turned.size(); ++k) {
      const auto& [row, first] = destinations[t].of_turned[k];
      for (int c = 0; c < 3; ++c)
        term.turned[k].target[std::size_t(c)] = pattern.find(row, first + c);
    }
  }
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
    for (const TurnedRow& row : addressed.turned) {
      Vec3 values;
      for (int r = 0; r < 3; ++r) {
        const int source = row.source[std::size_t(r)];
        values[r] = source < 0 ? 0 : turned_scalar * in[source];
      }
      const Mat3& turn = set[std::size_t(row.rotation)];
      for (int c = 0; c < 3; ++c) out[row.target[std::size_t(c)]] += values.dot(turn.col(c));
    }
  }
}

}  // namespace trammel
