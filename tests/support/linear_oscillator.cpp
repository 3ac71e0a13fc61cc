// SPDX-License-Identifier: BSD-3-Clause
#include "support/linear_oscillator.h"

#include <cmath>

namespace trammel::testing {

namespace {

Ode first_order(const LinearOscillatorParameters& p) {
  const RealMatrix M = p.M.cast<Real>(), C = p.C.cast<Real>(), K = p.K.cast<Real>();
  return [=](Real, const RealVector& y) {
    const Eigen::Index n = M.rows();
    RealVector y_dot(2 * n);
    y_dot << y.tail(n), solve(M, -C.lazyProduct(y.tail(n)) - K.lazyProduct(y.head(n)));
    return y_dot;
  };
}

RealVector stacked(const LinearOscillatorParameters& p) {
  RealVector y(2 * p.q.size());
  y << p.q.cast<Real>(), p.v.cast<Real>();
  return y;
}

}  // namespace

LinearOscillator::LinearOscillator(const LinearOscillatorParameters& p)
    : p_(p),
      layout_(vector_layout(std::vector<Kind>(std::size_t(p.q.size()), Kind::length))),
      patterns_(full_patterns(layout_)),
      reference_(first_order(p), stacked(p)) {}

Outcome LinearOscillator::evaluate(const State& s, unsigned ask, Values& out) const {
  if (!(ask & Ask::forces)) return Outcome::ok;
  out.inertia.noalias() = p_.M * s.a;
  out.action.noalias() = -p_.C * s.v;
  out.action.noalias() -= p_.K * s.q;
  out.reaction.setZero();
  return Outcome::ok;
}

Outcome LinearOscillator::linearise(const State&, BlockMask wanted, Blocks& out) const {
  if (wanted & mask(Block::M)) copy_entries(p_.M.data(), out[Block::M]);
  if (wanted & mask(Block::C)) copy_entries(p_.C.data(), out[Block::C]);
  if (wanted & mask(Block::K)) copy_entries(p_.K.data(), out[Block::K]);
  for (const Block zero : {Block::A, Block::Kg})
    if (wanted & mask(zero)) out[zero].set_zero();
  return Outcome::ok;
}

State LinearOscillator::exact(double t) const {
  const RealVector y = reference_.at(t), y_dot = first_order(p_)(t, y);
  State s = make_state(layout_);
  s.t = t;
  s.q = y.head(layout_.n).cast<double>();
  s.v = y.tail(layout_.n).cast<double>();
  s.a = y_dot.tail(layout_.n).cast<double>();
  return s;
}

double LinearOscillator::energy(const State& s) const {
  return s.v.dot(p_.M * s.v) / 2 + s.q.dot(p_.K * s.q) / 2;
}

LinearOscillatorParameters mass_spring(double frequency, double damping_ratio, double q) {
  return {.M = Matrix::Ones(1, 1),
          .C = Matrix::Constant(1, 1, 2 * damping_ratio * frequency),
          .K = Matrix::Constant(1, 1, frequency * frequency),
          .q = Vector::Constant(1, q),
          .v = Vector::Zero(1)};
}

LinearOscillatorParameters damped_pair() {
  LinearOscillatorParameters p{.M = Matrix::Zero(2, 2),
                               .C = Matrix::Zero(2, 2),
                               .K = Matrix::Zero(2, 2),
                               .q = Vector(2),
                               .v = Vector(2)};
  p.M << 2, 0.3, 0.3, 1;
  p.C << 0.5, -0.1, -0.1, 0.1;
  p.K << 30, -10, -10, 10;
  p.q << 1, 0.2;
  p.v << 0, -1;
  return p;
}

LinearOscillatorParameters slow_and_stiff(double frequency, double amplitude) {
  const double c = std::cos(0.4), s = std::sin(0.4);
  Matrix modes(2, 2);
  modes << c, -s, s, c;
  const Eigen::Vector2d squares(1, frequency * frequency);
  return {.M = Matrix::Identity(2, 2),
          .C = Matrix::Zero(2, 2),
          .K = modes * squares.asDiagonal() * modes.transpose(),
          .q = modes * Eigen::Vector2d(1, amplitude),
          .v = Vector::Zero(2)};
}

LinearOscillatorParameters three_masses(const Vec3& stiffness) {
  return {.M = Matrix::Identity(3, 3),
          .C = Matrix::Zero(3, 3),
          .K = stiffness.asDiagonal(),
          .q = Vector::Constant(3, 0.01),
          .v = Vector::Zero(3)};
}

}  // namespace trammel::testing
