// SPDX-License-Identifier: BSD-3-Clause
#include "support/accelerations.h"
#include "support/dense.h"

#include <algorithm>

namespace trammel::testing {

namespace {

constexpr unsigned index_1 = Ask::forces | Ask::acceleration | Ask::auxiliary;

Vector residual(const Values& at) {
  Vector r(at.action.size() + at.c2.size() + at.aux.size());
  r << at.inertia + at.reaction - at.action, at.c2, at.aux;
  return r;
}

Matrix jacobian(const Layout& layout, const Blocks& b) {
  const int n = layout.n, m = layout.m(), n_x = layout.n_x, n_y = layout.n_y, n_aux = n_x + n_y;
  Matrix J = Matrix::Zero(n + m + n_aux, n + m + n_aux);
  J.topLeftCorner(n, n) = b[Block::M].dense() + b[Block::A].dense();
  J.block(0, n, n, m) = b[Block::G].dense().transpose() + b[Block::Ql].dense();
  J.block(0, n + m + n_x, n, n_y) = b[Block::Qy].dense();
  J.block(n, 0, m, n) = b[Block::G].dense();
  J.block(n + m, 0, n_aux, n) = b[Block::Sa].dense();
  J.block(n + m, n, n_aux, m) = b[Block::Sl].dense();
  J.block(n + m, n + m, n_aux, n_x) = b[Block::Sxd].dense();
  J.block(n + m, n + m + n_x, n_aux, n_y) = b[Block::Sy].dense();
  return J;
}

}  // namespace

bool solve_accelerations(const Dae& dae, State& s) {
  const Layout& layout = dae.layout();
  Values values = make_values(layout);
  Blocks blocks = make_blocks(dae);
  double previous = 1e300;
  for (int iteration = 0; iteration < 50; ++iteration) {
    if (dae.evaluate(s, index_1, values) != Outcome::ok) return false;
    if (dae.linearise(s, all_blocks, blocks) != Outcome::ok) return false;
    const Vector step = least_squares(jacobian(layout, blocks), residual(values));
    s.a -= step.head(layout.n);
    s.lambda -= step.segment(layout.n, layout.m());
    s.x_dot -= step.segment(layout.n + layout.m(), layout.n_x);
    s.y -= step.tail(layout.n_y);

    const double size = step.norm();
    const double scale = 1 + s.a.norm() + s.lambda.norm() + s.x_dot.norm() + s.y.norm();
    if (size <= 1e-15 * scale) return true;
    if (size <= 1e-11 * scale && size >= previous / 2) return true;  // round-off reached
    previous = size;
  }
  return false;
}

double largest_residual(const Dae& dae, const State& s) {
  Values v = make_values(dae.layout());
  const unsigned everything = index_1 | Ask::position | Ask::velocity;
  if (dae.evaluate(s, everything, v) != Outcome::ok) return 1e300;
  const auto largest = [](const Vector& x) { return x.size() ? x.lpNorm<Eigen::Infinity>() : 0.0; };
  const double force = 1 + largest(v.inertia) + largest(v.reaction) + largest(v.action);
  return std::max({largest(v.inertia + v.reaction - v.action) / force,
                   largest(v.c0) / (1 + largest(s.q)), largest(v.c1) / (1 + largest(s.v)),
                   largest(v.c2) / (1 + largest(s.a)),
                   largest(v.aux) / (1 + largest(s.x) + largest(s.x_dot) + largest(s.y))});
}

}  // namespace trammel::testing
