// SPDX-License-Identifier: BSD-3-Clause
#include "elements/initial_values.h"

#include <array>
#include <cmath>
#include <optional>

#include "math/euler313.h"
#include "math/rotation.h"
#include "model/mass.h"

namespace trammel::elements {
namespace {

constexpr double firm = 1e10;
constexpr double smallest_sine = 1e-8;

// A value in a direction: of velocity in global axes, of angular velocity in body axes.
struct Given {
  Vec3 direction;
  double value;
};

// Visits bodies with their parts or point masses, in the order of declare_bodies().
template <class Visit>
void for_each_body(const Equations& equations, const Visit& visit) {
  std::size_t body = 0;
  for (const model::Part& part : equations.model->parts)
    if (!part.ground) visit(equations.skeleton.bodies[body++], part);
  for (const model::PointMass& point : equations.model->point_masses)
    visit(equations.skeleton.bodies[body++], point);
}

// Of the body's frame in ground.
template <class T>
model::Pose start_pose(const Equations& equations, const T& part) {
  return model::compose(model::pose(part.placement),
                        model::mass_properties(*equations.model, part).centre);
}

Mat3 axes_of(const Equations& equations, model::MarkerId id) {
  const model::Marker* marker = equations.model->find(id);
  return marker ? model::pose_in_ground(*equations.model, *marker).A : Mat3::Identity();
}

std::vector<Given> collect(const Mat3& axes, const std::array<std::optional<double>, 3>& values) {
  std::vector<Given> result;
  for (int axis = 0; axis < 3; ++axis)
    if (values[static_cast<std::size_t>(axis)])
      result.push_back({axes.col(axis), *values[static_cast<std::size_t>(axis)]});
  return result;
}

std::vector<Given> given_velocity(const Equations& equations, const model::Part& part) {
  return collect(axes_of(equations, part.vm), {part.vx, part.vy, part.vz});
}
std::vector<Given> given_velocity(const Equations&, const model::PointMass& point) {
  return collect(Mat3::Identity(), {point.vx, point.vy, point.vz});
}

// WX … are about the axes of the CM marker, which are those of the body, or of WM.
std::vector<Given> given_spin(const Equations& equations, const model::Part& part) {
  Mat3 axes = Mat3::Identity();
  if (part.wm) axes = start_pose(equations, part).A.transpose() * axes_of(equations, part.wm);
  return collect(axes, {part.wx, part.wy, part.wz});
}
std::vector<Given> given_spin(const Equations&, const model::PointMass&) {
  return {};
}

void hold(Mat6& W, int first, const Vec3& n) {
  W.block<3, 3>(first, first) += (firm - 1) * n * n.transpose();  // (INIT.1)
}

// The directions of PSI, THETA, PHI of the part's coordinate system, in body axes.
Mat3 angle_directions(const model::Pose& part, const Mat3& centre) {
  const Euler313 angles = euler313_from_matrix(part.A);
  const Mat3 B = euler313_rate_matrix(angles);
  Mat3 directions;
  if (std::abs(std::sin(angles.theta)) < smallest_sine)
    directions << Vec3::UnitZ(), B.col(1), Vec3::UnitZ();  // (INIT.2)
  else
    directions = B.inverse().transpose().colwise().normalized();
  return centre.transpose() * directions;
}

void hold_angles(Mat6& W, const Equations& equations, const model::Part& part) {
  constexpr unsigned bits[] = {model::coordinate_psi, model::coordinate_theta,
                               model::coordinate_phi};
  const unsigned all = bits[0] | bits[1] | bits[2];
  if ((part.exact & all) == all) {
    W.block<3, 3>(3, 3) = firm * Mat3::Identity();
    return;
  }
  const Mat3 directions = angle_directions(model::pose(part.placement),
                                           model::mass_properties(*equations.model, part).centre.A);
  for (int k = 0; k < 3; ++k)
    if (part.exact & bits[k]) hold(W, 3, directions.col(k));
}
void hold_angles(Mat6&, const Equations&, const model::PointMass&) {}

}  // namespace

void initial_pose(const Equations& equations, Vector& q) {
  const std::vector<Body>& bodies = equations.skeleton.bodies;
  q = Vector::Zero(bodies.empty() ? 0 : bodies.back().q + bodies.back().n_q());
  for_each_body(equations, [&](const Body& body, const auto& part) {
    const model::Pose pose = start_pose(equations, part);
    if (body.kind == Body::Kind::planar) {
      const Mat3 turn = pose.A * body.A0.transpose();
      q.segment<3>(body.q) << pose.r.x(), pose.r.y(), std::atan2(turn(1, 0), turn(0, 0));
      return;
    }
    q.segment<3>(body.q) = pose.r;
    if (body.kind == Body::Kind::rigid) q.segment<4>(body.q + 3) = quaternion_from_matrix(pose.A);
  });
}

void initial_velocity(const Equations& equations, Vector& v) {
  const std::vector<Body>& bodies = equations.skeleton.bodies;
  v = Vector::Zero(bodies.empty() ? 0 : bodies.back().v + bodies.back().n());
  for_each_body(equations, [&](const Body& body, const auto& part) {
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
    for (const Given& given : given_velocity(equations, part))
      velocity += given.value * given.direction;
    for (const Given& given : given_spin(equations, part)) spin += given.value * given.direction;
    v.segment<3>(body.v) = velocity;
    if (body.kind == Body::Kind::rigid) v.segment<3>(body.v + 3) = spin;
    if (body.kind == Body::Kind::planar) v[body.v + 2] = (start_pose(equations, part).A * spin).z();
  });
}

std::vector<Mat6> position_weights(const Equations& equations) {
  constexpr unsigned bits[] = {model::coordinate_x, model::coordinate_y, model::coordinate_z};
  std::vector<Mat6> result;
  for_each_body(equations, [&](const Body&, const auto& part) {
    Mat6 W = Mat6::Identity();
    for (int k = 0; k < 3; ++k)
      if (part.exact & bits[k]) hold(W, 0, Vec3::Unit(k));
    hold_angles(W, equations, part);
    result.push_back(W);
  });
  return result;
}

std::vector<Mat6> velocity_weights(const Equations& equations) {
  std::vector<Mat6> result;
  for_each_body(equations, [&](const Body&, const auto& part) {
    Mat6 W = Mat6::Identity();
    for (const Given& given : given_velocity(equations, part)) hold(W, 0, given.direction);
    for (const Given& given : given_spin(equations, part)) hold(W, 3, given.direction);
    result.push_back(W);
  });
  return result;
}

}  // namespace trammel::elements
