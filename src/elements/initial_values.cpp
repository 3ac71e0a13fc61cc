// SPDX-License-Identifier: BSD-3-Clause
#include "elements/initial_values.h"

#include <array>
#include <cmath>
#include <optional>

#include "math/rotation.h"
#include "model/mass.h"

namespace trammel::elements {
namespace {

// Velocities are put back and projected again until they stay, so this need not be extreme; the
// square of it is lost in the conditioning of constraints that act on given velocities alone.
constexpr double firm = 1e4;

// Visits bodies with their parts or point masses, in the order of declare_bodies().
template <class Visit>
void for_each_body(const Equations& equations, const Visit& visit) {
  int body = 0;
  for (const model::Part& part : equations.model->parts)
    if (!part.ground) visit(body++, part);
  for (const model::PointMass& point : equations.model->point_masses) visit(body++, point);
}

// Of the body's frame in ground.
template <class T>
model::Pose start_pose(const Equations& equations, const T& part) {
  return model::compose(model::pose(part.placement),
                        model::mass_properties(*equations.model, part).centre);
}

using Values = std::array<std::optional<double>, 3>;

class Collector {
 public:
  Collector(const Equations& equations, const Vector& q)
      : equations_(equations), motion_(equations.skeleton) {
    const auto& bodies = equations.skeleton.bodies;
    const Vector rest = Vector::Zero(bodies.empty() ? 0 : bodies.back().v + bodies.back().n());
    move(equations.skeleton, q, rest, rest, motion_);
  }

  void operator()(int body, const model::Part& part) {
    add(body, false, part.vm ? axes_of(part.vm) : Mat3::Identity(), {part.vx, part.vy, part.vz});
    // Without WM about the axes of the CM marker, which are those of the body.
    const Mat3& own = motion_.bodies[static_cast<std::size_t>(body)].A;
    add(body, true, part.wm ? axes_of(part.wm) : own, {part.wx, part.wy, part.wz});
  }
  void operator()(int body, const model::PointMass& point) {
    add(body, false, Mat3::Identity(), {point.vx, point.vy, point.vz});
  }

  std::vector<GivenVelocity> result;

 private:
  Mat3 axes_of(model::MarkerId id) const {
    return motion_.markers[static_cast<std::size_t>(equations_.marker(id))].A;
  }

  void add(int body, bool angular, const Mat3& axes, const Values& values) {
    constexpr std::string_view names[2][3] = {{"VX", "VY", "VZ"}, {"WX", "WY", "WZ"}};
    const auto b = static_cast<std::size_t>(body);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!values[k]) continue;
      const Vec3 axis = axes.col(static_cast<int>(k));
      Vec6 N = Vec6::Zero();
      N.segment<3>(angular ? 3 : 0) = axis;
      result.push_back({body, angular, axis, *values[k], names[angular][k],
                        to_tangent(equations_.skeleton.bodies[b], motion_.bodies[b].A, N)});
    }
  }

  const Equations& equations_;
  Motion motion_;
};

}  // namespace

void initial_pose(const Equations& equations, Vector& q) {
  const std::vector<Body>& bodies = equations.skeleton.bodies;
  q = Vector::Zero(bodies.empty() ? 0 : bodies.back().q + bodies.back().n_q());
  for_each_body(equations, [&](int number, const auto& part) {
    const Body& body = bodies[static_cast<std::size_t>(number)];
    const model::Pose pose = start_pose(equations, part);
    if (body.kind == Body::Kind::planar) {
      const Mat3 turn = pose.A * body.A0.transpose();
      q.segment<3>(body.q) << pose.r.x(), pose.r.y(), std::atan2(turn(1, 0), turn(0, 0));
      return;
    }
    q.segment<3>(body.q) = pose.r;
    if (body.kind == Body::Kind::rigid) q.segment<4>(body.q + 3) = quaternion_from_matrix(pose.A);
  });
  for (const Body& body : bodies)
    if (body.kind == Body::Kind::path) q[body.q] = body.start;
}

std::vector<model::Pose> centres(const Equations& equations) {
  std::vector<model::Pose> result(equations.skeleton.bodies.size());
  for_each_body(equations, [&](int body, const auto& part) {
    result[static_cast<std::size_t>(body)] = model::mass_properties(*equations.model, part).centre;
  });
  return result;
}

std::vector<GivenVelocity> given_velocities(const Equations& equations, const Vector& q) {
  Collector collector(equations, q);
  for_each_body(equations, [&](int body, const auto& part) { collector(body, part); });
  return std::move(collector.result);
}

void initial_velocity(const Equations& equations, const std::vector<GivenVelocity>& given,
                      Vector& v) {
  const std::vector<Body>& bodies = equations.skeleton.bodies;
  v = Vector::Zero(bodies.empty() ? 0 : bodies.back().v + bodies.back().n());
  for (const GivenVelocity& velocity : given) {
    const Body& body = bodies[static_cast<std::size_t>(velocity.body)];
    v.segment(body.v, body.n()) += velocity.value * velocity.g.head(body.n());
  }
}

void initial_velocity(const Equations& equations, const Vector& q, Vector& v) {
  initial_velocity(equations, given_velocities(equations, q), v);
}

std::vector<Mat6> velocity_weights(const Equations& equations,
                                   const std::vector<GivenVelocity>& given) {
  std::vector<Mat6> result(equations.skeleton.bodies.size(), Mat6::Identity());
  for (const GivenVelocity& velocity : given)
    result[static_cast<std::size_t>(velocity.body)] +=
        (firm - 1) * velocity.g * velocity.g.transpose();  // (INIT.1)
  return result;
}

void put_back(const Equations& equations, const std::vector<GivenVelocity>& given, Vector& v) {
  for (const GivenVelocity& velocity : given) {
    const Body& body = equations.skeleton.bodies[static_cast<std::size_t>(velocity.body)];
    const auto g = velocity.g.head(body.n());
    const double missing = velocity.value - g.dot(v.segment(body.v, body.n()));
    v.segment(body.v, body.n()) += missing * g;
  }
}

}  // namespace trammel::elements
