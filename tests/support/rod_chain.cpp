// SPDX-License-Identifier: BSD-3-Clause
#include "support/rod_chain.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trammel::testing {

namespace {

using Vec2 = Eigen::Vector2d;

Vec2 along(double theta) {
  return {std::cos(theta), std::sin(theta)};
}
Vec2 across(double theta) {
  return {-std::sin(theta), std::cos(theta)};
}

constexpr int x_of(int rod) {
  return 3 * rod;
}
constexpr int theta_of(int rod) {
  return 3 * rod + 2;
}

Layout layout_of(int rods) {
  Layout layout;
  layout.n_q = layout.n = 3 * rods;
  layout.m0 = 2 * rods;
  for (int i = 0; i < rods; ++i)
    layout.kinds.insert(layout.kinds.end(), {Kind::length, Kind::length, Kind::angle});
  return layout;
}

Patterns patterns_of(const Layout& layout) {
  const int n = layout.n, m = layout.m(), rods = n / 3;
  std::vector<std::pair<int, int>> square, gamma, gamma_rate;
  for (int k = 0; k < n; ++k) square.emplace_back(k, k);
  for (int i = 0; i < rods; ++i) {
    if (i > 0) {
      square.emplace_back(theta_of(i), theta_of(i - 1));
      square.emplace_back(theta_of(i - 1), theta_of(i));
    }
    for (int body = std::max(i - 1, 0); body <= i; ++body)
      for (int row = 0; row < 2; ++row) {
        gamma.emplace_back(2 * i + row, x_of(body) + row);
        gamma.emplace_back(2 * i + row, theta_of(body));
        gamma_rate.emplace_back(2 * i + row, theta_of(body));
      }
  }
  Patterns p;
  p[Block::M] = Pattern::from_entries(n, n, square);
  p[Block::G] = Pattern::from_entries(m, n, gamma);
  p[Block::Gq] = Pattern::from_entries(m, n, gamma_rate);
  p[Block::Gv] = Pattern(m, n);
  p[Block::Ql] = Pattern(n, m);
  p[Block::Qx] = p[Block::Qy] = Pattern(n, 0);
  for (const Block b : {Block::Sq, Block::Sv, Block::Sa}) p[b] = Pattern(0, n);
  p[Block::Sl] = Pattern(0, m);
  return p;
}

// The minimal form, (θ, ω) of every rod: r_i = p + Σ_j w_ij u_j with w_ij = 2 L_j for j < i and
// w_ii = L_i; the sums over the masses are done once.
struct MinimalChain {
  RodChainParameters p;
  RealMatrix S;  // Σ_i m_i w_ij w_ik
  RealVector s;  // Σ_i m_i w_ij

  explicit MinimalChain(const RodChainParameters& parameters) : p(parameters) {
    const auto n = Eigen::Index(p.rods.size());
    S = RealMatrix::Zero(n, n);
    s = RealVector::Zero(n);
    RealVector w = RealVector::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Rod& rod = p.rods[std::size_t(i)];
      w[i] = rod.half_length;
      S += rod.mass * w * w.transpose();
      s += rod.mass * w;
      w[i] = 2 * Real(rod.half_length);
    }
  }

  RealVector start() const {
    const auto n = Eigen::Index(p.rods.size());
    RealVector y(2 * n);
    for (Eigen::Index i = 0; i < n; ++i) {
      y[i] = p.rods[std::size_t(i)].angle;
      y[n + i] = p.rods[std::size_t(i)].rate;
    }
    return y;
  }

  RealVector operator()(Real t, const RealVector& y) const {
    const Eigen::Index n = s.size();
    const Real W = p.frequency, pivot = -p.amplitude * W * W * std::sin(W * t);
    RealMatrix M(n, n);
    RealVector f(n), y_dot(2 * n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Rod& rod = p.rods[std::size_t(j)];
      f[j] = s[j] * (std::sin(y[j]) * pivot - std::cos(y[j]) * Real(p.gravity));
      for (Eigen::Index k = 0; k < n; ++k) {
        M(j, k) = S(j, k) * std::cos(y[j] - y[k]);
        f[j] -= S(j, k) * std::sin(y[j] - y[k]) * y[n + k] * y[n + k];
      }
      M(j, j) += rod.inertia;
      const Real angle = y[j] - (j ? y[j - 1] : 0), rate = y[n + j] - (j ? y[n + j - 1] : 0);
      const Real torque = rod.stiffness * (angle - rod.relaxed_angle) + rod.damping * rate;
      f[j] -= torque;
      if (j) f[j - 1] += torque;
    }
    y_dot << y.tail(n), solve(M, f);
    return y_dot;
  }
};

}  // namespace

RodChain::RodChain(RodChainParameters p)
    : parameters_(std::move(p)),
      layout_(layout_of(int(parameters_.rods.size()))),
      patterns_(patterns_of(layout_)),
      reference_(MinimalChain(parameters_), MinimalChain(parameters_).start()) {
  for (const Rod& rod : parameters_.rods) {
    stiffness_.push_back(rod.stiffness);
    damping_.push_back(rod.damping);
  }
}

