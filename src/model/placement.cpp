// SPDX-License-Identifier: BSD-3-Clause
#include "model/placement.h"

#include "math/euler313.h"

namespace trammel::model {
namespace {

// Directions closer than this (sine of the angle) span no plane that could be trusted.
constexpr double smallest_sine = 1e-10;

struct Directions {
  Vec3 z, x;
};

// unit(v) without overflow; zero for zero.
Vec3 unit(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  return largest > 0 ? (v / largest).normalized() : Vec3::Zero();
}

// The axis `image` of a frame, when its axis `axis` is turned to `target` the shortest way.
Vec3 carried(const Vec3& axis, const Vec3& target, const Vec3& image) {
  const Vec3 w = axis.cross(target);
  const double c = axis.dot(target);
  // Of the many half turns the one about the image itself.
  if (c < -1 + smallest_sine) return image;
  return image + w.cross(image) + w.cross(w.cross(image)) / (1 + c);
}

Directions directions(const Placement& p) {
  const Vec3 ex = Vec3::UnitX(), ez = Vec3::UnitZ();
  Directions d{p.z_point ? unit(*p.z_point - p.origin) : ez,
               p.x_point ? unit(*p.x_point - p.origin) : ex};
  const bool parallel = d.z.cross(d.x).norm() < smallest_sine;
  if (parallel && !p.x_point) d.x = carried(ez, d.z, ex);                  // (MDL.3)
  if (parallel && !p.z_point && p.x_is_exact) d.z = carried(ex, d.x, ez);  // (MDL.3)
  return d;
}

Mat3 columns(const Vec3& x, const Vec3& y, const Vec3& z) {
  Mat3 A;
  A << x, y, z;
  return A;
}

}  // namespace

PlacementFault fault(const Placement& placement) {
  if (placement.euler || (!placement.z_point && !placement.x_point)) return PlacementFault::none;
  if (placement.z_point && *placement.z_point == placement.origin)
    return PlacementFault::z_point_at_origin;
  if (placement.x_point && *placement.x_point == placement.origin)
    return PlacementFault::x_point_at_origin;
  const Directions d = directions(placement);
  return d.z.cross(d.x).norm() < smallest_sine ? PlacementFault::points_on_one_line
                                               : PlacementFault::none;
}

Pose pose(const Placement& placement) {
  if (placement.euler) {
    const Vec3& angles = *placement.euler;
    return {placement.origin, rotation_matrix(Euler313{angles.x(), angles.y(), angles.z()})};
  }
  if ((!placement.z_point && !placement.x_point) || fault(placement) != PlacementFault::none)
    return {placement.origin, Mat3::Identity()};
  const Directions d = directions(placement);
  const Vec3 y = unit(d.z.cross(d.x));
  if (placement.x_is_exact) return {placement.origin, columns(d.x, y, d.x.cross(y))};  // (MDL.2)
  return {placement.origin, columns(y.cross(d.z), y, d.z)};                            // (MDL.1)
}

}  // namespace trammel::model
