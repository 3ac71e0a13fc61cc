// Coordinates of joints from poses and velocities of bodies, and back.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "math/rotation.h"
#include "system/joint_coordinates.h"
#include "system/joint_workspace.h"

namespace trammel::system {
namespace {

constexpr double farthest = 1e-6;  // of poses from those of the joints, in units of their size

// A frame and its motion.
struct Frame {
  Vec3 O = Vec3::Zero(), v = Vec3::Zero(), omega = Vec3::Zero();
  Mat3 A = Mat3::Identity();
};

Frame frame_of(const TreeJoint& joint, const elements::Body& body, const State& s) {
  Frame frame;
  const Mat3 A = rotation_matrix(s.q.segment<4>(body.q + 3));
  const Vec3 arm = A * joint.s_out;
  frame.A = A * joint.C_out;
  frame.O = s.q.segment<3>(body.q) + arm;
  frame.omega = A * s.v.segment<3>(body.v + 3);
  frame.v = s.v.segment<3>(body.v) + frame.omega.cross(arm);
  return frame;
}

double angle_about_z(const Mat3& turn) {
  return std::atan2(turn(1, 0), turn(0, 0));
}

// The turn of a universal joint about its first axis, with the quarter turn to the second.
Mat3 first_turn(double phi) {
  const double c = std::cos(phi), s = std::sin(phi);
  return (Mat3() << c, 0, s, s, 0, -c, 0, 1, 0).finished();
}

void measure(const TreeJoint& joint, const Frame& parent, const Frame& own, State& z) {
  const int q = joint.q, v = joint.v;
  const Mat3 F = parent.A * joint.turn;
  const Mat3 turn = F.transpose() * own.A;
  const Vec3 rho = own.O - parent.O, way = F.transpose() * (rho - parent.A * joint.arm);
  const Vec3 slide = F.transpose() * (own.v - parent.v - parent.omega.cross(rho));
  const Vec3 spin = F.transpose() * (own.omega - parent.omega);
  switch (joint.kind) {
    case JointKind::revolute:
      z.q[q] = angle_about_z(turn);
      z.v[v] = spin.z();
      break;
    case JointKind::translational:
      z.q[q] = way.z();
      z.v[v] = slide.z();
      break;
    case JointKind::cylindrical:
      z.q[q] = way.z(), z.q[q + 1] = angle_about_z(turn);
      z.v[v] = slide.z(), z.v[v + 1] = spin.z();
      break;
    case JointKind::universal:
      z.q[q] = std::atan2(turn(0, 2), -turn(1, 2));
      z.q[q + 1] = angle_about_z(first_turn(z.q[q]).transpose() * turn);
      z.v[v] = spin.z(), z.v[v + 1] = spin.dot(turn.col(2));
      break;
    case JointKind::planar:
      z.q[q] = way.x(), z.q[q + 1] = way.y(), z.q[q + 2] = angle_about_z(turn);
      z.v[v] = slide.x(), z.v[v + 1] = slide.y(), z.v[v + 2] = spin.z();
      break;
    default:
      break;
  }
}

Vec4 turned_about_z(const Vec4& e, double phi) {
  const double c = std::cos(0.5 * phi), s = std::sin(0.5 * phi);
  return {c * e[0] - s * e[3], c * e[1] + s * e[2], c * e[2] - s * e[1], c * e[3] + s * e[0]};
}

// Orientation of the frame of a body, by products: it does not change its sign on the way.
Vec4 orientation(const TreeJoint& joint, const Vec4& parent, const Vector& q) {
  if (joint.kind == JointKind::free) return q.segment<4>(joint.q + 3);
  if (joint.kind == JointKind::spherical) return q.segment<4>(joint.q);
  Vec4 e = joint.is_turned ? quaternion_product(parent, joint.e_turn) : parent;
  switch (joint.kind) {
    case JointKind::revolute:
      return turned_about_z(e, q[joint.q]);
    case JointKind::cylindrical:
      return turned_about_z(e, q[joint.q + 1]);
    case JointKind::planar:
      return turned_about_z(e, q[joint.q + 2]);
    case JointKind::universal: {
      const double half = std::sqrt(0.5);
      e = quaternion_product(turned_about_z(e, q[joint.q]), Vec4(half, half, 0, 0));
      return turned_about_z(e, q[joint.q + 1]);
    }
    default:
      return e;
  }
}

}  // namespace

bool JointCoordinates::reduce(const State& full, State& reduced) const {
  const auto& bodies = system_.equations().skeleton.bodies;
  std::vector<Frame> frames(tree_.joints.size() + 1);
  for (std::size_t k = 1; k < frames.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    const elements::Body& body = bodies[std::size_t(joint.body)];
    frames[k] = frame_of(joint, body, full);
    if (joint.kind == JointKind::free) {
      reduced.q.segment<7>(joint.q) = full.q.segment<7>(body.q);
      reduced.v.segment<6>(joint.v) = full.v.segment<6>(body.v);
    } else if (joint.kind == JointKind::spherical) {
      reduced.q.segment<4>(joint.q) =
          quaternion_product(full.q.segment<4>(body.q + 3), joint.e_out).normalized();
      reduced.v.segment<3>(joint.v) = joint.C_out.transpose() * full.v.segment<3>(body.v + 3);
    } else {
      measure(joint, frames[std::size_t(joint.parent)], frames[k], reduced);
    }
  }
  reduced.t = full.t;
  reduced.x = full.x;
  reduced.x_dot = full.x_dot;
  reduced.memory = full.memory;
  Lease w(*this);
  place(reduced, *w);
  for (std::size_t k = 1; k < frames.size(); ++k) {
    const TreeMotion::Node& node = w->motion[k];
    const double size = std::max(1.0, frames[k].O.lpNorm<Eigen::Infinity>());
    const double away = (node.O - frames[k].O).lpNorm<Eigen::Infinity>() / size +
                        (node.A - frames[k].A).lpNorm<Eigen::Infinity>();
    if (!(away < farthest)) return false;
  }
  return true;
}

void JointCoordinates::show(const State& reduced, Workspace& w, State& full) const {
  place(reduced, w);
  w.motion.follow(reduced.a);
  full.t = reduced.t;
  full.x = reduced.x;
  full.x_dot = reduced.x_dot;
  full.memory = reduced.memory;
  w.orientations[0] = identity_quaternion();
  const auto& bodies = system_.equations().skeleton.bodies;
  for (std::size_t k = 1; k < w.motion.size(); ++k) {
    const TreeJoint& joint = tree_.joints[k - 1];
    const TreeMotion::Node& node = w.motion[k];
    const elements::Body& body = bodies[std::size_t(joint.body)];
    w.orientations[k] = orientation(joint, w.orientations[std::size_t(joint.parent)], reduced.q);
    const Vec4 e = quaternion_product(w.orientations[k], conjugate(joint.e_out));
    const Mat3 A = node.A * joint.C_out.transpose();
    const Vec3 turning = node.omega.cross(node.c);
    full.q.segment<3>(body.q) = node.O + node.c;
    full.q.segment<4>(body.q + 3) = e.normalized();
    full.v.segment<3>(body.v) = node.v + turning;
    full.v.segment<3>(body.v + 3).noalias() = A.transpose() * node.omega;
    full.a.segment<3>(body.v) = node.a + node.alpha.cross(node.c) + node.omega.cross(turning);
    full.a.segment<3>(body.v + 3).noalias() = A.transpose() * node.alpha;
  }
}

}  // namespace trammel::system
