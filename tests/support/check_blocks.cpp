// SPDX-License-Identifier: BSD-3-Clause
#include "support/check_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace trammel::testing {

namespace {

constexpr unsigned everything =
    Ask::forces | Ask::position | Ask::velocity | Ask::acceleration | Ask::auxiliary;

constexpr const char* names[] = {"M",  "A",  "C",  "K",  "Kg", "G",  "Gq", "Gv",  "Ql",
                                 "Qx", "Qy", "Sq", "Sv", "Sa", "Sl", "Sx", "Sxd", "Sy"};
static_assert(std::size(names) == block_count);

double largest(const Matrix& m) {
  return m.size() ? m.cwiseAbs().maxCoeff() : 0;
}

// Derivatives of all Values with respect to one of the vectors of the state, a column per entry.
struct Derivatives {
  Matrix inertia, action, reaction, c0, c1, c2, aux;
};

class Checker {
 public:
  Checker(const Dae& dae, const State& at, double tolerance, double step)
      : dae_(dae),
        layout_(dae.layout()),
        at_(at),
        tolerance_(tolerance),
        step_(step),
        blocks_(make_blocks(dae)),
        values_(evaluate(at)) {
    if (dae.linearise(at, all_blocks, blocks_) != Outcome::ok) fail("linearise failed");
  }

  std::string run() {
    check_sizes();
    if (report_.empty()) {
      check_position();
      check_velocity();
      check_acceleration_and_multipliers();
      check_auxiliary();
      check_time();
      check_consistency();
    }
    return report_;
  }

 private:
  using Move = std::function<void(State&, int entry, double by)>;

  void fail(const std::string& line) { report_ += line + "\n"; }

  Values evaluate(const State& s) {
    Values values = make_values(layout_);
    if (dae_.evaluate(s, everything, values) != Outcome::ok) fail("evaluate failed");
    return values;
  }

  // Central differences of fourth order.
  Derivatives differentiate(int count, const Move& move, double step) {
    Derivatives d;
    for (const auto& [to, from] : fields(d, values_)) to->setZero(from->size(), count);
    for (int j = 0; j < count; ++j)
      for (const auto& [offset, weight] : {std::pair{1, 8.0}, {-1, -8.0}, {2, -1.0}, {-2, 1.0}}) {
        State s = at_;
        move(s, j, offset * step);
        const Values values = evaluate(s);
        for (const auto& [to, from] : fields(d, values)) to->col(j) += weight / (12 * step) * *from;
      }
    return d;
  }

  static std::vector<std::pair<Matrix*, const Vector*>> fields(Derivatives& d, const Values& v) {
    return {{&d.inertia, &v.inertia}, {&d.action, &v.action}, {&d.reaction, &v.reaction},
            {&d.c0, &v.c0},           {&d.c1, &v.c1},         {&d.c2, &v.c2},
            {&d.aux, &v.aux}};
  }

  // The round-off of a difference grows with the size of the values it is taken from.
  void compare(const std::string& what, const Matrix& analytic, const Matrix& numeric,
               double value_size, double step) {
    if (analytic.rows() != numeric.rows() || analytic.cols() != numeric.cols())
      return fail(fmt::format("{}: sizes {}x{} and {}x{}", what, analytic.rows(), analytic.cols(),
                              numeric.rows(), numeric.cols()));
    const double error = largest(analytic - numeric);
    const double allowed =
        tolerance_ * std::max(largest(analytic), largest(numeric)) + 1e-14 * value_size / step;
    if (!(error <= allowed))
      fail(fmt::format("{}: differs by {:.2e}, allowed {:.2e}", what, error, allowed));
  }

  void compare(Block b, const Matrix& numeric, double value_size, double step) {
    compare(names[std::size_t(b)], blocks_[b].dense(), numeric, value_size, step);
  }

  double force_size() const {
    return largest(values_.inertia) + largest(values_.action) + largest(values_.reaction);
  }

  double step_for(const Vector& v) const { return step_ * (1 + largest(v)); }

