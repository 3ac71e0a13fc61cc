// Poses, velocities and accelerations of a tree, and its reactions. SPDX-License-Identifier: BSD-3-Clause
#include "system/tree_motion.h"

#include <cmath>

#include "math/rotation.h"

namespace trammel::system {
namespace {

// Turns the frame by φ about its own z.
void turn_about_z(Mat3& A, double phi) {
  const double c = std::cos(phi), s = std::sin(phi);
  const Vec3 x = c * A.col(0) + s * A.col(1);
  A.col(1) = c * A.col(1) - s * A.col(0);
  A.col(0) = x;
}

}  // namespace

TreeMotion::TreeMotion(const Tree& tree) : tree_(tree), nodes_(tree.joints.size() + 1) {}

void TreeMotion::pose(const Vector& q) {
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    Node& node = nodes_[k];
    pose_joint(joint, q, nodes_[std::size_t(joint.parent)], node);
    node.c.noalias() = node.A * joint.centre;
  }
  has_inertias_ = false;
}

void TreeMotion::move(const Vector& v) {
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    move_joint(joint, v, nodes_[std::size_t(joint.parent)], nodes_[k]);
  }
}

void TreeMotion::turn_inertias() {
  if (has_inertias_) return;
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    Node& node = nodes_[k];
    const Mat3 AJ = node.A * tree_.joints[k - 1].inertia;
    node.J.noalias() = AJ * node.A.transpose();
  }
  has_inertias_ = true;
}

void TreeMotion::pose_joint(const TreeJoint& joint, const Vector& q, const Node& parent,
                            Node& node) {  // (TREE.1)
  const int k = joint.q;
  if (joint.kind == JointKind::free) {
    node.O = node.rho = q.segment<3>(k);
    node.A = rotation_matrix(q.segment<4>(k + 3));
    return;
  }
  node.rho.noalias() = parent.A * joint.arm;
  if (joint.kind == JointKind::spherical) {
    node.A = rotation_matrix(q.segment<4>(k));
    node.O = parent.O + node.rho;
    return;
  }
  if (joint.is_turned)
    node.A.noalias() = parent.A * joint.turn;
  else
    node.A = parent.A;
  switch (joint.kind) {
    case JointKind::revolute:
      node.axes.col(0) = node.A.col(2);
      turn_about_z(node.A, q[k]);
      break;
    case JointKind::translational:
      node.axes.col(0) = node.A.col(2);
      node.rho += q[k] * node.axes.col(0);
      break;
    case JointKind::cylindrical:
      node.axes.col(0) = node.axes.col(1) = node.A.col(2);
      node.rho += q[k] * node.axes.col(0);
      turn_about_z(node.A, q[k + 1]);
      break;
    case JointKind::universal: {
      node.axes.col(0) = node.A.col(2);
      turn_about_z(node.A, q[k]);
      const Vec3 y = node.A.col(1);  // a quarter turn about x: z becomes y, y becomes −z …
      node.A.col(1) = node.A.col(2);
      node.A.col(2) = -y;
      node.axes.col(1) = node.A.col(2);
      turn_about_z(node.A, q[k + 1]);
      break;
    }
    case JointKind::planar:
      node.axes = node.A;
      node.rho += q[k] * node.axes.col(0) + q[k + 1] * node.axes.col(1);
      turn_about_z(node.A, q[k + 2]);
      break;
    default:
      break;
  }
  node.O = parent.O + node.rho;
}

