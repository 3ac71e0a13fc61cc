// SPDX-License-Identifier: BSD-3-Clause
#include "support/tops.h"

#include <cmath>
#include <numbers>

#include "math/rotation.h"
#include "support/accelerations.h"

namespace trammel::testing {

namespace {

using Real3 = Eigen::Matrix<Real, 3, 1>;
using RealMat3 = Eigen::Matrix<Real, 3, 3>;
using RealQuaternion = Eigen::Quaternion<Real>;

Layout top_layout(int translations) {
  Layout layout;
  layout.n_q = translations + 4;
  layout.n = translations + 3;
  layout.m0 = translations;
  layout.rotations = {{translations, translations}};
  layout.kinds.assign(std::size_t(layout.n), Kind::angle);
  for (int i = 0; i < translations; ++i) layout.kinds[std::size_t(i)] = Kind::length;
  return layout;
}

// Rotation about a fixed point, y = (e, ω): J about that point, weight and its arm in body axes.
RealVector euler_equations(const RealMat3& J, const Real3& arm, Real weight, const RealVector& y) {
  const RealQuaternion e(y[0], y[1], y[2], y[3]);
  const Real3 omega = y.tail<3>();
  const Real3 down = e.normalized().toRotationMatrix().transpose() * Real3(0, 0, -weight);
  const RealQuaternion rate = e * RealQuaternion(0, omega[0], omega[1], omega[2]);
  RealVector y_dot(7);
  y_dot << rate.w() / 2, rate.vec() / 2, J.inverse() * (arm.cross(down) - omega.cross(J * omega));
  return y_dot;
}

RealVector top_start(const Vec4& attitude, const Vec3& omega) {
  RealVector y(7);
  y << attitude.cast<Real>().normalized(), omega.cast<Real>();
  return y;
}

// The trajectory of y = (e, ω) from the equations about the fixed point.
ReferenceTrajectory heavy_top_reference(const HeavyTopParameters& p) {
  const Real3 X = p.arm.cast<Real>();
  RealMat3 J = p.inertia.cast<Real>().asDiagonal();
  J += Real(p.mass) * (X.squaredNorm() * RealMat3::Identity() - X * X.transpose());
  const Real weight = Real(p.mass) * p.gravity;
  return {[=](Real, const RealVector& y) { return euler_equations(J, X, weight, y); },
          top_start(p.attitude, p.omega)};
}

ReferenceTrajectory free_top_reference(const FreeTopParameters& p) {
  const RealMat3 J = p.inertia.cast<Real>().asDiagonal();
  return {[=](Real, const RealVector& y) { return euler_equations(J, Real3::Zero(), 0, y); },
          top_start(identity_quaternion(), p.omega)};
}

// −∂(−ω × Jω)/∂ω
Mat3 gyroscopic_damping(const Mat3& J, const Vec3& omega) {
  return skew(omega) * J - skew(J * omega);
}

}  // namespace

FreeTop::FreeTop(const FreeTopParameters& p)
    : SmallDae(top_layout(0)), p_(p), reference_(free_top_reference(p)) {}

Outcome FreeTop::terms(const State& s, Terms& e) const {
  const Mat3 J = p_.inertia.asDiagonal();
  const Vec3 omega = s.v;
  e.M = J;
  e.Q = -omega.cross(J * omega);
  e.C = gyroscopic_damping(J, omega);
  return Outcome::ok;
}

State FreeTop::exact(double t) const {
  const RealVector y = reference_.at(t);
  State s = make_state(layout());
  s.t = t;
  s.q = y.head<4>().normalized().cast<double>();
  s.v = y.tail<3>().cast<double>();
  solve_accelerations(*this, s);
  return s;
}

HeavyTop::HeavyTop(const HeavyTopParameters& p)
    : SmallDae(top_layout(3)), p_(p), reference_(heavy_top_reference(p)) {}

Outcome HeavyTop::terms(const State& s, Terms& e) const {
  const Mat3 A = rotation_matrix(s.q.tail<4>()), J = p_.inertia.asDiagonal(), X = skew(p_.arm);
  const Vec3 omega = s.v.tail<3>(), omega_dot = s.a.tail<3>(), lambda = s.lambda;
  const Vec3 swing = omega.cross(p_.arm);

  e.M.diagonal().head<3>().setConstant(p_.mass);
  e.M.bottomRightCorner<3, 3>() = J;
  e.Q << 0, 0, -p_.mass * p_.gravity, -omega.cross(J * omega);
  e.C.bottomRightCorner<3, 3>() = gyroscopic_damping(J, omega);

  e.c0 = s.q.head<3>() - A * p_.arm;
  e.c1 = s.v.head<3>() - A * swing;
  e.c2 = s.a.head<3>() - A * (omega_dot.cross(p_.arm) + omega.cross(swing));
  e.G << Mat3::Identity(), A * X;
  e.Gq.rightCols<3>() = A * skew(swing);
  e.Kg.bottomRightCorner<3, 3>() = -X * skew(A.transpose() * lambda);
  return Outcome::ok;
}

State HeavyTop::exact(double t) const {
  const RealVector y = reference_.at(t);
  const RealQuaternion e = RealQuaternion(y[0], y[1], y[2], y[3]).normalized();
  const Real3 arm = p_.arm.cast<Real>(), omega = y.tail<3>();
  State s = make_state(layout());
  s.t = t;
  s.q << (e * arm).cast<double>(), double(e.w()), e.vec().cast<double>();
  s.v << (e * omega.cross(arm)).cast<double>(), omega.cast<double>();
  solve_accelerations(*this, s);
  return s;
}

double HeavyTop::energy(const State& s) const {
  const Vec3 omega = s.v.tail<3>();
  return p_.mass * (s.v.head<3>().squaredNorm() / 2 + p_.gravity * s.q[2]) +
         omega.dot(p_.inertia.cwiseProduct(omega)) / 2;
}

FreeTopParameters asymmetric_top() {
  return {.inertia = {1, 2, 3}, .omega = {1.5, 0.4, 0.8}};
}

FreeTopParameters dzhanibekov_top() {
  return {.inertia = {0.3, 0.5, 0.6}, .omega = {0.01, 6, 0.02}};
}

namespace {

// zxz angles (0, θ, 0) with rates φ̇ and ψ̇: ω = φ̇ (0, sin θ, cos θ) + ψ̇ e_z.
HeavyTopParameters symmetric_top(double theta, double phi_dot, double psi_dot) {
  return {.mass = 1,
          .inertia = {0.005, 0.005, 0.008},
          .arm = {0, 0, 0.1},
          .omega = {0, phi_dot * std::sin(theta), phi_dot * std::cos(theta) + psi_dot},
          .attitude = {std::cos(theta / 2), std::sin(theta / 2), 0, 0}};
}

}  // namespace

HeavyTopParameters nutating_top() {
  return symmetric_top(std::numbers::pi / 3, 0, 50);
}

// φ̇ solves (I1 cos θ) φ̇² − I3 ω3 φ̇ + m g l = 0 with the body spin ω3 = 100.
HeavyTopParameters precessing_top(bool fast) {
  const double theta = std::numbers::pi / 6, a = 0.015 * std::cos(theta), b = 0.8, c = 0.981;
  const double root = std::sqrt(b * b - 4 * a * c);
  const double phi_dot = fast ? (b + root) / (2 * a) : 2 * c / (b + root);
  return symmetric_top(theta, phi_dot, 100 - phi_dot * std::cos(theta));
}

}  // namespace trammel::testing