  void check_sizes() {
    const int n = layout_.n, m = layout_.m(), n_x = layout_.n_x, n_y = layout_.n_y;
    const auto expect = [&](std::initializer_list<Block> which, int rows, int columns) {
      for (const Block b : which)
        if (dae_.pattern(b).n_rows() != rows || dae_.pattern(b).n_columns() != columns)
          fail(fmt::format("{}: wrong size of pattern", names[std::size_t(b)]));
    };
    expect({Block::M, Block::A, Block::C, Block::K, Block::Kg}, n, n);
    expect({Block::G, Block::Gq, Block::Gv}, m, n);
    expect({Block::Ql}, n, m), expect({Block::Qx}, n, n_x), expect({Block::Qy}, n, n_y);
    expect({Block::Sq, Block::Sv, Block::Sa}, n_x + n_y, n), expect({Block::Sl}, n_x + n_y, m);
    expect({Block::Sx, Block::Sxd}, n_x + n_y, n_x), expect({Block::Sy}, n_x + n_y, n_y);
    const Pattern& K = dae_.pattern(Block::K);
    for (const Block b : {Block::A, Block::C, Block::Kg})
      if (dae_.pattern(b).n_entries() > 0 && !(dae_.pattern(b) == K))
        fail("A, C, K, Kg: patterns differ");
    const Pattern& M = dae_.pattern(Block::M);
    for (int j = 0; j < n; ++j)
      for (const int i : M.column(j))
        if (K.find(i, j) < 0) fail("M has entries that K has not");
    if (int(layout_.kinds.size()) != n) fail("kinds: one per tangent entry is needed");
  }

  void check_position() {
    const double step = step_;
    const Derivatives d = differentiate(
        layout_.n,
        [&](State& s, int j, double by) {
          dae_.retract(at_.q, Vector(by * Vector::Unit(layout_.n, j)), s.q);
        },
        step);
    if (layout_.mass_is_constant && largest(d.inertia) > 0) fail("mass_is_constant is wrong");
    compare(Block::K, d.inertia - d.action, force_size(), step);
    compare(Block::Kg, d.reaction, force_size(), step);
    compare("G (from c0)", blocks_[Block::G].dense().topRows(layout_.m0), d.c0, largest(at_.q),
            step);
    Matrix rates(layout_.m(), layout_.n);
    rates << d.c1, d.c2.bottomRows(layout_.m2);
    compare(Block::Gq, rates, largest(at_.v) + largest(at_.a), step);
    compare(Block::Sq, d.aux, largest(values_.aux), step);
  }

  void check_velocity() {
    const double step = step_for(at_.v);
    const Derivatives d = differentiate(
        layout_.n, [](State& s, int j, double by) { s.v[j] += by; }, step);
    compare(Block::C, d.reaction - d.action, force_size(), step);
    const int m01 = layout_.m0 + layout_.m1;
    compare("G (from c1)", blocks_[Block::G].dense().topRows(m01), d.c1, largest(at_.v), step);
    Matrix level_2 = Matrix::Zero(layout_.m(), layout_.n);
    level_2.bottomRows(layout_.m2) = d.c2.bottomRows(layout_.m2);
    compare(Block::Gv, level_2, largest(at_.a), step);
    compare(Block::Sv, d.aux, largest(values_.aux), step);
  }

  void check_acceleration_and_multipliers() {
    const double step_a = step_for(at_.a), step_l = step_for(at_.lambda);
    const Derivatives a = differentiate(
        layout_.n, [](State& s, int j, double by) { s.a[j] += by; }, step_a);
    compare(Block::M, a.inertia, force_size(), step_a);
    compare(Block::A, -a.action, force_size(), step_a);
    compare("G (from c2)", blocks_[Block::G].dense(), a.c2, largest(at_.a), step_a);
    compare(Block::Sa, a.aux, largest(values_.aux), step_a);

    const Derivatives l = differentiate(
        layout_.m(), [](State& s, int j, double by) { s.lambda[j] += by; }, step_l);
    compare("Γᵀ (from reaction)", blocks_[Block::G].dense().transpose(), l.reaction, force_size(),
            step_l);
    compare(Block::Ql, -l.action, force_size(), step_l);
    compare(Block::Sl, l.aux, largest(values_.aux), step_l);
    if (!layout_.forces_use_a && largest(a.action) > 0) fail("forces_use_a is not set");
    if (!layout_.forces_use_lambda && largest(l.action) > 0) fail("forces_use_lambda is not set");
  }

