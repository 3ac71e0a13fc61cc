// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/state_time_matrix.h"

#include <fmt/format.h>

#include <cmath>

namespace trammel {

int StateTimeMatrix::size(const Layout& l, const TimeElement& element) {
  return element.points() * (l.n + l.m() + l.n_aux());
}

StateTimeMatrix::StateTimeMatrix(const Dae& dae, const TimeElement& element, Level level)
    : dae_(dae),
      layout_(dae.layout()),
      element_(element),
      width_(layout_.n + layout_.m() + layout_.n_aux()),
      scatter_(layout_) {
  const int k = element_.points();
  for (int i = 0; i < k; ++i) {
    plan_point(i);
    if (level == Level::acceleration) plan_accelerations(i);
  }
  if (level == Level::own) {
    plan_level0();
    plan_level1();
  }
  matrix_ = scatter_.finish(dae, size(layout_, element));
  solver_.analyse(matrix_.pattern());
  values_.resize(scalars_.size());
  turns_.assign(std::size_t((k + 1) * (k + 1)),
                std::vector<Mat3>(layout_.rotations.size(), Mat3::Identity()));
  views_.assign(turns_.begin(), turns_.end());
}

BlockMask StateTimeMatrix::blocks_needed(const Layout& l) {
  BlockMask needed = all_blocks;
  if (l.n_aux() == 0)
    for (const Block b : {Block::Qx, Block::Qy, Block::Sq, Block::Sv, Block::Sa, Block::Sl,
                          Block::Sx, Block::Sxd, Block::Sy})
      needed &= ~mask(b);
  return needed;
}

BlockMask StateTimeMatrix::blocks_needed_at_end() {
  return mask(Block::G) | mask(Block::Gq);
}

int StateTimeMatrix::scalar(double c, int power) {
  scalars_.push_back({c, power});
  return int(scalars_.size()) - 1;
}

StateTimeMatrix::Place StateTimeMatrix::whole(Block block, int row) const {
  return {row, 0, 0, dae_.pattern(block).n_rows()};
}

void StateTimeMatrix::on_position(Block block, int i, const Place& at, Scalar of) {
  for (int j = 0; j < element_.points(); ++j) {  // (STM.1)
    const int s = scalar(of.c * element_.position(i, j), of.power + 2);
    scatter_.add(dae_, {.block = block,
                        .place = {at.row - at.first, motion(j), at.first, at.last},
                        .scalar = s,
                        .turns = i,
                        .turned_scalar = s,
                        .set = i});
  }
}

void StateTimeMatrix::on_velocity(Block block, int i, const Place& at, Scalar of) {
  for (int j = 0; j < element_.points(); ++j)  // (STM.2)
    scatter_.add(dae_, {.block = block,
                        .place = {at.row - at.first, motion(j), at.first, at.last},
                        .scalar = scalar(of.c * element_.velocity(i, j), of.power + 1),
                        .turns = turns_of_velocity(i, j),
                        .turned_scalar = scalar(of.c, of.power + 1),
                        .set = i});
}

void StateTimeMatrix::on_acceleration(Block block, int i, const Place& at) {  // (STM.3)
  const int one = scalar(1, 0);
  scatter_.add(dae_, {.block = block,
                      .place = {at.row - at.first, motion(i), at.first, at.last},
                      .scalar = one,
                      .turns = i,
                      .turned_scalar = one,
                      .set = i});
}

void StateTimeMatrix::on_states(Block block, int i, const Place& at) {
  for (int j = 0; j < element_.points(); ++j)  // (STM.3)
    add(block, i, {at.row, states(j), at.first, at.last}, {element_.velocity(i, j), 1});
}

void StateTimeMatrix::add(Block block, int i, const Place& at, Scalar of) {
  scatter_.add(dae_, {.block = block,
                      .place = {at.row - at.first, at.column, at.first, at.last},
                      .scalar = scalar(of.c, of.power),
                      .set = i});
}

void StateTimeMatrix::plan_point(int i) {
  const auto once = [&](Block block, int row, int column) {
    Place at = whole(block, row);
    at.column = column;
    add(block, i, at, {1, 0});
  };
  const int row = motion(i), aux = states(i), unknowns = aux + layout_.n_x;
  for (const Block b : {Block::K, Block::Kg}) on_position(b, i, whole(b, row), {1, 0});  // (STM.4)
  on_velocity(Block::C, i, whole(Block::C, row), {1, 0});
  for (const Block b : {Block::M, Block::A}) on_acceleration(b, i, whole(b, row));
  scatter_.add(dae_, {.block = Block::G,
                      .place = {row, constraints(i), 0, layout_.m()},
                      .scalar = scalar(1, 0),
                      .transposed = true,
                      .set = i});
  once(Block::Ql, row, constraints(i));
  on_states(Block::Qx, i, whole(Block::Qx, row));
  once(Block::Qy, row, unknowns);

  on_position(Block::Sq, i, whole(Block::Sq, aux), {1, 0});  // (STM.5)
  on_velocity(Block::Sv, i, whole(Block::Sv, aux), {1, 0});
  on_acceleration(Block::Sa, i, whole(Block::Sa, aux));
  once(Block::Sl, aux, constraints(i));
  on_states(Block::Sx, i, whole(Block::Sx, aux));
  once(Block::Sxd, aux, aux);
  once(Block::Sy, aux, unknowns);

  const int level2 = layout_.m0 + layout_.m1;
  const Place at{constraints(i) + level2, 0, level2, layout_.m()};  // (STM.6)
  on_position(Block::Gq, i, at, {1, 0});
  on_velocity(Block::Gv, i, at, {1, 0});
  on_acceleration(Block::G, i, at);
}

// Which condition of (STE.5) stands in the rows of which point is arbitrary: moments first, the end
// last.
void StateTimeMatrix::plan_level0() {
  const int k = element_.points(), moments = element_.position_moments();
  for (int p = 0; p < moments; ++p)
    for (int i = 0; i < k; ++i)
      on_position(Block::G, i, {constraints(p), 0, 0, layout_.m0}, {element_.moment(p, i), -2});
  if (element_.is_hermite()) {
    const Place rate{constraints(moments), 0, 0, layout_.m0};
    on_velocity(Block::G, k, rate, {1, -1});
    on_position(Block::Gq, k, rate, {1, -1});
  }
  on_position(Block::G, k, {constraints(k - 1), 0, 0, layout_.m0}, {1, -2});
}

void StateTimeMatrix::plan_level1() {
  const int k = element_.points(), first = layout_.m0, last = layout_.m0 + layout_.m1;
  const auto plan = [&](int slot, int i, double weight) {
    const Place at{constraints(slot) + first, 0, first, last};
    on_velocity(Block::G, i, at, {weight, -1});
    on_position(Block::Gq, i, at, {weight, -1});
  };
  for (int p = 0; p < element_.velocity_moments(); ++p)
    for (int i = 0; i < k; ++i) plan(p, i, element_.moment(p, i));
  plan(k - 1, k, 1);
}

void StateTimeMatrix::plan_accelerations(int i) {  // (STM.8)
  const int begin1 = layout_.m0, begin2 = begin1 + layout_.m1;
  on_acceleration(Block::G, i, {constraints(i), 0, 0, begin2});
  on_velocity(Block::Gq, i, {constraints(i), 0, 0, begin1}, {2, 0});
  on_velocity(Block::Gq, i, {constraints(i) + begin1, 0, begin1, begin2}, {1, 0});
}

void StateTimeMatrix::set_turns(int i, int rotation, double h, const Mat3& T, const Mat3& N) {
  const auto r = std::size_t(rotation);
  turns_[std::size_t(i)][r] = T;
  for (int j = 0; j < element_.points(); ++j)
    turns_[std::size_t(turns_of_velocity(i, j))][r] =
        element_.velocity(i, j) * T + h * element_.position(i, j) * N;
}

void StateTimeMatrix::combine(std::span<const Blocks* const> sets, double h) {
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    values_[s] = scalars_[s].c * std::pow(h, scalars_[s].power);
  scatter_.combine(sets, values_, views_, matrix_);
}

std::string StateTimeMatrix::name(int index, bool is_row) const {
  const int i = index / width_, of_dae = index % width_;
  return fmt::format("{} (point {})", is_row ? dae_.row_name(of_dae) : dae_.column_name(of_dae),
                     i + 1);
}

std::string StateTimeMatrix::describe_singularity() const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return row_name(row); },
      [&](int column) { return column_name(column); });
}

}  // namespace trammel
