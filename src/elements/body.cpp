// SPDX-License-Identifier: BSD-3-Clause
#include "elements/body.h"

#include <array>
#include <cmath>

#include "math/rotation.h"

namespace trammel::elements {

kinematics::MarkerMotion motion(const Body& body, const Vector& q, const Vector& v,
                                const Vector& a) {
  kinematics::MarkerMotion m;
  switch (body.kind) {
    case Body::Kind::rigid:
      m.r = q.segment<3>(body.q);
      m.A = rotation_matrix(normalized_quaternion(q.segment<4>(body.q + 3)));
      m.v = v.segment<3>(body.v);
      m.omega = m.A * v.segment<3>(body.v + 3);  // (BODY.1)
      m.a = a.segment<3>(body.v);
      m.omega_dot = m.A * a.segment<3>(body.v + 3);
      break;
    case Body::Kind::planar: {
      const double phi = q[body.q + 2], c = std::cos(phi), s = std::sin(phi);
      Mat3 turn;
      turn << c, -s, 0, s, c, 0, 0, 0, 1;
      m.r = {q[body.q], q[body.q + 1], body.height};
      m.A = turn * body.A0;
      m.v = {v[body.v], v[body.v + 1], 0};
      m.omega = {0, 0, v[body.v + 2]};  // (BODY.2)
      m.a = {a[body.v], a[body.v + 1], 0};
      m.omega_dot = {0, 0, a[body.v + 2]};
      break;
    }
    case Body::Kind::point:
      m.r = q.segment<3>(body.q);
      m.A = body.A0;
      m.v = v.segment<3>(body.v);
      m.a = a.segment<3>(body.v);
      break;
    case Body::Kind::path:
      m.r.x() = q[body.q];
      m.v.x() = v[body.v];  // (BODY.6)
      m.a.x() = a[body.v];
      break;
  }
  return m;
}

Vec6 to_tangent(const Body& body, const Mat3& A, const Vec6& N) {
  Vec6 g = Vec6::Zero();
  switch (body.kind) {
    case Body::Kind::rigid:
      g.head<3>() = N.head<3>();
      g.tail<3>() = A.transpose() * N.tail<3>();
      break;
    case Body::Kind::planar:
      g.head<3>() = Vec3(N[0], N[1], N[5]);
      break;
    case Body::Kind::point:
      g.head<3>() = N.head<3>();
      break;
    case Body::Kind::path:
      g[0] = N[0];
      break;
  }
  return g;
}

namespace {

// K B: columns of twists become columns of the tangent space.
void columns_to_tangent(const Body& body, const Mat3& A, Mat6& K) {
  switch (body.kind) {
    case Body::Kind::rigid:
      K.rightCols<3>() = (K.rightCols<3>() * A).eval();
      break;
    case Body::Kind::planar:
      K.col(2) = K.col(5);
      K.rightCols<3>().setZero();
      break;
    case Body::Kind::point:
      K.rightCols<3>().setZero();
      break;
    case Body::Kind::path:
      K.rightCols<5>().setZero();
      break;
  }
}

void rows_to_tangent(const Body& body, const Mat3& A, Mat6& K) {
  switch (body.kind) {
    case Body::Kind::rigid:
      K.bottomRows<3>() = (A.transpose() * K.bottomRows<3>()).eval();
      break;
    case Body::Kind::planar:
      K.row(2) = K.row(5);
      K.bottomRows<3>().setZero();
      break;
    case Body::Kind::point:
      K.bottomRows<3>().setZero();
      break;
    case Body::Kind::path:
      K.bottomRows<5>().setZero();
      break;
  }
}

}  // namespace

Mat6 to_tangent(const Body& row, const Mat3& A_row, const Body& column, const Mat3& A_column,
                const Mat6& K) {
  Mat6 result = K;
  columns_to_tangent(column, A_column, result);
  rows_to_tangent(row, A_row, result);
  return result;
}

void add_turning(const Body& body, const Vec6& g, Mat6& K) {
  if (body.kind == Body::Kind::rigid) K.bottomRightCorner<3, 3>() += skew(g.tail<3>());  // (BODY.4)
}

void add_inertia_force(const Body& body, const Vector& a, Vector& sum) {
  const int v = body.v;
  if (body.kind == Body::Kind::path) return;
  if (body.kind == Body::Kind::planar) {
    sum[v] += body.mass * a[v];
    sum[v + 1] += body.mass * a[v + 1];
    sum[v + 2] += body.inertia(2, 2) * a[v + 2];
    return;
  }
  sum.segment<3>(v) += body.mass * a.segment<3>(v);  // (BODY.5)
  if (body.kind == Body::Kind::rigid) sum.segment<3>(v + 3) += body.inertia * a.segment<3>(v + 3);
}

Mat6 mass_matrix(const Body& body) {
  Mat6 M = Mat6::Zero();
  M.diagonal().head<3>().setConstant(body.mass);
  if (body.kind == Body::Kind::planar) M(2, 2) = body.inertia(2, 2);
  if (body.kind == Body::Kind::rigid) M.bottomRightCorner<3, 3>() = body.inertia;
  return M;
}

void add_gyroscopic_force(const Body& body, const Vector& v, Vector& sum) {
  if (body.kind != Body::Kind::rigid) return;
  const Vec3 omega = v.segment<3>(body.v + 3);
  sum.segment<3>(body.v + 3) -= omega.cross(body.inertia * omega);  // (BODY.5)
}

Mat6 gyroscopic_damping(const Body& body, const Vector& v) {
  Mat6 C = Mat6::Zero();
  if (body.kind != Body::Kind::rigid) return C;
  const Vec3 omega = v.segment<3>(body.v + 3);
  C.bottomRightCorner<3, 3>() = skew(omega) * body.inertia - skew(body.inertia * omega);
  return C;
}

void add_weight(const Body& body, const Vec3& gravity, Vector& sum) {
  if (body.kind == Body::Kind::path) return;
  if (body.kind == Body::Kind::planar)
    sum.segment<2>(body.v) += body.mass * gravity.head<2>();
  else
    sum.segment<3>(body.v) += body.mass * gravity;
}

void add_wrench(const Body& body, const Mat3& A, const Vec6& N, Vector& sum) {
  if (body.kind == Body::Kind::rigid) {
    sum.segment<3>(body.v) += N.head<3>();
    sum.segment<3>(body.v + 3) += A.transpose() * N.tail<3>();
  } else {
    sum.segment(body.v, body.n()) += to_tangent(body, A, N).head(body.n());
  }
}

std::string_view coordinate_name(const Body& body, int entry) {
  constexpr std::array<std::string_view, 6> names = {
      "x", "y", "z", "rotation about x", "rotation about y", "rotation about z"};
  if (body.kind == Body::Kind::path) return "place on the curve";
  if (body.kind == Body::Kind::planar && entry == 2) return names[5];
  return names[static_cast<std::size_t>(entry)];
}

std::string_view balance_name(const Body& body, int entry) {
  constexpr std::array<std::string_view, 6> names = {"force along x",  "force along y",
                                                     "force along z",  "torque about x",
                                                     "torque about y", "torque about z"};
  if (body.kind == Body::Kind::path) return "force along the curve";
  if (body.kind == Body::Kind::planar && entry == 2) return names[5];
  return names[static_cast<std::size_t>(entry)];
}

}  // namespace trammel::elements