  void check_auxiliary() {
    const double step_x = step_for(at_.x), step_xd = step_for(at_.x_dot), step_y = step_for(at_.y);
    const Derivatives x = differentiate(
        layout_.n_x, [](State& s, int j, double by) { s.x[j] += by; }, step_x);
    const Derivatives x_dot = differentiate(
        layout_.n_x, [](State& s, int j, double by) { s.x_dot[j] += by; }, step_xd);
    const Derivatives y = differentiate(
        layout_.n_y, [](State& s, int j, double by) { s.y[j] += by; }, step_y);
    const double aux = largest(values_.aux);
    compare(Block::Qx, -x.action, force_size(), step_x);
    compare(Block::Qy, -y.action, force_size(), step_y);
    compare(Block::Sx, x.aux, aux, step_x);
    compare(Block::Sxd, x_dot.aux, aux, step_xd);
    compare(Block::Sy, y.aux, aux, step_y);
  }

  void check_time() {
    const double step = step_ / (1 + largest(at_.v));
    const Derivatives d = differentiate(
        1,
        [&](State& s, int, double by) {
          s.t += by;
          s.v += by * at_.a;
          dae_.retract(at_.q, Vector(by * at_.v), s.q);
        },
        step);
    compare("c1 = d/dt c0", values_.c1.head(layout_.m0), d.c0,
            largest(at_.q) + step * largest(at_.v), step);
    compare("c2 = d/dt c1", values_.c2.head(layout_.m0 + layout_.m1), d.c1,
            largest(at_.v) + step * largest(at_.a), step);
  }

  void check_consistency() {
    Vector reaction(layout_.n);
    dae_.reaction(at_, at_.lambda, reaction);
    compare("reaction()", values_.reaction, reaction, 0, 1);
    compare("M a", values_.inertia, blocks_[Block::M].dense() * at_.a, force_size(), 1);
    Values one_by_one = make_values(layout_);
    for (unsigned ask = 1; ask < everything; ask *= 2) dae_.evaluate(at_, ask, one_by_one);
    Derivatives d;
    const auto together = fields(d, values_), separate = fields(d, one_by_one);
    for (std::size_t i = 0; i < together.size(); ++i)
      if (*together[i].second != *separate[i].second) fail("evaluate depends on what is asked");
    for (int i = 0; i < layout_.n + layout_.m() + layout_.n_aux(); ++i)
      if (dae_.row_name(i).empty() || dae_.column_name(i).empty())
        fail(fmt::format("row or column {} has no name", i));
  }

  const Dae& dae_;
  const Layout& layout_;
  const State& at_;
  double tolerance_, step_;
  Blocks blocks_;
  std::string report_;
  Values values_;
};

}  // namespace

std::string check_blocks(const Dae& dae, const State& at, double tolerance, double step) {
  return Checker(dae, at, tolerance, step).run();
}

State nearby(const Dae& dae, const State& s, double size, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto shift = [&](const Vector& like) {
    Vector delta(like.size());
    for (double& d : delta) d = size * (1 + largest(like)) * uniform(random);
    return delta;
  };
  State moved = s;
  moved.t += size * std::abs(uniform(random));
  Vector delta(s.v.size());
  for (double& d : delta) d = size * uniform(random);
  dae.retract(s.q, delta, moved.q);
  moved.v += shift(s.v), moved.a += shift(s.a), moved.lambda += shift(s.lambda);
  moved.x += shift(s.x), moved.x_dot += shift(s.x_dot), moved.y += shift(s.y);
  return moved;
}

}  // namespace trammel::testing
