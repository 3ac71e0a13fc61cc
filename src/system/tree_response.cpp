// What single forces do to a tree whose inertias have been factored (TREE.9).
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Cholesky>

#include "system/small_solve.h"
#include "system/tree_motion.h"

namespace trammel::system {
namespace {

void carry(const TreeMotion::Node& node, const TreeMotion::Pull& pull, TreeMotion::Pull& next) {
  next.f += pull.f;
  next.n += pull.n + node.rho.cross(pull.f);
}

}  // namespace

void TreeMotion::project(std::span<const RowPaths::Stop> stops, std::span<Pull> at,
                         std::span<double> out) const {
  for (std::size_t k = 0; k < stops.size(); ++k) {
    const RowPaths::Stop& stop = stops[k];
    const TreeJoint& joint = tree_.joints[std::size_t(stop.node) - 1];
    const Node& node = nodes_[std::size_t(stop.node)];
    Pull& pull = at[k];
    double* entry = out.data() + stop.entry;
    const bool is_free = joint.kind == JointKind::free;
    if (is_free || joint.kind == JointKind::spherical) {
      if (is_free) Eigen::Map<Vec3>{entry} = pull.f;
      Eigen::Map<Vec3>(is_free ? entry + 3 : entry).noalias() = node.A.transpose() * pull.n;
      pull.n.setZero();
    } else {
      for (int i = 0; i < joint.n; ++i)
        entry[i] = node.axes.col(i).dot(is_rotation(joint.kind, i) ? pull.n : pull.f);
    }
    if (stop.next >= 0) carry(node, pull, at[std::size_t(stop.next)]);
  }
}

void TreeMotion::answer(std::span<const RowPaths::Stop> stops, std::span<Pull> at,
                        std::span<double> u, std::span<double> x) const {
  for (std::size_t k = 0; k < stops.size(); ++k) {
    const RowPaths::Stop& stop = stops[k];
    const TreeJoint& joint = tree_.joints[std::size_t(stop.node) - 1];
    const Node& node = nodes_[std::size_t(stop.node)];
    Pull& pull = at[k];
    double *of_u = u.data() + stop.entry, *of_x = x.data() + stop.entry;
    const bool is_free = joint.kind == JointKind::free;
    if (is_free || joint.kind == JointKind::spherical) {
      const int turning = is_free ? 3 : 0;
      Vec3 own = -(node.A.transpose() * pull.n);
      Eigen::Map<Vec3>(of_u + turning) = own;
      solve(node.D, own);
      Eigen::Map<Vec3>(of_x + turning) = own;
      pull.f += node.B * (node.A * own);
      pull.n.setZero();
      if (is_free) {
        Eigen::Map<Vec3>{of_u} = -pull.f;
        Eigen::Map<Vec3>{of_x} = node.M.ldlt().solve(-pull.f);
      }
    } else {
      Vec3 own = Vec3::Zero();
      for (int i = 0; i < joint.n; ++i)
        own[i] = -node.axes.col(i).dot(is_rotation(joint.kind, i) ? pull.n : pull.f);
      for (int i = 0; i < joint.n; ++i) {
        of_u[i] = own[i];
        of_x[i] = node.D.row(i).head(joint.n).dot(own.head(joint.n));
        pull.f += own[i] * node.U_f.col(i);
        pull.n += own[i] * node.U_n.col(i);
      }
    }
    if (stop.next >= 0) carry(node, pull, at[std::size_t(stop.next)]);
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
