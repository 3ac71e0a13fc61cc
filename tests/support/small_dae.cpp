// SPDX-License-Identifier: BSD-3-Clause
#include "support/small_dae.h"

#include <utility>
#include <vector>

namespace trammel::testing {

namespace {

Pattern full(int n_rows, int n_columns, int first_row = 0) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n_columns; ++j)
    for (int i = first_row; i < n_rows; ++i) entries.emplace_back(i, j);
  return Pattern::from_entries(n_rows, n_columns, std::move(entries));
}

}  // namespace

Patterns full_patterns(const Layout& layout) {
  const int n = layout.n, m = layout.m(), n_aux = layout.n_aux();
  Patterns p;
  p[Block::M] = full(n, n);
  p[Block::G] = p[Block::Gq] = full(m, n);
  p[Block::Gv] = full(m, n, layout.m0 + layout.m1);
  p[Block::Ql] = layout.forces_use_lambda ? full(n, m) : Pattern(n, m);
  p[Block::Qx] = full(n, layout.n_x);
  p[Block::Qy] = full(n, layout.n_y);
  for (const Block b : {Block::Sq, Block::Sv, Block::Sa}) p[b] = full(n_aux, n);
  p[Block::Sl] = full(n_aux, m);
  p[Block::Sx] = p[Block::Sxd] = full(n_aux, layout.n_x);
  p[Block::Sy] = full(n_aux, layout.n_y);
  return p;
}

void copy_entries(const double* from, SparseMatrix& to) {
  const Pattern& pattern = to.pattern();
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k)
      to.values()[std::size_t(k)] = from[pattern.rows()[std::size_t(k)] + j * pattern.n_rows()];
}

void DenseDae::put(const FilledTerms& e, const State& s, unsigned ask, Values& out) const {
  const auto vector = [](const double* data, Eigen::Index size) {
    return Eigen::Map<const Vector>(data, size);
  };
  if (ask & Ask::forces) {
    const Eigen::Map<const Matrix> M(e.blocks[std::size_t(Block::M)], layout_.n, layout_.n);
    out.inertia = M.lazyProduct(s.a);
    out.action = vector(e.Q, layout_.n);
    put_reaction(e, s.lambda, out.reaction);
  }
  if (ask & Ask::position) out.c0 = vector(e.c0, layout_.m0);
  if (ask & Ask::velocity) out.c1 = vector(e.c1, layout_.m0 + layout_.m1);
  if (ask & Ask::acceleration) out.c2 = vector(e.c2, layout_.m());
  if (ask & Ask::auxiliary) out.aux = vector(e.aux, layout_.n_aux());
}

void DenseDae::put(const FilledTerms& e, BlockMask wanted, Blocks& out) const {
  for (std::size_t b = 0; b < block_count; ++b)
    if (wanted & mask(Block(b))) copy_entries(e.blocks[b], out[Block(b)]);
}

void DenseDae::put_reaction(const FilledTerms& e, const Vector& lambda, Vector& out) const {
  const Eigen::Map<const Matrix> G(e.blocks[std::size_t(Block::G)], layout_.m(), layout_.n);
  out = G.transpose().lazyProduct(lambda);
}

Layout vector_layout(std::vector<Kind> kinds, RowCounts rows) {
  Layout layout;
  layout.n_q = layout.n = int(kinds.size());
  layout.kinds = std::move(kinds);
  layout.m0 = rows.level_0;
  layout.m1 = rows.level_1;
  layout.m2 = rows.level_2;
  layout.n_x = rows.states;
  layout.n_y = rows.variables;
  return layout;
}

std::string default_row_name(const Layout& layout, int row) {
  if (row < layout.n) return "motion " + std::to_string(row);
  row -= layout.n;
  if (row < layout.m()) {
    const int level = row < layout.m0 ? 0 : row < layout.m0 + layout.m1 ? 1 : 2;
    return "constraint " + std::to_string(row) + " (level " + std::to_string(level) + ")";
  }
  row -= layout.m();
  if (row < layout.n_x) return "state equation " + std::to_string(row);
  return "variable equation " + std::to_string(row - layout.n_x);
}

std::string default_column_name(const Layout& layout, int column) {
  if (column < layout.n) return "a " + std::to_string(column);
  column -= layout.n;
  if (column < layout.m()) return "lambda " + std::to_string(column);
  column -= layout.m();
  if (column < layout.n_x) return "x_dot " + std::to_string(column);
  return "y " + std::to_string(column - layout.n_x);
}

}  // namespace trammel::testing
