// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/two_level_matrix.h"

#include <array>
#include <numeric>

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

}  // namespace

TwoLevelMatrix::TwoLevelMatrix(const Dae& dae, bool with_accelerations)
    : dae_(dae),
      layout_(dae.layout()),
      with_accelerations_(with_accelerations),
      places_(places_of(layout_, with_accelerations)),
      scatter_(layout_) {
  const TwoLevelPlaces& at = places_;
  scatter_.add(dae, {.block = Block::M,
                     .place = {at.position, at.position, 0, layout_.n},
                     .scalar = one,
                     .turns = 0});
  add(Block::M, at.velocity, at.velocity, one);
  plan_balance(at.position, {p0, p_h, p_h2, p_states});  // (TLM.3)
  plan_balance(at.velocity, {w0, w_h, w_h2, w_states});  // (TLM.4)
  plan_constraints();
  if (with_accelerations) plan_accelerations();
  plan_auxiliary();
  matrix_ = scatter_.finish(dae, size());
  solver_.analyse(matrix_.pattern(), labels());
  solver_.serve_iteration();
}

// What belongs to one body, and what to one constraint, goes together.
std::vector<int> TwoLevelMatrix::labels() const {
  const TwoLevelPlaces& at = places_;
  const Layout& l = layout_;
  std::vector<int> labels(std::size_t(at.size));
  const auto number = [&](int first, int count, int from) {
    std::iota(labels.begin() + first, labels.begin() + first + count, from);
  };
  number(at.position, l.n, 0), number(at.velocity, l.n, 0);
  number(at.level0, l.m0, l.n), number(at.level0_rate, l.m0, l.n);
  number(at.level1, l.m1, l.n + l.m0);
  if (with_accelerations_) number(at.acceleration, l.n, 0), number(at.constraints, l.m(), l.n);
  number(at.states, l.n_aux(), l.n + l.m());
  return labels;
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

void TwoLevelMatrix::add(Block block, int row, int column, Scalar scalar) {
  scatter_.add(dae_, {block, {row, column, 0, dae_.pattern(block).n_rows()}, scalar});
}

void TwoLevelMatrix::add_rows(Block block, int row, int column, Scalar scalar, int first,
                              int last) {
  scatter_.add(dae_, {block, {row - first, column, first, last}, scalar});
}

void TwoLevelMatrix::add_reaction(int row, int column, Scalar scalar, int first, int last,
                                  bool at_start_of_step) {
  scatter_.add(dae_,
               {Block::G, {row, column - first, first, last}, scalar, true, at_start_of_step});
}

void TwoLevelMatrix::plan_balance(int row, const OfForce& force) {
  const TwoLevelPlaces& at = places_;
  const bool is_position = row == at.position;
  const int begin1 = layout_.m0, begin2 = begin1 + layout_.m1;

  add(Block::K, row, at.position, force.with_h2);  // (TLM.2)
  add(Block::C, row, at.velocity, force.with_h);
  add(Block::Qx, row, at.states, force.with_sx);
  add(Block::Qy, row, at.unknowns, force.once);
  if (with_accelerations_) {
    add(Block::A, row, at.acceleration, force.once);
    add(Block::Ql, row, at.constraints, force.once);
    add_reaction(row, at.constraints + begin2, force.once, begin2, layout_.m(), false);
  }
  add(Block::Kg, row, at.position, is_position ? at_end_h2 : half_h2);
  const Scalar start = is_position ? at_start : half, end = is_position ? at_end : half;
  add_reaction(row, at.level0, start, 0, begin1, true);
  add_reaction(row, at.level0_rate, end, 0, begin1, false);
  add_reaction(row, at.level1, start, begin1, begin2, true);
  add_reaction(row, at.level1, end, begin1, begin2, false);
}

void TwoLevelMatrix::plan_constraints() {
  const TwoLevelPlaces& at = places_;
  const int end0 = layout_.m0, end1 = end0 + layout_.m1;
  add_rows(Block::G, at.level0, at.position, one, 0, end0);       // (TLM.5)
  add_rows(Block::G, at.level0_rate, at.velocity, one, 0, end1);  // (TLM.6), Ψ follows
  add_rows(Block::Gq, at.level0_rate, at.position, h1, 0, end1);
}

void TwoLevelMatrix::plan_accelerations() {
  const TwoLevelPlaces& at = places_;
  const int motion = at.acceleration;  // (TLM.7)
  add(Block::K, motion, at.position, h2);
  add(Block::Kg, motion, at.position, h2);
  add(Block::C, motion, at.velocity, h1);
  add(Block::M, motion, at.acceleration, one);
  add(Block::A, motion, at.acceleration, one);
  add_reaction(motion, at.constraints, one, 0, layout_.m(), false);
  add(Block::Ql, motion, at.constraints, one);
  add(Block::Qx, motion, at.states, of_states);
  add(Block::Qy, motion, at.unknowns, one);

  const int begin1 = layout_.m0, begin2 = begin1 + layout_.m1, end = layout_.m();  // (TLM.8)
  const int level1 = at.constraints + begin1, level2 = at.constraints + begin2;
  add(Block::G, at.constraints, at.acceleration, one);
  add_rows(Block::Gq, at.constraints, at.velocity, twice_h, 0, begin1);
  add_rows(Block::Gq, level1, at.velocity, h1, begin1, begin2);
  add_rows(Block::Gv, level2, at.velocity, h1, begin2, end);
  add_rows(Block::Gq, level2, at.position, h2, begin2, end);
}

void TwoLevelMatrix::plan_auxiliary() {  // (TLM.9)
  const TwoLevelPlaces& at = places_;
  const int aux = at.states;
  add(Block::Sq, aux, at.position, h2);
  add(Block::Sv, aux, at.velocity, h1);
  if (with_accelerations_) {
    add(Block::Sa, aux, at.acceleration, one);
    add(Block::Sl, aux, at.constraints, one);
  }
  add(Block::Sx, aux, at.states, of_states);
  add(Block::Sxd, aux, at.states, one);
  add(Block::Sy, aux, at.unknowns, one);
}

void TwoLevelMatrix::combine(const Blocks& end, const SparseMatrix& gamma_at_start,
                             const TwoLevelMap& map) {
  const double h = map.h, b = map.b, p = map.p, w = map.w, sx = map.sx;
  std::array<double, n_scalars> x{};
  x[one] = 1, x[half] = 0.5;
  x[at_start] = (1 - b) / 2, x[at_end] = b / 2, x[at_end_h2] = b * h * h / 2;
  x[half_h2] = h * h / 2, x[h1] = h, x[twice_h] = 2 * h, x[h2] = h * h;
  x[of_states] = sx;
  x[p0] = p, x[p_h] = p * h, x[p_h2] = p * h * h, x[p_states] = p * sx;
  x[w0] = w, x[w_h] = w * h, x[w_h2] = w * h * h, x[w_states] = w * sx;
  scatter_.combine(end, x, {map.T_inverse}, matrix_, &gamma_at_start);
}

std::string TwoLevelMatrix::name(int i, bool is_row) const {
  const TwoLevelPlaces& at = places_;
  const Layout& l = layout_;
  const auto of_dae = [&](int k, const char* remark) {
    return (is_row ? dae_.row_name(k) : dae_.column_name(k)) + remark;
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

std::string TwoLevelMatrix::describe_singularity() const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return row_name(row); },
      [&](int column) { return column_name(column); });
}

}  // namespace trammel
