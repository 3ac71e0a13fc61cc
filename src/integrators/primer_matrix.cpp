// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/primer_matrix.h"

#include <array>

namespace trammel {

namespace {

// Calls visit(source, row, column) for the entries of a block in the given rows.
template <class Visit>
void for_rows(const Dae& dae, Block block, int first, int last, const Visit& visit) {
  const Pattern& pattern = dae.pattern(block);
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k)
      if (const int i = pattern.rows()[std::size_t(k)]; first <= i && i < last) visit(k, i, j);
}

template <class Visit>
void for_all(const Dae& dae, Block block, const Visit& visit) {
  for_rows(dae, block, 0, dae.pattern(block).n_rows(), visit);
}

}  // namespace

int PrimerMatrix::size_of(const Layout& l, Index index) {
  return 3 * l.n + l.m() + l.n_aux() + 3 * int(l.rotations.size()) +
         (index == Index::stabilised_two ? l.m0 : 0);
}

PrimerMatrix::PrimerMatrix(const Dae& dae, Index index)
    : layout_(dae.layout()),
      index_(index),
      n_mu_(index == Index::stabilised_two ? layout_.m0 : 0),
      momentum_of_(std::size_t(layout_.n), -1),
      rotation_of_(momentum_of_) {
  for (std::size_t k = 0; k < layout_.rotations.size(); ++k)
    for (int i = 0; i < 3; ++i) {
      momentum_of_[std::size_t(layout_.rotations[k].v + i)] = 3 * int(k) + i;
      rotation_of_[std::size_t(layout_.rotations[k].v + i)] = int(k);
    }
  std::vector<std::pair<int, int>> places;
  const Visit collect = [&](int row, int column, const Entry& entry) {
    places.emplace_back(row, column);
    entries_.push_back(entry);
  };
  visit_dynamics(dae, collect);
  visit_kinematics(dae, collect);
  visit_constraints(dae, collect);
  matrix_ = SparseMatrix(Pattern::from_entries(size(), size(), places));
  for (std::size_t k = 0; k < places.size(); ++k)
    entries_[k].target = matrix_.pattern().find(places[k].first, places[k].second);
  solver_.analyse(matrix_.pattern());
}

int PrimerMatrix::momentum_of(int tangent) const {
  return momentum_of_[std::size_t(tangent)];
}

void PrimerMatrix::visit_dynamics(const Dae& dae, const Visit& add) const {
  const Layout& l = layout_;
  const int lambda = l.n, x = lambda + l.m(), y = x + l.n_x;
  const auto whole = [&](Block block, int row, int column, Factor factor) {
    for_all(dae, block, [&](int k, int i, int j) { add(row + i, column + j, {block, k, factor}); });
  };
  whole(Block::Kg, 0, 0, one);  // (PRIM.1)
  for_all(dae, Block::G, [&](int k, int i, int j) { add(j, lambda + i, {Block::G, k, one}); });
  for_all(dae, Block::M, [&](int k, int i, int j) {
    if (const int at = momentum_of(i); at < 0)
      add(i, velocity() + j, {Block::M, k, c});
    else
      add(momentum() + at, velocity() + j, {Block::M, k, minus_one});  // (PRIM.3)
  });
  for (int i = 0; i < l.n; ++i) {
    add(i, force() + i, {unit, 0, minus_one});
    add(force() + i, force() + i, {unit, 0, one});
    if (const int at = momentum_of(i); at >= 0) {
      add(i, momentum() + at, {unit, 0, c});
      add(momentum() + at, momentum() + at, {unit, 0, one});
    }
  }
  whole(Block::K, force(), 0, one);  // (PRIM.2)
  whole(Block::C, force(), velocity(), one);
  whole(Block::A, force(), velocity(), c);
  whole(Block::Ql, force(), lambda, one);
  whole(Block::Qx, force(), x, one);
  whole(Block::Qy, force(), y, one);
}

