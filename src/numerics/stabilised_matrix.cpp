// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/stabilised_matrix.h"

#include <array>
#include <numeric>

namespace trammel {

namespace {

enum Scalar : int { one, minus_one, per_c, per_c2, n_scalars };

}  // namespace

StabilisedMatrix::StabilisedMatrix(const Dae& dae) : layout_(dae.layout()), scatter_(layout_) {
  plan(dae);
  matrix_ = scatter_.finish(dae, size());
  std::vector<int> labels(static_cast<std::size_t>(size()));  // η goes with ξ, ν with λ
  std::iota(labels.begin(), labels.end(), 0);
  std::iota(labels.begin() + velocity(), labels.begin() + mu(), 0);
  std::iota(labels.begin() + mu(), labels.end(), layout_.n);
  solver_.analyse(matrix_.pattern(), labels);
  solver_.serve_iteration();
}

BlockMask StabilisedMatrix::blocks_needed(const Layout& l) {
  BlockMask needed = mask(Block::M) | mask(Block::A) | mask(Block::C) | mask(Block::K) |
                     mask(Block::Kg) | mask(Block::G) | mask(Block::Gq) | mask(Block::Ql);
  if (l.m2 > 0) needed |= mask(Block::Gv);
  if (l.n_aux() > 0)
    for (const Block b : {Block::Qx, Block::Qy, Block::Sq, Block::Sv, Block::Sa, Block::Sl,
                          Block::Sx, Block::Sxd, Block::Sy})
      needed |= mask(b);
  return needed;
}

void StabilisedMatrix::plan(const Dae& dae) {
  const Layout& l = layout_;
  const int lambda = l.n, x = lambda + l.m(), y = x + l.n_x, v = velocity(), mu_at = mu();
  const auto add = [&](Block b, int row, int column, Scalar scalar, int first, int last) {
    scatter_.add(dae, {b, {row, column, first, last}, scalar});
  };
  const auto whole = [&](Block b, int row, int column, Scalar scalar) {
    add(b, row, column, scalar, 0, dae.pattern(b).n_rows());
  };
  const auto transposed_gamma = [&](int row, int column, int last) {
    scatter_.add(dae, {Block::G, {row, column, 0, last}, one, true});
  };

  whole(Block::K, 0, 0, per_c2), whole(Block::Kg, 0, 0, per_c2);  // (STAB.3)
  whole(Block::C, 0, v, per_c), whole(Block::M, 0, v, one), whole(Block::A, 0, v, one);
  transposed_gamma(0, lambda, l.m());
  whole(Block::Ql, 0, lambda, one), whole(Block::Qx, 0, x, per_c), whole(Block::Qy, 0, y, one);

  const int end0 = l.m0, end1 = l.m0 + l.m1, end2 = l.m();
  add(Block::G, l.n, 0, one, 0, end0);     // (STAB.4)
  add(Block::G, l.n, v, one, end0, end1);  // (STAB.5)
  add(Block::Gq, l.n, 0, per_c, end0, end1);
  add(Block::G, l.n, v, one, end1, end2);  // (STAB.6)
  add(Block::Gv, l.n, v, per_c, end1, end2);
  add(Block::Gq, l.n, 0, per_c2, end1, end2);

  const int aux = l.n + l.m();  // (STAB.7)
  whole(Block::Sq, aux, 0, per_c2), whole(Block::Sv, aux, v, per_c), whole(Block::Sa, aux, v, one);
  whole(Block::Sl, aux, lambda, one), whole(Block::Sx, aux, x, per_c);
  whole(Block::Sxd, aux, x, one), whole(Block::Sy, aux, y, one);

  scatter_.add(
      dae, {.block = Block::M, .place = {v, 0, 0, l.n}, .scalar = one, .turns = 0});  // (STAB.8)
  whole(Block::M, v, v, minus_one);
  transposed_gamma(v, mu_at, end0);
  add(Block::G, mu_at, v, one, 0, end0);  // (STAB.9)
  add(Block::Gq, mu_at, 0, per_c, 0, end0);
}

void StabilisedMatrix::combine(const Blocks& blocks, double c, const std::vector<Mat3>& turns) {
  std::array<double, n_scalars> scalars{};
  scalars[one] = 1, scalars[minus_one] = -1;
  scalars[per_c] = 1 / c, scalars[per_c2] = 1 / (c * c);
  scatter_.combine(blocks, scalars, {turns}, matrix_);
}

std::string StabilisedMatrix::row_name(const Dae& dae, int row) const {
  if (row < velocity()) return dae.row_name(row);
  if (row < mu()) return "velocity of " + dae.column_name(row - velocity());
  return "rate of " + dae.row_name(layout_.n + row - mu());
}

std::string StabilisedMatrix::column_name(const Dae& dae, int column) const {
  if (column < velocity()) return dae.column_name(column);
  if (column < mu()) return "velocity of " + dae.column_name(column - velocity());
  return "stabilising " + dae.column_name(layout_.n + column - mu());
}

std::string StabilisedMatrix::describe_singularity(const Dae& dae) const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return row_name(dae, row); },
      [&](int column) { return column_name(dae, column); });
}

}  // namespace trammel
