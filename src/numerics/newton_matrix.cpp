// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/newton_matrix.h"

#include <array>
#include <numeric>

namespace trammel {

NewtonMatrix::NewtonMatrix(const Dae& dae, ConstraintForm form)
    : scatter_(dae.layout()), n_rotations_(dae.layout().rotations.size()) {
  const Layout& l = dae.layout();
  plan(dae, form);
  matrix_ = scatter_.finish(dae, l.n + l.m() + l.n_aux());
  std::vector<int> labels(static_cast<std::size_t>(size()));
  std::iota(labels.begin(), labels.end(), 0);
  solver_.analyse(matrix_.pattern(), labels);
  if (form == ConstraintForm::index3) solver_.serve_iteration();
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
  const auto rows = [&](Block b, const BlockScatter::Place& place, Scalar scalar,
                        Turns turns = none, Scalar turned = one) {
    scatter_.add(dae, {.block = b,
                       .place = place,
                       .scalar = scalar,
                       .turns = index3 ? turns : none,
                       .turned_scalar = turned});
  };
  const auto whole = [&](Block b, int row, int column, Scalar scalar, Turns turns = none,
                         Scalar turned = one) {
    rows(b, {row, column, 0, dae.pattern(b).n_rows()}, scalar, turns, turned);
  };

  whole(Block::M, 0, 0, inertia_a, W, inertia), whole(Block::A, 0, 0, times_a, W);  // (NM.2)
  scatter_.add(dae, {Block::G, {0, lambda, 0, l.m()}, one, true});
  whole(Block::Ql, 0, lambda, one), whole(Block::Qy, 0, y, one);
  whole(Block::Sa, aux, 0, times_a, W), whole(Block::Sl, aux, lambda, one);  // (NM.6)
  whole(Block::Sxd, aux, x, times_sd), whole(Block::Sy, aux, y, one);
  if (!index3) return whole(Block::G, l.n, 0, times_a);

  whole(Block::K, 0, 0, times_s), whole(Block::Kg, 0, 0, times_s),
      whole(Block::C, 0, 0, times_v, V);
  whole(Block::Qx, 0, x, times_sx);
  const int end0 = l.m0, end1 = end0 + l.m1, end2 = l.m();
  rows(Block::G, {l.n, 0, 0, end0}, level0_s);      // (NM.3)
  rows(Block::Gq, {l.n, 0, end0, end1}, level1_s);  // (NM.4)
  rows(Block::G, {l.n, 0, end0, end1}, level1_v, V, level1);
  rows(Block::Gq, {l.n, 0, end1, end2}, level2_s);  // (NM.5)
  rows(Block::Gv, {l.n, 0, end1, end2}, level2_v, V, level2);
  rows(Block::G, {l.n, 0, end1, end2}, level2_a, W, level2);
  whole(Block::Sq, aux, 0, times_s), whole(Block::Sv, aux, 0, times_v, V),
      whole(Block::Sx, aux, x, times_sx);
}

void NewtonMatrix::combine(const Blocks& blocks, const StepMap& map) {
  const auto& [sigma0, sigma1, sigma2] = map.constraint_scale;
  std::array<double, n_scalars> scalars{};
  scalars[one] = 1;
  scalars[times_s] = map.s, scalars[times_v] = map.v, scalars[times_a] = map.a;
  scalars[times_sx] = map.sx, scalars[times_sd] = map.sd;
  scalars[inertia] = map.inertia, scalars[inertia_a] = map.inertia * map.a;
  scalars[level0_s] = sigma0 * map.s;
  scalars[level1] = sigma1, scalars[level1_s] = sigma1 * map.s, scalars[level1_v] = sigma1 * map.v;
  scalars[level2] = sigma2, scalars[level2_s] = sigma2 * map.s, scalars[level2_v] = sigma2 * map.v;
  scalars[level2_a] = sigma2 * map.a;
  if (map.V.empty()) V_.assign(n_rotations_, map.v * Mat3::Identity());
  if (map.W.empty()) W_.assign(n_rotations_, map.a * Mat3::Identity());
  scatter_.combine(blocks, scalars, {map.V.empty() ? V_ : map.V, map.W.empty() ? W_ : map.W},
                   matrix_);
}

Outcome evaluate_index_three(const Dae& dae, const State& s, const StepMap& map, Values& values,
                             Vector& r) {
  const Layout& l = dae.layout();
  unsigned ask = Ask::forces | Ask::position;
  if (l.m1 > 0) ask |= Ask::velocity;
  if (l.m2 > 0) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  const Outcome outcome = dae.evaluate(s, ask, values);
  r.head(l.n) = map.inertia * values.inertia + values.reaction - values.action;
  r.segment(l.n, l.m0) = map.constraint_scale[0] * values.c0;
  r.segment(l.n + l.m0, l.m1) = map.constraint_scale[1] * values.c1.tail(l.m1);
  r.segment(l.n + l.m0 + l.m1, l.m2) = map.constraint_scale[2] * values.c2.tail(l.m2);
  r.tail(l.n_aux()) = values.aux;
  return outcome;
}

std::string NewtonMatrix::describe_singularity(const Dae& dae) const {
  return describe(
      solver_.diagnose(matrix_), [&](int row) { return dae.row_name(row); },
      [&](int column) { return dae.column_name(column); });
}

}  // namespace trammel
