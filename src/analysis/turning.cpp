// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/turning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "math/euler313.h"
#include "math/rotation.h"

namespace trammel::analysis {

using elements::Codirection;
using elements::Equations;

namespace {

constexpr double far_off = std::numbers::pi / 3;
constexpr double step = std::numbers::pi / 4;
constexpr double opposite = -std::numbers::sqrt2 / 2;  // cosine

// The least turn that takes z to `direction`.
Vec3 turn_to(const Vec3& z, const Vec3& direction) {
  const Vec3 normal = z.cross(direction);
  const double sine = normal.norm(), cosine = z.dot(direction);
  if (sine < 1e-12) return cosine > 0 ? Vec3::Zero() : Vec3(std::numbers::pi * Vec3::UnitX());
  return std::atan2(sine, cosine) / sine * normal;
}

// How far I is turned away from J, in axes of J; z and x say which axes should point the same way.
Vec3 turn_away(const Mat3& I_in_J, bool z, bool x) {
  const double side_z = I_in_J(2, 2) < opposite ? -1 : 1, side_x = I_in_J(0, 0) < opposite ? -1 : 1;
  if (z && !x) return turn_to(side_z * Vec3::UnitZ(), I_in_J.col(2));
  if (x && !z) return turn_to(side_x * Vec3::UnitX(), I_in_J.col(0));
  const Mat3 home = Vec3(side_x, side_x * side_z, side_z).asDiagonal();
  return quaternion_log(quaternion_from_matrix(I_in_J * home.transpose()));
}

// Puts a marker with other axes in the place of one, which others may need as it is.
void turn_marker(model::Model& model, model::MarkerId& marker, const Mat3& R) {
  model::Marker copy = *model.markers.find(marker.value);
  const Euler313 e = euler313_from_matrix(model::pose(copy.placement).A * R);
  copy.placement = {copy.placement.origin, Vec3(e.psi, e.theta, e.phi)};
  const auto next = [](int id) { return id == std::numeric_limits<int>::max() ? 1 : id + 1; };
  while (model.markers.contains(copy.id)) copy.id = next(copy.id);
  model.markers.add(copy);
  marker = {copy.id};
}

}  // namespace

Turning::Turning(std::shared_ptr<const Equations> equations, const Vector& q)
    : equations_(std::move(equations)) {
  struct Axes {
    int i = 0, j = 0;
    bool z = false, x = false;
  };
  std::map<std::pair<model::Kind, int>, Axes> joints;
  for (const Codirection& c : equations_->codirections) {
    const elements::Owner& owner = equations_->rows[std::size_t(c.row)].owner;
    Axes& axes = joints[{owner.kind, owner.id}];
    axes.i = c.i;
    axes.j = c.j;
    (c.axis == 2 ? axes.z : axes.x) = true;
  }
  if (joints.empty()) return;
  elements::Motion motion(equations_->skeleton);
  const auto& last = equations_->skeleton.bodies;
  const Vector rest = Vector::Zero(last.empty() ? 0 : last.back().v + last.back().n());
  elements::move(equations_->skeleton, q, rest, rest, motion);
  for (const auto& [joint, axes] : joints) {
    const Mat3& I = motion.markers[std::size_t(axes.i)].A;
    const Mat3& J = motion.markers[std::size_t(axes.j)].A;
    const Vec3 away = turn_away(J.transpose() * I, axes.z, axes.x);
    const double angle = away.norm();
    if (angle > far_off) turns_.push_back({{joint.first, joint.second}, away / angle, angle});
  }
}

int Turning::steps() const {
  double largest = 0;
  for (const Turn& turn : turns_) largest = std::max(largest, turn.angle);
  return int(std::ceil(largest / step));
}

std::shared_ptr<const Equations> Turning::equations(int k) const {
  struct Turned {
    model::Model model;
    Equations equations;
  };
  auto turned = std::make_shared<Turned>();
  turned->model = *equations_->model;
  const double rest = 1 - double(k) / steps();
  for (const Turn& turn : turns_) {
    const Mat3 R = rotation_matrix(quaternion_exp(rest * turn.angle * turn.axis));  // (IC.8)
    if (turn.joint.kind == model::Kind::joint)
      turn_marker(turned->model, turned->model.joints.find(turn.joint.id)->j, R);
    else
      turn_marker(turned->model, turned->model.joint_primitives.find(turn.joint.id)->j, R);
  }
  turned->equations = elements::lower(turned->model);
  return {turned, &turned->equations};
}

}  // namespace trammel::analysis