void PrimerMatrix::visit_kinematics(const Dae& dae, const Visit& add) const {  // (PRIM.4)
  const int row = velocity();
  const auto turned = [&](Block block, int k, int i, int j) {
    const int rotation = rotation_of_[std::size_t(j)];
    if (rotation < 0) return add(row + i, j, {block, k, c});
    const int first = layout_.rotations[std::size_t(rotation)].v;
    for (int column = 0; column < 3; ++column)
      add(row + i, first + column, {block, k, turn, rotation, j - first, column});
  };
  if (index_ == Index::three) {
    for (int i = 0; i < layout_.n; ++i) {
      turned(unit, 0, i, i);
      add(row + i, velocity() + i, {unit, 0, minus_one});
    }
    return;
  }
  for_all(dae, Block::M, [&](int k, int i, int j) {
    turned(Block::M, k, i, j);
    add(row + i, velocity() + j, {Block::M, k, minus_one});
  });
  for_rows(dae, Block::G, 0, layout_.m0, [&](int k, int i, int j) {
    add(row + j, mu() + i, {Block::G, k, one});
  });
}

void PrimerMatrix::visit_constraints(const Dae& dae, const Visit& add) const {
  const Layout& l = layout_;
  const auto rows = [&](Block block, int first, int last, int row, int column, Factor factor) {
    for_rows(dae, block, first, last, [&](int k, int i, int j) {
      add(row + i, column + j, {block, k, factor});
    });
  };
  const int end0 = l.m0, end1 = l.m0 + l.m1, end2 = l.m(), aux = l.n + l.m(), v = velocity();
  rows(Block::G, 0, end0, l.n, 0, one);  // (PRIM.5)
  rows(Block::G, end0, end1, l.n, v, one);
  rows(Block::G, end1, end2, l.n, v, c);
  rows(Block::Gv, end1, end2, l.n, v, one);
  rows(Block::Gq, end0, end2, l.n, 0, one);
  if (n_mu_ > 0) {
    rows(Block::G, 0, end0, mu(), v, one);
    rows(Block::Gq, 0, end0, mu(), 0, one);
  }
  const auto states = [&](Block block, int column, Factor factor) {  // (PRIM.6)
    rows(block, 0, l.n_aux(), aux, column, factor);
  };
  states(Block::Sq, 0, one), states(Block::Sv, v, one), states(Block::Sa, v, c);
  states(Block::Sl, l.n, one), states(Block::Sx, aux, one), states(Block::Sxd, aux, c);
  states(Block::Sy, aux + l.n_x, one);
}

void PrimerMatrix::combine(const Blocks& blocks, double rate, std::span<const Mat3> turns) {
  const std::array<double, n_factors> factors = {1, -1, rate, -rate, 0};
  matrix_.set_zero();
  double* const out = matrix_.values().data();
  for (const Entry& e : entries_) {
    const double value = e.block == unit ? 1 : blocks[e.block].values()[std::size_t(e.source)];
    out[e.target] += value * (e.factor == turn ? turns[std::size_t(e.rotation)](e.r, e.column)
                                               : factors[e.factor]);
  }
}

std::string PrimerMatrix::row_name(const Dae& dae, int row) const {
  if (row < velocity()) return dae.row_name(row);
  if (row < force()) return "velocity of " + dae.column_name(row - velocity());
  if (row < momentum()) return "definition of the force in " + dae.row_name(row - force());
  if (row < mu()) {
    const Rotation& rotation = layout_.rotations[std::size_t((row - momentum()) / 3)];
    return "momentum of " + dae.column_name(rotation.v + (row - momentum()) % 3);
  }
  return "rate of " + dae.row_name(layout_.n + row - mu());
}

std::string PrimerMatrix::column_name(const Dae& dae, int column) const {
  if (column < velocity()) return dae.column_name(column);
  if (column < force()) return "velocity of " + dae.column_name(column - velocity());
  if (column < momentum()) return "force in " + dae.row_name(column - force());
  if (column < mu()) return row_name(dae, column);
  return "stabilising " + dae.column_name(layout_.n + column - mu());
}

std::string PrimerMatrix::describe_singularity(const Dae& dae) const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return row_name(dae, row); },
      [&](int column) { return column_name(dae, column); });
}

}  // namespace trammel
