// SPDX-License-Identifier: BSD-3-Clause
#include "support/flexible_slider_crank.h"

#include <cmath>

#include "support/accelerations.h"

namespace trammel::testing {

namespace {

template <class T>
using Modes = Eigen::Matrix<T, 4, 1>;
template <class T>
using ModeMatrix = Eigen::Matrix<T, 4, 4>;
template <class T>
using Full = Eigen::Matrix<T, 7, 1>;
template <class T>
using FullMatrix = Eigen::Matrix<T, 7, 7>;

// The decimal constants of the benchmark, π as printed there.
template <class T>
struct Constants {
  T m2 = T(0.151104L), m3 = T(0.075552L), l1 = T(0.15L), l2 = T(0.30L);
  T J1 = T(0.002727L), J2 = T(0.0045339259L), E = T(0.2e12L), b = T(0.008L), h = T(0.008L);
  T rho = 7870, pi = T(3.1415927L), speed = 150;
  ModeMatrix<T> MQ, KQ, BQ, DQ;
  Modes<T> c1, c2, c12, c21;

  explicit Constants(bool damped) {
    const T volume = b * h * l2, mu = rho * volume, k0 = E * b * h / l2;
    const T slender = std::pow(pi, 4) * h * h / (l2 * l2);
    MQ << T(0.5L), 0, 0, 0, 0, T(0.5L), 0, 0, 0, 0, 8, 1, 0, 0, 1, 2;
    MQ *= mu;
    KQ << slender / 24, 0, 0, 0, 0, slender * 2 / 3, 0, 0, 0, 0, T(16) / 3, T(-8) / 3, 0, 0,
        T(-8) / 3, T(7) / 3;
    KQ *= k0;
    const T pi3 = pi * pi * pi;
    BQ.setZero();
    BQ(0, 2) = -16 * volume / pi3;
    BQ(0, 3) = volume * (8 / pi3 - 1 / pi);
    BQ(1, 3) = volume / (2 * pi);
    BQ = (BQ - BQ.transpose()).eval();
    c1 << 0, 0, volume * 2 / 3, volume / 6;
    c2 << volume * 2 / pi, 0, 0, 0;
    c12 << 0, 0, l2 * volume / 3, l2 * volume / 6;
    c21 << l2 * volume / pi, -l2 * volume / (2 * pi), 0, 0;
    DQ.setZero();
    if (!damped) return;
    DQ(0, 0) = 5, DQ(1, 1) = 25;
    DQ(2, 2) = T(115.41877276323955L), DQ(3, 3) = T(210.8710918578409L);
    DQ(2, 3) = DQ(3, 2) = T(-131.344243996026L);
  }
};

// The quantities of the header at one state.
template <class T>
struct Crank {
  Constants<T> p;
  T v1, v2, D, M12;
  Modes<T> q, q_dot, e, w, curl;  // curl = MQ q + ρ c12

  Crank(bool damped, const Full<T>& position, const Full<T>& velocity) : p(damped) {
    const T s = std::sin(position[0] - position[1]), c = std::cos(position[0] - position[1]);
    v1 = velocity[0], v2 = velocity[1];
    q = position.template tail<4>(), q_dot = velocity.template tail<4>();
    e = c * p.c1 + s * p.c2;
    w = -s * p.c1 + c * p.c2;
    D = -p.l1 * p.l2 * p.m2 * s / 2 + p.rho * p.l1 * w.dot(q);
    M12 = p.l1 * p.l2 * p.m2 * c / 2 + p.rho * p.l1 * e.dot(q);
    curl = p.MQ * q + p.rho * p.c12;
  }

  FullMatrix<T> mass() const {
    FullMatrix<T> M = FullMatrix<T>::Zero();
    M(0, 0) = p.J1 + p.m2 * p.l1 * p.l1;
    M(0, 1) = M(1, 0) = M12;
    M(1, 1) = p.J2 + q.dot(p.MQ * q) + 2 * p.rho * p.c12.dot(q);
    M(2, 2) = p.m3;
    M.template block<1, 4>(0, 3) = p.rho * p.l1 * w.transpose();
    M.template block<1, 4>(1, 3) = p.rho * (p.c21 - p.BQ * q).transpose();
    M.template block<4, 2>(3, 0) = M.template block<2, 4>(0, 3).transpose();
    M.template bottomRightCorner<4, 4>() = p.MQ;
    return M;
  }

