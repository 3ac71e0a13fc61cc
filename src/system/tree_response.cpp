// What single forces do to a tree whose inertias have been factored (TREE.9).
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Cholesky>

#include "system/small_solve.h"
#include "system/tree_motion.h"

namespace trammel::system {

void TreeMotion::answer(std::span<const Pull> pulls, Eigen::Ref<Vector> u,
                        Eigen::Ref<Vector> x) const {
  Paths paths(pulls);
  for (Pull at = paths.take(); at.node > 0; at = paths.take()) {
    const TreeJoint& joint = tree_.joints[std::size_t(at.node) - 1];
    const Node& node = nodes_[std::size_t(at.node)];
    const int d = joint.v;
    const bool is_free = joint.kind == JointKind::free;
    if (is_free || joint.kind == JointKind::spherical) {
      const int turning = is_free ? d + 3 : d;
      Vec3 own = -(node.A.transpose() * at.n);
      u.segment<3>(turning) = own;
      solve(node.D, own);
      x.segment<3>(turning) = own;
      at.f += node.B * (node.A * own);
      at.n.setZero();
      if (is_free) {
        u.segment<3>(d) = -at.f;
        x.segment<3>(d) = node.M.ldlt().solve(-at.f);
      }
    } else {
      Vec3 own = Vec3::Zero();
      for (int i = 0; i < joint.n; ++i)
        own[i] = -node.axes.col(i).dot(is_rotation(joint.kind, i) ? at.n : at.f);
      for (int i = 0; i < joint.n; ++i) {
        u[d + i] = own[i];
        x[d + i] = node.D.row(i).head(joint.n).dot(own.head(joint.n));
        at.f += own[i] * node.U_f.col(i);
        at.n += own[i] * node.U_n.col(i);
      }
    }
    if (joint.parent > 0) paths.put({joint.parent, at.f, at.n + node.rho.cross(at.f)});
  }
}

void TreeMotion::respond(const Vector& x, Vector& a) {
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    const Node& parent = nodes_[std::size_t(joint.parent)];
    Node& node = nodes_[k];
    const int d = joint.v;
    const bool is_free = joint.kind == JointKind::free;
    node.more_a =
        is_free ? Vec3(x.segment<3>(d)) : Vec3(parent.more_a + parent.more_alpha.cross(node.rho));
    if (is_free || joint.kind == JointKind::spherical) {
      const int turning = is_free ? d + 3 : d;
      const Vec3 own = x.segment<3>(turning) - node.U_n * node.more_a;
      node.more_alpha.noalias() = node.A * own;
      if (is_free) a.segment<3>(d) += node.more_a;
      a.segment<3>(turning) += own;
      continue;
    }
    const Vec3 carried = node.more_a;
    node.more_alpha = parent.more_alpha;
    for (int i = 0; i < joint.n; ++i) {
      const double z =
          x[d + i] - node.U_f.col(i).dot(carried) - node.U_n.col(i).dot(parent.more_alpha);
      a[d + i] += z;
      (is_rotation(joint.kind, i) ? node.more_alpha : node.more_a) += z * node.axes.col(i);
    }
  }
}

}  // namespace trammel::system
