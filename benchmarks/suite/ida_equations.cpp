// SPDX-License-Identifier: BSD-3-Clause
#include "ida_equations.h"

#include <algorithm>

namespace trammel::suite {
namespace {

using Spin = Eigen::Matrix<double, 3, 4>;

Spin twice_e_bar(const Vec4& e) {  // ω̄ = 2Ē(e) ė
  Spin s;
  s << -e[1], e[0], e[3], -e[2],  //
      -e[2], -e[3], e[0], e[1],   //
      -e[3], e[2], -e[1], e[0];
  return 2 * s;
}

BlockMask blocks_needed(const Layout& l) {
  BlockMask needed = 0;
  for (const Block b :
       {Block::M, Block::A, Block::C, Block::K, Block::Kg, Block::G, Block::Gq, Block::Ql})
    needed |= mask(b);
  if (l.m2 > 0) needed |= mask(Block::Gv);
  if (l.n_aux() > 0)
    for (const Block b : {Block::Qx, Block::Qy, Block::Sq, Block::Sv, Block::Sa, Block::Sl,
                          Block::Sx, Block::Sxd, Block::Sy})
      needed |= mask(b);
  return needed;
}

}  // namespace

IdaEquations::IdaEquations(const Dae& dae, const State& start)
    : dae_(dae),
      layout_(dae.layout()),
      start_(start),
      state_(start),
      values_(make_values(layout_)),
      blocks_(make_blocks(dae)) {
  const Layout& l = layout_;
  v_ = l.n_q, lambda_ = v_ + l.n, mu_ = lambda_ + l.m(), x_ = mu_ + l.m0, y_ = x_ + l.n_x;
  size_ = y_ + l.n_y;
  norm_row_ = l.n, dynamics_row_ = norm_row_ + int(l.rotations.size());
  position_row_ = dynamics_row_ + l.n, rate_row_ = position_row_ + l.m(),
  aux_row_ = rate_row_ + l.m0;
  raw_of_tangent_ = raw_index_of_tangent(l);
  rotation_of_tangent_.assign(std::size_t(l.n), -1);
  for (std::size_t r = 0; r < l.rotations.size(); ++r)
    for (int k = 0; k < 3; ++k) rotation_of_tangent_[std::size_t(l.rotations[r].v + k)] = int(r);
  q_dot_.resize(l.n_q), u_.resize(l.n), difference_.resize(l.n), stabilising_.resize(l.n);
  mu_padded_ = Vector::Zero(l.m());
  dae_.linearise(state_, mask(Block::M), blocks_);
  list_terms();
  address();
}

void IdaEquations::list_terms() {
  const Layout& l = layout_;
  const auto add = [&](const Term& term) { terms_.push_back({term, {}, {}}); };
  const auto whole = [&](Block b, int row, int column, Factor factor = one, Spread spread = plain) {
    add({b, row, column, 0, dae_.pattern(b).n_rows(), factor, spread});
  };
  whole(Block::M, 0, 0, by_c, kinematic);
  whole(Block::M, 0, v_, minus_one);
  add({Block::G, 0, mu_, 0, l.m0, one, plain, true});

  const int f = dynamics_row_;
  whole(Block::K, f, 0, one, position), whole(Block::Kg, f, 0, one, position);
  whole(Block::C, f, v_), whole(Block::M, f, v_, by_c), whole(Block::A, f, v_, by_c);
  add({Block::G, f, lambda_, 0, l.m(), one, plain, true});
  whole(Block::Ql, f, lambda_), whole(Block::Qx, f, x_), whole(Block::Qy, f, y_);

  const int c = position_row_, end0 = l.m0, end1 = l.m0 + l.m1, end2 = l.m();
  add({Block::G, c, 0, 0, end0, one, position});
  add({Block::Gq, c, 0, end0, end2, one, position});
  add({Block::G, c, v_, end0, end1});
  add({Block::Gv, c, v_, end1, end2});
  add({Block::G, c, v_, end1, end2, by_c});
  add({Block::Gq, rate_row_, 0, 0, end0, one, position});
  add({Block::G, rate_row_, v_, 0, end0});

  const int a = aux_row_;
  whole(Block::Sq, a, 0, one, position), whole(Block::Sv, a, v_), whole(Block::Sa, a, v_, by_c);
  whole(Block::Sl, a, lambda_), whole(Block::Sx, a, x_), whole(Block::Sxd, a, x_, by_c);
  whole(Block::Sy, a, y_);
}

template <class Plain, class Spreading>
void IdaEquations::for_each(const Term& term, const Plain& plain_entry,
                            const Spreading& spread_entry) const {
  const Pattern& pattern = dae_.pattern(term.block);
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k) {
      const int i = pattern.rows()[std::size_t(k)];
      if (i < term.first_row || i >= term.last_row) continue;
      const int row = term.row + (term.transposed ? j : i);
      if (term.transposed) {
        plain_entry(k, row, term.column + i);
      } else if (term.spread == plain) {
        plain_entry(k, row, term.column + j);
      } else if (const int r = rotation_of_tangent_[std::size_t(j)]; r >= 0) {
        spread_entry(k, row, r, j - layout_.rotations[std::size_t(r)].v);
      } else {
        plain_entry(k, row, term.column + raw_of_tangent_[std::size_t(j)]);
      }
    }
}