Outcome RodChain::evaluate(const State& s, unsigned ask, Values& out) const {
  if (ask & Ask::forces) {
    evaluate_forces(s, out);
    reaction(s, s.lambda, out.reaction);
  }
  if (ask & (Ask::position | Ask::velocity | Ask::acceleration)) evaluate_constraints(s, ask, out);
  return Outcome::ok;
}

void RodChain::evaluate_forces(const State& s, Values& out) const {
  out.action.setZero();
  for (int i = 0; i < int(parameters_.rods.size()); ++i) {
    const Rod& rod = parameters_.rods[std::size_t(i)];
    out.inertia.segment<2>(x_of(i)) = rod.mass * s.a.segment<2>(x_of(i));
    out.inertia[theta_of(i)] = rod.inertia * s.a[theta_of(i)];
    out.action[x_of(i) + 1] = -rod.mass * parameters_.gravity;

    const double angle = s.q[theta_of(i)] - (i ? s.q[theta_of(i - 1)] : 0);
    const double rate = s.v[theta_of(i)] - (i ? s.v[theta_of(i - 1)] : 0);
    const double torque = rod.stiffness * (angle - rod.relaxed_angle) + rod.damping * rate;
    out.action[theta_of(i)] -= torque;
    if (i) out.action[theta_of(i - 1)] += torque;
  }
}

void RodChain::evaluate_constraints(const State& s, unsigned ask, Values& out) const {
  const double A = parameters_.amplitude, W = parameters_.frequency;
  Vec2 end(A * std::sin(W * s.t), 0);  // far end of the previous rod and its time derivatives
  Vec2 end_dot(A * W * std::cos(W * s.t), 0);
  Vec2 end_ddot(-A * W * W * std::sin(W * s.t), 0);
  for (int i = 0; i < int(parameters_.rods.size()); ++i) {
    const double L = parameters_.rods[std::size_t(i)].half_length;
    const double theta = s.q[theta_of(i)], omega = s.v[theta_of(i)], alpha = s.a[theta_of(i)];
    const Vec2 arm = L * along(theta), arm_dot = L * omega * across(theta);
    const Vec2 arm_ddot = L * (alpha * across(theta) - omega * omega * along(theta));
    const Vec2 r = s.q.segment<2>(x_of(i)), r_dot = s.v.segment<2>(x_of(i));
    const Vec2 r_ddot = s.a.segment<2>(x_of(i));

    if (ask & Ask::position) out.c0.segment<2>(2 * i) = r - arm - end;
    if (ask & Ask::velocity) out.c1.segment<2>(2 * i) = r_dot - arm_dot - end_dot;
    if (ask & Ask::acceleration) out.c2.segment<2>(2 * i) = r_ddot - arm_ddot - end_ddot;
    end = r + arm, end_dot = r_dot + arm_dot, end_ddot = r_ddot + arm_ddot;
  }
}

void RodChain::reaction(const State& at, const Vector& lambda, Vector& out) const {
  const int n = int(parameters_.rods.size());
  for (int i = 0; i < n; ++i) {
    const Vec2 near = lambda.segment<2>(2 * i);
    const Vec2 far = i + 1 < n ? Vec2(lambda.segment<2>(2 * i + 2)) : Vec2::Zero();
    const double L = parameters_.rods[std::size_t(i)].half_length;
    out.segment<2>(x_of(i)) = near - far;
    out[theta_of(i)] = -L * across(at.q[theta_of(i)]).dot(near + far);
  }
}

Outcome RodChain::linearise(const State& s, BlockMask wanted, Blocks& out) const {
  const auto fresh = [&](Block b) {
    if (wanted & mask(b)) out[b].set_zero();
    return (wanted & mask(b)) != 0;
  };
  if (fresh(Block::M)) fill_mass(out[Block::M]);
  fresh(Block::A);
  if (fresh(Block::C)) fill_hinges(damping_, out[Block::C]);
  if (fresh(Block::K)) fill_hinges(stiffness_, out[Block::K]);
  if (fresh(Block::Kg)) fill_geometric_stiffness(s, out[Block::Kg]);
  if (fresh(Block::G)) fill_gamma(s, out[Block::G]);
  if (fresh(Block::Gq)) fill_gamma_rate(s, out[Block::Gq]);
  return Outcome::ok;
}

void RodChain::fill_mass(SparseMatrix& M) const {
  for (int i = 0; i < int(parameters_.rods.size()); ++i) {
    const Rod& rod = parameters_.rods[std::size_t(i)];
    M.add(x_of(i), x_of(i), rod.mass);
    M.add(x_of(i) + 1, x_of(i) + 1, rod.mass);
    M.add(theta_of(i), theta_of(i), rod.inertia);
  }
}

