// Accelerations of a tree by articulated inertias. SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

#include "system/small_solve.h"
#include "system/tree_motion.h"

namespace trammel::system {
namespace {

using Node = TreeMotion::Node;

// m += s × column of each column.
Mat3 cross_columns(const Vec3& s, const Mat3& m) {
  Mat3 result;
  for (int j = 0; j < 3; ++j) result.col(j) = s.cross(m.col(j));
  return result;
}

// m · s~: row by row, (m s~) u = m (s × u).
Mat3 times_skew(const Mat3& m, const Vec3& s) {
  Mat3 result;
  result.col(0) = s.z() * m.col(1) - s.y() * m.col(2);
  result.col(1) = s.x() * m.col(2) - s.z() * m.col(0);
  result.col(2) = s.y() * m.col(0) - s.x() * m.col(1);
  return result;
}

// Columns of U and the factor of each axis; (TREE.5) for n axes.
template <int n>
bool eliminate_axes(const TreeJoint& joint, Node& node) {
  using Small = Eigen::Matrix<double, n, n>;
  Eigen::Matrix<double, 3, n> U_f, U_n;
  Small D;
  Eigen::Matrix<double, n, 1> u;
  double size = 0;
  for (int i = 0; i < n; ++i) {
    const Vec3 e = node.axes.col(i);
    const bool turns = is_rotation(joint.kind, i);
    if (turns)
      U_f.col(i).noalias() = node.B * e, U_n.col(i).noalias() = node.I * e;
    else
      U_f.col(i).noalias() = node.M * e, U_n.col(i).noalias() = node.B.transpose() * e;
    u[i] = turns ? -e.dot(node.n) : -e.dot(node.f);
  }
  for (int i = 0; i < n; ++i) {
    const Vec3 e = node.axes.col(i);
    const bool turns = is_rotation(joint.kind, i);
    for (int j = 0; j < n; ++j) D(i, j) = turns ? e.dot(U_n.col(j)) : e.dot(U_f.col(j));
    size = std::max(size, turns ? node.I.diagonal().maxCoeff() : node.M.diagonal().maxCoeff());
  }
  if constexpr (n == 1) {
    if (!(D(0, 0) > too_small * size)) return false;
  } else {
    const double scale = D.diagonal().prod();
    if (!(D.determinant() > too_small * scale) || !(scale > 0)) return false;
  }
  const Small inverse = D.inverse();
  const Eigen::Matrix<double, 3, n> K_f = U_f * inverse, K_n = U_n * inverse;
  node.M.noalias() -= K_f * U_f.transpose();
  node.B.noalias() -= K_f * U_n.transpose();
  node.I.noalias() -= K_n * U_n.transpose();
  node.f.noalias() += K_f * u;
  node.n.noalias() += K_n * u;
  node.U_f.template leftCols<n>() = K_f;
  node.U_n.template leftCols<n>() = K_n;
  node.u.template head<n>().noalias() = inverse * u;
  node.D.template topLeftCorner<n, n>() = inverse;
  return true;
}

// All three rotations, in axes of the body: nothing of a moment is passed on. U_n = I⁻¹Bᵀ, u = −I⁻¹n.
bool eliminate_rotations(Node& node) {
  const Mat3 IA = node.I * node.A, I = node.A.transpose() * IA;
  const Mat3 W = node.A.transpose() * node.B.transpose();
  Eigen::Matrix<double, 3, 4> X;
  X << W, -(node.A.transpose() * node.n);
  if (!solve(I, X)) return false;
  node.D = I;
  node.U_n = X.leftCols<3>();
  node.u = X.col(3);
  node.M.noalias() -= W.transpose() * node.U_n;
  node.f.noalias() += W.transpose() * node.u;
  return true;
}

}  // namespace

void TreeMotion::start_inertia(const TreeJoint& joint, Node& node) {  // (TREE.4)
  const Vec3 mc = joint.mass * node.c;
  node.M = joint.mass * Mat3::Identity();
  node.B << 0, mc.z(), -mc.y(), -mc.z(), 0, mc.x(), mc.y(), -mc.x(), 0;
  node.I = node.J;
  const double square = mc.dot(node.c);
  node.I.diagonal().array() += square;
  node.I.noalias() -= mc * node.c.transpose();
  node.f = node.omega.cross(node.omega.cross(mc)) - node.F;
  node.n = node.omega.cross(node.J * node.omega) - node.N + node.c.cross(node.f);
}

bool TreeMotion::eliminate(const TreeJoint& joint, Node& node) {  // (TREE.5)
  if (joint.kind == JointKind::free || joint.kind == JointKind::spherical) {
    if (joint.kind == JointKind::spherical) {
      node.f.noalias() += node.M * node.gamma_a;
      node.n.noalias() += node.B.transpose() * node.gamma_a;
    }
    return eliminate_rotations(node);
  }
  const Vec3 f = node.M * node.gamma_a + node.B * node.gamma_alpha;
  node.n.noalias() += node.B.transpose() * node.gamma_a + node.I * node.gamma_alpha;
  node.f += f;
  switch (joint.n) {
    case 1:
      return eliminate_axes<1>(joint, node);
    case 2:
      return eliminate_axes<2>(joint, node);
    case 3:
      return eliminate_axes<3>(joint, node);
    default:
      return true;
  }
}

void TreeMotion::pass_on(const TreeJoint& joint, const Node& node, Node& parent) {  // (TREE.6)
  const Mat3 K = times_skew(node.M, node.rho);
  parent.M += node.M;
  parent.f += node.f;
  parent.n += node.rho.cross(node.f);
  if (joint.kind == JointKind::spherical) {
    parent.B -= K;
    parent.I -= cross_columns(node.rho, K);
    return;
  }
  parent.B += node.B - K;
  const Mat3 L = cross_columns(node.rho, node.B);
  parent.I += node.I + L + L.transpose() - cross_columns(node.rho, K);
  parent.n += node.n;
}

void TreeMotion::accelerate_joint(const TreeJoint& joint, Node& node, const Node& parent,
                                  Vector& a) {
  const int d = joint.v;
  if (joint.kind == JointKind::free) {  // M and f are those that are left behind the rotations
    node.a = -(node.M.ldlt().solve(node.f));
    const Vec3 turning = node.u - node.U_n * node.a;
    a.segment<3>(d) = node.a;
    a.segment<3>(d + 3) = turning;
    node.alpha.noalias() = node.A * turning;
    return;
  }
  const Vec3 carried = parent.a + parent.alpha.cross(node.rho);
  node.a = carried + node.gamma_a;
  if (joint.kind == JointKind::spherical) {
    const Vec3 turning = node.u - node.U_n * carried;
    a.segment<3>(d) = turning;
    node.alpha.noalias() = node.A * turning;
    return;
  }
  node.alpha = parent.alpha + node.gamma_alpha;
  for (int i = 0; i < joint.n; ++i) {  // (TREE.7)
    const double z = node.u[i] - node.U_f.col(i).dot(carried) - node.U_n.col(i).dot(parent.alpha);
    a[d + i] = z;
    (is_rotation(joint.kind, i) ? node.alpha : node.a) += z * node.axes.col(i);
  }
}

bool TreeMotion::accelerate(Vector& a) {
  const std::size_t size = nodes_.size();
  turn_inertias();
  for (std::size_t k = 1; k < size; ++k) start_inertia(tree_.joints[k - 1], nodes_[k]);
  for (std::size_t k = size - 1; k > 0; --k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    if (!eliminate(joint, nodes_[k])) return false;
    if (joint.parent > 0) pass_on(joint, nodes_[k], nodes_[std::size_t(joint.parent)]);
  }
  for (std::size_t k = 1; k < size; ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    accelerate_joint(joint, nodes_[k], nodes_[std::size_t(joint.parent)], a);
  }
  return a.allFinite();
}

}  // namespace trammel::system