void IdaEquations::address() {
  Pairs places;
  const auto quaternion = [&](int rotation) { return layout_.rotations[std::size_t(rotation)].q; };
  for (const Addressed& a : terms_)
    for_each(
        a.term, [&](int, int row, int column) { places.emplace_back(row, column); },
        [&](int, int row, int rotation, int) {
          for (int c = 0; c < 4; ++c) places.emplace_back(row, quaternion(rotation) + c);
        });
  for (int r = 0; r < int(layout_.rotations.size()); ++r)
    for (int c = 0; c < 4; ++c) places.emplace_back(norm_row_ + r, quaternion(r) + c);
  pattern_ = Pattern::from_entries(size_, size_, std::move(places));

  for (Addressed& a : terms_)
    for_each(
        a.term,
        [&](int k, int row, int column) {
          a.entries.push_back({k, pattern_.find(row, column)});
        },
        [&](int k, int row, int rotation, int axis) {
          SpreadEntry entry{k, rotation, axis, {}};
          for (int c = 0; c < 4; ++c)
            entry.target[std::size_t(c)] = pattern_.find(row, quaternion(rotation) + c);
          a.spread.push_back(entry);
        });
  for (int r = 0; r < int(layout_.rotations.size()); ++r) {
    norm_entries_.emplace_back();
    for (int c = 0; c < 4; ++c)
      norm_entries_.back()[std::size_t(c)] = pattern_.find(norm_row_ + r, quaternion(r) + c);
  }
}

void IdaEquations::start(double* y, double* y_dot) const {
  const Layout& l = layout_;
  const auto at = [](double* p, int n) { return Eigen::Map<Vector>(p, n); };
  at(y, size_).setZero(), at(y_dot, size_).setZero();
  Vector q_dot(l.n_q);
  dae_.rate(start_.q, start_.v, q_dot);
  at(y, l.n_q) = start_.q, at(y_dot, l.n_q) = q_dot;
  at(y + v_, l.n) = start_.v, at(y_dot + v_, l.n) = start_.a;
  at(y + lambda_, l.m()) = start_.lambda;
  at(y + x_, l.n_x) = start_.x, at(y_dot + x_, l.n_x) = start_.x_dot;
  at(y + y_, l.n_y) = start_.y;
}

