// A spanning tree of the joints of a mechanism: which joint carries which body, where its coordinates are, and
// which constraints are left.
//
// Every body has a frame of its own for this: origin O and axes of the marker that its joint to the parent
// stands on (of a free body: of its centre of mass). With F the frame of the same joint on the parent,
//   revolute        z about z_F                         translational  z along z_F
//   cylindrical     z along, φ about z_F                planar         x, y along, φ about z_F
//   universal       φ about z_F, ψ about z of the body; the two at right angles
//   spherical       unit quaternion of the frame in ground      free   O and the quaternion in ground
//   fixed           none                                                                    (TREE.1)
// Quaternions are those of absolute orientation: nothing is gained by relative ones, and errors do not add up
// along the tree. Theory: docs/theory/trees.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "system/structure.h"

namespace trammel::system {

enum class JointKind : unsigned char {
  fixed,
  revolute,
  translational,
  cylindrical,
  universal,
  planar,
  spherical,
  free,
};

// Whether a coordinate of a joint, one of those along or about axes, is an angle.
constexpr bool is_rotation(JointKind kind, int coordinate) {
  return kind == JointKind::revolute || kind == JointKind::universal ||
         (kind == JointKind::cylindrical && coordinate == 1) ||
         (kind == JointKind::planar && coordinate == 2);
}

// A row of a joint as a direction of its reaction: force along an axis, or torque about a × b.
struct JointRow {
  enum class Kind : unsigned char { along_ground, along_j, cosine };
  Kind kind = Kind::along_ground;
  int constraint = 0;  // of the System
  int a = 0, b = 0;    // axis: of ground or j; of i and of j
};

struct TreeJoint {
  JointKind kind = JointKind::free;
  int body = 0;    // of the equations
  int parent = 0;  // node that carries it, 0: ground
  int q = 0, v = 0, n_q = 0, n = 0;
  // Frames: F as seen from the frame of the parent, and the frame of the body as seen from its centre of mass.
  Vec3 arm = Vec3::Zero();       // origin of F
  Mat3 turn = Mat3::Identity();  // axes of F
  Vec4 e_turn = Vec4(1, 0, 0, 0);
  bool is_turned = false;
  Vec3 s_out = Vec3::Zero();
  Mat3 C_out = Mat3::Identity();
  Vec4 e_out = Vec4(1, 0, 0, 0);
  // Inertia in axes of the frame, and the centre of mass from O.
  double mass = 0;
  Mat3 inertia = Mat3::Zero();
  Vec3 centre = Vec3::Zero();
  // Of the joint in the model.
  int marker_i = 0, marker_j = 0;
  bool is_i = true;  // the body carries marker i
  Mat3 C_i = Mat3::Identity(),
       C_j = Mat3::Identity();  // axes of the markers in the frames of their bodies
  std::vector<JointRow> rows;
  std::string name;  // "JOINT/3 (hinge)" or the body's
};

struct Tree {
  std::vector<TreeJoint> joints;  // parents first; joint k carries node k + 1
  int n_q = 0, n = 0;
  std::vector<int>
      rows;  // constraints of the System that joints of the tree do not satisfy, ascending
};

// None: a constraint of level 2 is there, or a body is not rigid or has no mass.
std::optional<Tree> find_tree(const elements::Equations&, const Structure&);

}  // namespace trammel::system
