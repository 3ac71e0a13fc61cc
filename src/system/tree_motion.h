// Everything about a tree at one instant, node by node: poses and velocities outwards, articulated inertias
// inwards, accelerations outwards, reactions inwards. Each sweep costs O(n).
//
// All vectors are in global axes and refer to the origin O of the body's frame. With p the parent,
// ρ = O − O_p, ω and u the angular and translational velocities of the joint:
//   ω = ω_p + Σ φ̇ z,   v_O = v_p + ω_p × ρ + u                                             (TREE.2)
//   α = α_p + γ_α + Σ φ̈ z,   a_O = a_p + α_p × ρ + γ_a + Σ ẍ x
//   γ_a = ω_p × (ω_p × ρ) + 2 ω_p × u,   γ_α = ω_p × Σ φ̇ z (of a second axis: with the first one)   (TREE.3)
// The body itself, with c from O to its centre of mass:
//   [f; n] = [m, −m c~; m c~, J − m c~c~] [a; α] + [m ω×(ω×c) − F; ω×Jω − N + c × (m ω×(ω×c) − F)]  (TREE.4)
// With P = [M B; Bᵀ I] and p of the body and all that it carries, S the axes of its joint, s = p + Pγ:
//   U = PS,  D = SᵀU,  u = −Sᵀs,  P' = P − U D⁻¹ Uᵀ,  p' = s + U D⁻¹ u                        (TREE.5)
//   parent:  M += M',  B += B' − M'ρ~,  I += I' + ρ~B' + (ρ~B')ᵀ − ρ~M'ρ~,  f += f', n += n' + ρ×f'   (TREE.6)
//   q̈ = D⁻¹ (u − Uᵀ [a_p + α_p × ρ; α_p])                                                   (TREE.7)
// The same factors answer to single forces: G M⁻¹ Gᵀ = Σ uᵀ D⁻¹ u over the joints               (TREE.9)
// Theory: docs/theory/trees.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "system/tree.h"

namespace trammel::system {

class TreeMotion {
 public:
  struct Node {
    Mat3 A = Mat3::Identity();  // axes of the frame
    Vec3 O = Vec3::Zero(), v = Vec3::Zero(), omega = Vec3::Zero();
    Vec3 rho = Vec3::Zero(), c = Vec3::Zero();  // from O of the parent, to the centre of mass
    Mat3 axes = Mat3::Zero();                   // of the joint
    Vec3 gamma_a = Vec3::Zero(), gamma_alpha = Vec3::Zero();
    Mat3 J = Mat3::Zero();                    // about the centre of mass
    Vec3 F = Vec3::Zero(), N = Vec3::Zero();  // applied, at the centre of mass
    Mat3 M, B, I;                             // articulated inertia
    Vec3 f, n;                                // p; later the reaction
    Mat3 U_f, U_n;                            // U D⁻¹, by axis
    Vec3 u;                                   // D⁻¹u
    Mat3 D;  // its inverse for axes; I in axes of the body for rotations
    Vec3 a = Vec3::Zero(), alpha = Vec3::Zero();
    Vec3 more_a = Vec3::Zero(), more_alpha = Vec3::Zero();  // of respond()
  };

  // A force, and a torque about O, on a node: what a constraint with a unit multiplier takes from it.
  struct Pull {
    int node = 0;
    Vec3 f = Vec3::Zero(), n = Vec3::Zero();
  };
  static constexpr int most_pulls = 8;  // of one constraint

  explicit TreeMotion(const Tree&);

  void place(const Vector& q, const Vector& v);  // A, O, v, omega and what follows from them
  // F and N must be there.
  bool accelerate(Vector& a);    // z̈, and a, alpha of all nodes; false: singular
  void follow(const Vector& a);  // a, alpha for given z̈
  // The pulls as components of the coordinates: calls add(coordinate, value).
  template <class Add>
  void project(std::span<const Pull> pulls, const Add& add) const;
  // After accelerate(): u = −Sᵀp of the pulls and x = D⁻¹u by coordinate; what no path passes is left alone.
  void answer(std::span<const Pull> pulls, Eigen::Ref<Vector> u, Eigen::Ref<Vector> x) const;
  // Adds to accelerations what forces with D⁻¹u = x do to them.
  void respond(const Vector& x, Vector& a);
  void react();  // f, n: what the joint does to the body, for given a, alpha
  void multipliers(Vector& lambda) const;  // after react()

  Node& operator[](std::size_t node) { return nodes_[node]; }
  const Node& operator[](std::size_t node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }
  const Tree& tree() const { return tree_; }

 private:
  void place_joint(const TreeJoint&, const Vector& q, const Vector& v, const Node& parent, Node&);
  void start_inertia(const TreeJoint&, Node&);
  bool eliminate(const TreeJoint&, Node&);
  static void pass_on(const TreeJoint&, const Node&, Node& parent);
  void move_joint(const TreeJoint&, Node&, const Node& parent, Vector& a);

  const Tree& tree_;
  std::vector<Node> nodes_;  // ground first
};

// Paths from the pulls to the root, joined where they meet, the outermost node first.
class Paths {
 public:
  explicit Paths(std::span<const TreeMotion::Pull> pulls) : size_(pulls.size()) {
    std::copy(pulls.begin(), pulls.end(), pulls_.begin());
  }
  // The next node with all that pulls at it; node 0: none is left.
  TreeMotion::Pull take() {
    TreeMotion::Pull last;
    for (std::size_t k = 0; k < size_; ++k) last.node = std::max(last.node, pulls_[k].node);
    if (last.node == 0) return last;
    for (std::size_t k = 0; k < size_;) {
      if (pulls_[k].node != last.node) {
        ++k;
        continue;
      }
      last.f += pulls_[k].f;
      last.n += pulls_[k].n;
      pulls_[k] = pulls_[--size_];
    }
    return last;
  }
  void put(const TreeMotion::Pull& pull) { pulls_[size_++] = pull; }

 private:
  std::array<TreeMotion::Pull, TreeMotion::most_pulls> pulls_;
  std::size_t size_;
};

template <class Add>
void TreeMotion::project(std::span<const Pull> pulls, const Add& add) const {
  Paths paths(pulls);
  for (Pull at = paths.take(); at.node > 0; at = paths.take()) {
    const TreeJoint& joint = tree_.joints[std::size_t(at.node) - 1];
    const Node& node = nodes_[std::size_t(at.node)];
    const bool is_free = joint.kind == JointKind::free;
    if (is_free || joint.kind == JointKind::spherical) {
      const Vec3 torque = node.A.transpose() * at.n;
      for (int i = 0; i < 3; ++i) {
        if (is_free) add(joint.v + i, at.f[i]);
        add(joint.v + (is_free ? 3 : 0) + i, torque[i]);
      }
      at.n.setZero();
    } else {
      for (int i = 0; i < joint.n; ++i)
        add(joint.v + i, node.axes.col(i).dot(is_rotation(joint.kind, i) ? at.n : at.f));
    }
    if (joint.parent > 0) paths.put({joint.parent, at.f, at.n + node.rho.cross(at.f)});
  }
}

}  // namespace trammel::system