void IdaEquations::load(double t, const double* y, const double* y_dot) const {
  const Layout& l = layout_;
  const auto part = [](const double* p, int n) { return Eigen::Map<const Vector>(p, n); };
  state_.t = t;
  state_.q = part(y, l.n_q), state_.v = part(y + v_, l.n), state_.a = part(y_dot + v_, l.n);
  for (const Rotation& r : l.rotations) state_.q.segment<4>(r.q).normalize();
  state_.lambda = part(y + lambda_, l.m());
  state_.x = part(y + x_, l.n_x), state_.x_dot = part(y_dot + x_, l.n_x);
  state_.y = part(y + y_, l.n_y);
  mu_padded_.head(l.m0) = part(y + mu_, l.m0);
  q_dot_ = part(y_dot, l.n_q);
}

Outcome IdaEquations::residual(double t, const double* y, const double* y_dot, double* f) const {
  const Layout& l = layout_;
  load(t, y, y_dot);
  unsigned ask = Ask::forces | Ask::position | Ask::velocity;
  if (l.m2 > 0) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  const Outcome outcome = dae_.evaluate(state_, ask, values_);
  if (outcome != Outcome::ok) return outcome;
  const auto part = [&](int at, int n) { return Eigen::Map<Vector>(f + at, n); };
  part(dynamics_row_, l.n) = values_.inertia + values_.reaction - values_.action;
  part(position_row_, l.m0) = values_.c0;
  part(position_row_ + l.m0, l.m1) = values_.c1.segment(l.m0, l.m1);
  if (l.m2 > 0) part(position_row_ + l.m0 + l.m1, l.m2) = values_.c2.tail(l.m2);
  part(rate_row_, l.m0) = values_.c1.head(l.m0);
  part(aux_row_, l.n_aux()) = values_.aux;

  dae_.velocity(state_.q, q_dot_, u_);  // (GGL.2)
  dae_.reaction(state_, mu_padded_, stabilising_);
  difference_ = u_ - state_.v;
  // M is constant for the bodies of the suite: its last values serve.
  blocks_[Block::M].multiply_add(difference_, 1, stabilising_);
  part(0, l.n) = stabilising_;
  for (std::size_t r = 0; r < l.rotations.size(); ++r)
    f[norm_row_ + int(r)] =
        Eigen::Map<const Vec4>(y + l.rotations[r].q).squaredNorm() - 1;  // (GGL.3)
  return Outcome::ok;
}

Outcome IdaEquations::jacobian(double t, const double* y, const double* y_dot, double c,
                               double* values) const {
  load(t, y, y_dot);
  const Outcome outcome = dae_.linearise(state_, blocks_needed(layout_), blocks_);
  if (outcome != Outcome::ok) return outcome;
  std::fill(values, values + pattern_.n_entries(), 0.0);
  std::vector<Spin> positions, rates;
  for (const Rotation& r : layout_.rotations) {
    positions.push_back(twice_e_bar(state_.q.segment<4>(r.q)));
    rates.push_back(c * positions.back() - twice_e_bar(q_dot_.segment<4>(r.q)));  // (GGL.4)
  }
  const std::array<double, n_factors> factors = {1, -1, c};
  for (const Addressed& a : terms_) {
    const std::span<const double> from = std::as_const(blocks_)[a.term.block].values();
    const double factor = factors[std::size_t(a.term.factor)];
    for (const Entry& e : a.entries) values[e.target] += factor * from[std::size_t(e.source)];
    const std::vector<Spin>& spins = a.term.spread == kinematic ? rates : positions;
    for (const SpreadEntry& e : a.spread)
      for (int k = 0; k < 4; ++k)
        values[e.target[std::size_t(k)]] +=
            from[std::size_t(e.source)] * spins[std::size_t(e.rotation)](e.axis, k);
  }
  for (std::size_t r = 0; r < norm_entries_.size(); ++r)
    for (int k = 0; k < 4; ++k)
      values[norm_entries_[r][std::size_t(k)]] = 2 * y[layout_.rotations[r].q + k];
  return Outcome::ok;
}

}  // namespace trammel::suite
