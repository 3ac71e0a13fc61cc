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

#include <span>
#include <vector>

#include "system/row_paths.h"
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
    Vec3 f = Vec3::Zero(), n = Vec3::Zero();
  };

  explicit TreeMotion(const Tree&);

  void pose(const Vector& q);  // A, O and what follows from them
  void move(const Vector& v);  // after pose(): v, omega and what follows from them
  // F and N must be there.
  bool accelerate(Vector& a);    // z̈, and a, alpha of all nodes; false: singular
  void follow(const Vector& a);  // a, alpha for given z̈
  // Pulls at the stops of a row as components of its entries. The pulls are spent: they are carried inwards.
  void project(std::span<const RowPaths::Stop>, std::span<Pull> at, std::span<double> out) const;
  // After accelerate(): u = −Sᵀp of the pulls and x = D⁻¹u by entry.
  void answer(std::span<const RowPaths::Stop>, std::span<Pull> at, std::span<double> u,
              std::span<double> x) const;
  // Adds to accelerations what forces with D⁻¹u = x do to them.
  void respond(const Vector& x, Vector& a);
  void react();  // f, n: what the joint does to the body, for given a, alpha
  void multipliers(Vector& lambda) const;  // after react()

  Node& operator[](std::size_t node) { return nodes_[node]; }
  const Node& operator[](std::size_t node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }
  const Tree& tree() const { return tree_; }

 private:
  static void pose_joint(const TreeJoint&, const Vector& q, const Node& parent, Node&);
  static void move_joint(const TreeJoint&, const Vector& v, const Node& parent, Node&);
  void turn_inertias();  // J, once for each pose
  void start_inertia(const TreeJoint&, Node&);
  bool eliminate(const TreeJoint&, Node&);
  static void pass_on(const TreeJoint&, const Node&, Node& parent);
  void accelerate_joint(const TreeJoint&, Node&, const Node& parent, Vector& a);

  const Tree& tree_;
  std::vector<Node> nodes_;  // ground first
  bool has_inertias_ = false;
};

}  // namespace trammel::system