void RodChain::fill_hinges(const std::vector<double>& coefficients, SparseMatrix& out) const {
  for (int i = 0; i < int(coefficients.size()); ++i) {
    const double k = coefficients[std::size_t(i)];
    out.add(theta_of(i), theta_of(i), k);
    if (i == 0) continue;
    out.add(theta_of(i - 1), theta_of(i - 1), k);
    out.add(theta_of(i), theta_of(i - 1), -k);
    out.add(theta_of(i - 1), theta_of(i), -k);
  }
}

void RodChain::fill_geometric_stiffness(const State& s, SparseMatrix& Kg) const {
  const int n = int(parameters_.rods.size());
  for (int i = 0; i < n; ++i) {
    Vec2 load = s.lambda.segment<2>(2 * i);
    if (i + 1 < n) load += s.lambda.segment<2>(2 * i + 2);
    const double L = parameters_.rods[std::size_t(i)].half_length;
    Kg.add(theta_of(i), theta_of(i), L * along(s.q[theta_of(i)]).dot(load));
  }
}

void RodChain::fill_gamma(const State& s, SparseMatrix& G) const {
  for (int i = 0; i < int(parameters_.rods.size()); ++i)
    for (int body = std::max(i - 1, 0); body <= i; ++body) {
      const Vec2 arm =
          parameters_.rods[std::size_t(body)].half_length * across(s.q[theta_of(body)]);
      for (int row = 0; row < 2; ++row) {
        G.add(2 * i + row, x_of(body) + row, body == i ? 1 : -1);
        G.add(2 * i + row, theta_of(body), -arm[row]);
      }
    }
}

void RodChain::fill_gamma_rate(const State& s, SparseMatrix& Gq) const {
  for (int i = 0; i < int(parameters_.rods.size()); ++i)
    for (int body = std::max(i - 1, 0); body <= i; ++body) {
      const double L = parameters_.rods[std::size_t(body)].half_length;
      const Vec2 u = along(s.q[theta_of(body)]) * s.v[theta_of(body)];
      for (int row = 0; row < 2; ++row) Gq.add(2 * i + row, theta_of(body), L * u[row]);
    }
}

State RodChain::exact(double t) const {
  using Real2 = Eigen::Matrix<Real, 2, 1>;
  const RealVector y = reference_.at(t), y_dot = MinimalChain(parameters_)(t, y);
  State s = make_state(layout_);
  s.t = t;
  const Real A = parameters_.amplitude, W = parameters_.frequency;
  Real2 end(A * std::sin(W * Real(t)), 0), end_dot(A * W * std::cos(W * Real(t)), 0);
  Real2 end_ddot(-A * W * W * std::sin(W * Real(t)), 0);
  const int n = int(parameters_.rods.size());
  for (int i = 0; i < n; ++i) {
    const Real L = parameters_.rods[std::size_t(i)].half_length, w = y[n + i], w_dot = y_dot[n + i];
    const Real2 arm(L * std::cos(y[i]), L * std::sin(y[i])), normal(-arm[1], arm[0]);
    const Real2 arm_dot = w * normal, arm_ddot = w_dot * normal - w * w * arm;
    s.q.segment<3>(x_of(i)) << (end + arm).cast<double>(), double(y[i]);
    s.v.segment<3>(x_of(i)) << (end_dot + arm_dot).cast<double>(), double(w);
    s.a.segment<3>(x_of(i)) << (end_ddot + arm_ddot).cast<double>(), double(w_dot);
    end += 2 * arm, end_dot += 2 * arm_dot, end_ddot += 2 * arm_ddot;
  }
  Vec2 load = Vec2::Zero();  // of the hinge at the far end
  for (int i = n - 1; i >= 0; --i) {
    const double mass = parameters_.rods[std::size_t(i)].mass;
    load -= mass * (s.a.segment<2>(x_of(i)) + Vec2(0, parameters_.gravity));
    s.lambda.segment<2>(2 * i) = load;
  }
  return s;
}

double RodChain::energy(const State& s) const {
  double sum = 0;
  for (int i = 0; i < int(parameters_.rods.size()); ++i) {
    const Rod& rod = parameters_.rods[std::size_t(i)];
    const double angle = s.q[theta_of(i)] - (i ? s.q[theta_of(i - 1)] : 0) - rod.relaxed_angle;
    const double omega = s.v[theta_of(i)];
    sum += rod.mass * (s.v.segment<2>(x_of(i)).squaredNorm() / 2 +
                       parameters_.gravity * s.q[x_of(i) + 1]) +
           rod.inertia * omega * omega / 2 + rod.stiffness * angle * angle / 2;
  }
  return sum;
}

std::string RodChain::row_name(int row) const {
  return default_row_name(layout_, row);
}

std::string RodChain::column_name(int column) const {
  return default_column_name(layout_, column);
}

}  // namespace trammel::testing