void TreeMotion::move_joint(const TreeJoint& joint, const Vector& v, const Node& parent,
                            Node& node) {  // (TREE.2), (TREE.3)
  const int d = joint.v;
  if (joint.kind == JointKind::free) {
    node.v = v.segment<3>(d);
    node.omega.noalias() = node.A * v.segment<3>(d + 3);
    return;
  }
  Vec3 slide = Vec3::Zero();
  if (joint.kind == JointKind::spherical) {
    node.omega.noalias() = node.A * v.segment<3>(d);
  } else {
    node.omega = parent.omega;
    node.gamma_alpha.setZero();
    for (int i = 0; i < joint.n; ++i) {
      const Vec3 own = v[d + i] * node.axes.col(i);
      if (!is_rotation(joint.kind, i)) {
        slide += own;
        continue;
      }
      node.gamma_alpha += node.omega.cross(own);  // a second axis turns with the first
      node.omega += own;
    }
  }
  const Vec3 carried = parent.omega.cross(node.rho);
  node.v = parent.v + carried + slide;
  node.gamma_a = parent.omega.cross(carried + 2 * slide);
}

void TreeMotion::follow(const Vector& a) {
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    const Node& parent = nodes_[std::size_t(joint.parent)];
    Node& node = nodes_[k];
    const int d = joint.v;
    if (joint.kind == JointKind::free) {
      node.a = a.segment<3>(d);
      node.alpha.noalias() = node.A * a.segment<3>(d + 3);
      continue;
    }
    node.a = parent.a + parent.alpha.cross(node.rho) + node.gamma_a;
    if (joint.kind == JointKind::spherical) {
      node.alpha.noalias() = node.A * a.segment<3>(d);
      continue;
    }
    node.alpha = parent.alpha + node.gamma_alpha;
    for (int i = 0; i < joint.n; ++i)
      (is_rotation(joint.kind, i) ? node.alpha : node.a) += a[d + i] * node.axes.col(i);
  }
}

void TreeMotion::react() {
  turn_inertias();
  for (std::size_t k = 1; k < nodes_.size(); ++k) {  // (TREE.4) by itself
    const TreeJoint& joint = tree_.joints[k - 1];
    Node& node = nodes_[k];
    const Vec3 at_centre =
        node.a + node.alpha.cross(node.c) + node.omega.cross(node.omega.cross(node.c));
    node.f = joint.mass * at_centre - node.F;
    node.n =
        node.J * node.alpha + node.omega.cross(node.J * node.omega) - node.N + node.c.cross(node.f);
  }
  for (std::size_t k = nodes_.size() - 1; k > 0; --k) {
    const int parent = tree_.joints[k - 1].parent;
    if (parent == 0) continue;
    Node& of = nodes_[std::size_t(parent)];
    of.f += nodes_[k].f;
    of.n += nodes_[k].n + nodes_[k].rho.cross(nodes_[k].f);
  }
}

// The reaction on the body, −Γᵀλ, in directions of the rows, which are at right angles to each other.
void TreeMotion::multipliers(Vector& lambda) const {  // (TREE.8)
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    if (joint.rows.empty()) continue;
    const Node &node = nodes_[k], &parent = nodes_[std::size_t(joint.parent)];
    const Node &at_i = joint.is_i ? node : parent, &at_j = joint.is_i ? parent : node;
    const double sign = joint.is_i ? -1 : 1;
    const Vec3 r_F = parent.O + parent.A * joint.arm;
    const Vec3 lever = joint.is_i ? Vec3(Vec3::Zero()) : Vec3(r_F - node.O);
    Vec3 torque = node.n;
    for (const JointRow& row : joint.rows) {
      if (row.kind == JointRow::Kind::cosine) continue;
      const Vec3 e = row.kind == JointRow::Kind::along_ground ? Vec3(Vec3::Unit(row.a))
                                                              : Vec3(at_j.A * joint.C_j.col(row.a));
      const double force = node.f.dot(e);
      lambda[row.constraint] = sign * force;
      if (row.kind == JointRow::Kind::along_j) torque -= lever.cross(force * e);
    }
    for (const JointRow& row : joint.rows) {
      if (row.kind != JointRow::Kind::cosine) continue;
      const Vec3 about = (at_i.A * joint.C_i.col(row.a)).cross(at_j.A * joint.C_j.col(row.b));
      lambda[row.constraint] = sign * torque.dot(about) / about.squaredNorm();
    }
  }
}

}  // namespace trammel::system
