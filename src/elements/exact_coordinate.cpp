// SPDX-License-Identifier: BSD-3-Clause
#include "elements/exact_coordinate.h"

#include <array>
#include <cmath>

#include "kinematics/angle.h"
#include "math/euler313.h"
#include "math/rotation.h"
#include "model/mass.h"

namespace trammel::elements {
namespace {

using Kind = ExactCoordinate::Kind;
using kinematics::MarkerMotion;

constexpr double smallest_sine = 1e-6;
constexpr std::array<std::string_view, 6> names = {"X", "Y", "Z", "PSI", "THETA", "PHI"};
constexpr std::array<unsigned, 6> bits = {model::coordinate_x,     model::coordinate_y,
                                          model::coordinate_z,     model::coordinate_psi,
                                          model::coordinate_theta, model::coordinate_phi};

Vec3 angles_of(const Mat3& A) {
  const Euler313 e = euler313_from_matrix(A);
  return {e.psi, e.theta, e.phi};
}

Mat3 rate_matrix(const Vec3& angles) {
  return euler313_rate_matrix({angles[0], angles[1], angles[2]});
}

Vec3 turn_since(const ExactCoordinate& c, const Mat3& A) {
  return quaternion_log(quaternion_from_matrix(c.A0.transpose() * A));
}

template <class T>
void add_places(int body, const Body& frame, const T& part, const model::Pose& start,
                std::vector<ExactCoordinate>& result) {
  const int count = frame.kind == Body::Kind::planar ? 2 : 3;
  for (int k = 0; k < count; ++k)
    if (part.exact & bits[static_cast<std::size_t>(k)]) {
      ExactCoordinate c;
      c.body = body;
      c.axis = k;
      c.name = names[static_cast<std::size_t>(k)];
      c.start = start.r[k];
      result.push_back(c);
    }
}

// The axis of the turn that stands for an angle; zero: a planar part cannot change it.
Vec3 turn_axis(const Body& frame, const Mat3& A0, const Vec3& angles, int k, bool all) {
  const bool upright = std::abs(std::sin(angles[1])) < smallest_sine;
  if (frame.kind == Body::Kind::planar)
    return k == 0 || (k == 2 && upright) ? Vec3(A0.transpose() * Vec3::UnitZ()) : Vec3::Zero();
  if (all) return Vec3::Unit(k);
  return k == 1 ? Vec3(rate_matrix(angles).col(1)) : Vec3::UnitZ();
}

void add_angles(int body, const Body& frame, const model::Part& part, const Mat3& A0,
                const Mat3& centre, std::vector<ExactCoordinate>& result) {
  const auto is_exact = [&](std::size_t k) { return (part.exact & bits[3 + k]) != 0; };
  const Vec3 angles = angles_of(A0);
  const bool all = is_exact(0) && is_exact(1) && is_exact(2);
  const bool by_turns =
      all || frame.kind == Body::Kind::planar || std::abs(std::sin(angles[1])) < smallest_sine;
  Vec3 last = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    if (!is_exact(static_cast<std::size_t>(k))) continue;
    ExactCoordinate c;
    c.body = body;
    c.axis = k;
    c.name = names[static_cast<std::size_t>(3 + k)];
    c.A0 = A0;
    c.centre = centre;
    c.start = angles[k];
    c.n = turn_axis(frame, A0, angles, k, all);
    c.kind = by_turns ? Kind::turn : Kind::angle;
    // Where PSI and PHI are the same turn, one of them says it all.
    if (by_turns && (c.n.isZero() || (c.n - last).norm() < smallest_sine)) continue;
    last = c.n;
    result.push_back(c);
  }
}

}  // namespace

std::vector<ExactCoordinate> exact_coordinates(const Equations& equations) {
  std::vector<ExactCoordinate> result;
  int body = 0;
  const auto frame = [&]() -> const Body& {
    return equations.skeleton.bodies[static_cast<std::size_t>(body)];
  };
  for (const model::Part& part : equations.model->parts) {
    if (part.ground) continue;
    if (part.exact != 0) {
      const model::Pose bcs = model::pose(part.placement);
      const model::Pose centre = model::mass_properties(*equations.model, part).centre;
      add_places(body, frame(), part, model::compose(bcs, centre), result);
      add_angles(body, frame(), part, bcs.A, centre.A, result);
    }
    ++body;
  }
  for (const model::PointMass& point : equations.model->point_masses) {
    const model::Pose centre = model::mass_properties(*equations.model, point).centre;
    add_places(body, frame(), point, model::compose(model::pose(point.placement), centre), result);
    ++body;
  }
  return result;
}

double error(const ExactCoordinate& c, const MarkerMotion& body) {
  if (c.kind == Kind::place) return body.r[c.axis] - c.start;  // (INIT.2)
  const Mat3 A = body.A * c.centre.transpose();
  if (c.kind == Kind::angle) return kinematics::wrap(angles_of(A)[c.axis] - c.start);  // (INIT.3)
  return c.n.dot(turn_since(c, A));                                                    // (INIT.4)
}

Vec6 gradient(const ExactCoordinate& c, const Body& body, const MarkerMotion& motion) {
  Vec6 N = Vec6::Zero();
  if (c.kind == Kind::place) {
    N[c.axis] = 1;
    return to_tangent(body, motion.A, N);
  }
  const Mat3 A = motion.A * c.centre.transpose();
  const Vec3 angles = angles_of(A);
  // On the way an angle may come to where it has no slope.
  const bool sloped = c.kind == Kind::angle && std::abs(std::sin(angles[1])) > smallest_sine;
  const Vec3 row = sloped ? Vec3(rate_matrix(angles).inverse().row(c.axis))  // (INIT.3)
                          : Vec3(tangent_operator_inverse(turn_since(c, A)).transpose() * c.n);
  N.tail<3>() = A * row;
  return to_tangent(body, motion.A, N);
}

}  // namespace trammel::elements