  Full<T> forces() const {
    Full<T> Q;
    Q[0] = v2 * v2 * D - 2 * p.rho * p.l1 * v2 * e.dot(q_dot);
    Q[1] = -v1 * v1 * D - 2 * v2 * curl.dot(q_dot);
    Q[2] = 0;
    Q.template tail<4>() = v2 * v2 * curl + p.rho * p.l1 * v1 * v1 * e +
                           2 * p.rho * v2 * p.BQ * q_dot - p.KQ * q - p.DQ * q_dot;
    return Q;
  }
};

using Crank2 = Crank<double>;

void fill_damping(const Crank2& k, FullMatrix<double>& C) {  // −∂Q/∂v
  const double rho_l1 = k.p.rho * k.p.l1;
  C(0, 1) = -2 * k.v2 * k.D + 2 * rho_l1 * k.e.dot(k.q_dot);
  C.block<1, 4>(0, 3) = 2 * rho_l1 * k.v2 * k.e.transpose();
  C(1, 0) = 2 * k.v1 * k.D;
  C(1, 1) = 2 * k.curl.dot(k.q_dot);
  C.block<1, 4>(1, 3) = 2 * k.v2 * k.curl.transpose();
  C.block<4, 1>(3, 0) = -2 * rho_l1 * k.v1 * k.e;
  C.block<4, 1>(3, 1) = -2 * k.v2 * k.curl - 2 * k.p.rho * k.p.BQ * k.q_dot;
  C.bottomRightCorner<4, 4>() = k.p.DQ - 2 * k.p.rho * k.v2 * k.p.BQ;
}

void fill_stiffness(const Crank2& k, const Full<double>& a, FullMatrix<double>& K) {
  const double rho_l1 = k.p.rho * k.p.l1, v1 = k.v1, v2 = k.v2;
  const Modes<double> a_q = a.tail<4>();
  // ∂(M a)/∂q − ∂Q/∂q; φ1 and φ2 enter only through their difference.
  K(0, 0) =
      k.D * a[1] - rho_l1 * k.e.dot(a_q) + v2 * v2 * k.M12 + 2 * rho_l1 * v2 * k.w.dot(k.q_dot);
  K(1, 0) = k.D * a[0] - v1 * v1 * k.M12;
  K.block<4, 1>(3, 0) = -rho_l1 * (a[0] * k.e + v1 * v1 * k.w);
  K.col(1) = -K.col(0);
  K.block<1, 4>(0, 3) = rho_l1 * (a[1] * k.e - v2 * v2 * k.w).transpose();
  K.block<1, 4>(1, 3) = (rho_l1 * (a[0] * k.e + v1 * v1 * k.w) + 2 * a[1] * k.curl +
                         k.p.rho * k.p.BQ * a_q + 2 * v2 * k.p.MQ * k.q_dot)
                            .transpose();
  K.bottomRightCorner<4, 4>() = k.p.KQ - v2 * v2 * k.p.MQ - k.p.rho * a[1] * k.p.BQ;
}

// All coordinates and velocities from the modes and the prescribed crank angle.
void place(const Constants<Real>& p, Real t, const RealVector& y, Full<Real>& q, Full<Real>& v) {
  const Real L = p.l2 + y[3], phi1 = p.speed * t, phi2 = std::asin(-p.l1 * std::sin(phi1) / L);
  q << phi1, phi2, p.l1 * std::cos(phi1) + L * std::cos(phi2), y.head<4>();
  const Real s1 = std::sin(phi1), c1 = std::cos(phi1), s2 = std::sin(phi2), c2 = std::cos(phi2);
  const Real phi2_dot = -(p.l1 * c1 * p.speed + s2 * y[7]) / (L * c2);
  v << p.speed, phi2_dot, -p.l1 * s1 * p.speed - L * s2 * phi2_dot + c2 * y[7], y.tail<4>();
}

// Motion of the four modes: velocities S q̇ + …, accelerations S q̈ + β, Sᵀ(M a − Q) = 0.
RealVector mode_equations(bool damped, Real t, const RealVector& y) {
  Full<Real> q, v;
  place(Constants<Real>(damped), t, y, q, v);
  const Crank<Real> crank(damped, q, v);
  const Real L = crank.p.l2 + q[6], l1 = crank.p.l1;
  const Real s1 = std::sin(q[0]), c1 = std::cos(q[0]), s2 = std::sin(q[1]), c2 = std::cos(q[1]);

  Eigen::Matrix<Real, 7, 4> S = Eigen::Matrix<Real, 7, 4>::Zero();
  S.bottomRows<4>().setIdentity();
  S(1, 3) = -s2 / (L * c2);
  S(2, 3) = -L * s2 * S(1, 3) + c2;
  Full<Real> beta = Full<Real>::Zero();
  beta[1] = (l1 * s1 * v[0] * v[0] + L * s2 * v[1] * v[1] - 2 * c2 * v[1] * v[6]) / (L * c2);
  beta[2] = -l1 * c1 * v[0] * v[0] - L * c2 * v[1] * v[1] - 2 * s2 * v[1] * v[6] - L * s2 * beta[1];

  const FullMatrix<Real> M = crank.mass();
  const ModeMatrix<Real> reduced = S.transpose() * M * S;
  RealVector y_dot(8);
  y_dot << y.tail<4>(), solve(reduced, S.transpose() * (crank.forces() - M * beta));
  return y_dot;
}

Layout crank_layout() {
  Layout layout = vector_layout(
      {Kind::angle, Kind::angle, Kind::length, Kind::modal, Kind::modal, Kind::modal, Kind::modal},
      {.level_0 = 3});
  layout.mass_is_constant = false;
  return layout;
}

}  // namespace

FlexibleSliderCrank::FlexibleSliderCrank(bool damped)
    : SmallDae(crank_layout()),
      damped_(damped),
      reference_([damped](Real t, const RealVector& y) { return mode_equations(damped, t, y); },
                 real_vector({0, 0, 1.03339863e-5L, 1.69327969e-5L, 0.444896105L, 0.463434311e-2L,
                              -1.78591076e-6L, -2.68938672e-6L})) {}

Outcome FlexibleSliderCrank::terms(const State& s, Terms& e) const {
  const Full<double> q = s.q, v = s.v, a = s.a;
  const Crank2 crank(damped_, q, v);
  e.M = crank.mass();
  e.Q = crank.forces();
  fill_damping(crank, e.C);
  fill_stiffness(crank, a, e.K);

  const double L = crank.p.l2 + q[6], l1 = crank.p.l1, speed = crank.p.speed;
  const double s1 = std::sin(q[0]), c1 = std::cos(q[0]), s2 = std::sin(q[1]), c2 = std::cos(q[1]);
  e.c0 << l1 * s1 + L * s2, q[2] - l1 * c1 - L * c2, q[0] - speed * s.t;
  e.G.col(0) << l1 * c1, l1 * s1, 1;
  e.G.col(1).head<2>() << L * c2, L * s2;
  e.G(1, 2) = 1;
  e.G.col(6).head<2>() << s2, -c2;
  e.Gq.col(0).head<2>() << -l1 * s1 * v[0], l1 * c1 * v[0];
  e.Gq.col(1).head<2>() << -L * s2 * v[1] + c2 * v[6], L * c2 * v[1] + s2 * v[6];
  e.Gq.col(6).head<2>() << c2 * v[1], s2 * v[1];
  e.c1 = e.G * v;
  e.c1[2] -= speed;
  e.c2 = e.G * a + e.Gq * v;
  const double f = s.lambda[0], g = s.lambda[1];
  e.Kg(0, 0) = l1 * (g * c1 - f * s1);
  e.Kg(1, 1) = L * (g * c2 - f * s2);
  e.Kg(1, 6) = e.Kg(6, 1) = f * c2 + g * s2;
  return Outcome::ok;
}

State FlexibleSliderCrank::exact(double t) const {
  Full<Real> q, v;
  place(Constants<Real>(damped_), t, reference_.at(t), q, v);
  State s = make_state(layout());
  s.t = t;
  s.q = q.cast<double>();
  s.v = v.cast<double>();
  solve_accelerations(*this, s);
  return s;
}

}  // namespace trammel::testing
