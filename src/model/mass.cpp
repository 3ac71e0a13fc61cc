// SPDX-License-Identifier: BSD-3-Clause
#include "model/mass.h"

#include <Eigen/Eigenvalues>

namespace trammel::model {
namespace {

Mat3 matrix_of(const std::array<double, 6>& ip) {
  const auto& [xx, yy, zz, xy, xz, yz] = ip;
  Mat3 J;
  J << xx, -xy, -xz, -xy, yy, -yz, -xz, -yz, zz;  // (MDL.5)
  return J;
}

}  // namespace

Pose pose_in_part(const Marker& marker) {
  return pose(marker.placement);
}

Pose pose_in_ground(const Model& model, const Marker& marker) {
  Pose outer;
  if (const Part* part = model.find(marker.part)) outer = pose(part->placement);
  if (const PointMass* point = model.find(marker.point_mass)) outer = pose(point->placement);
  return compose(outer, pose_in_part(marker));
}

MassProperties mass_properties(const Model& model, const Part& part) {
  MassProperties result;
  result.mass = part.mass;
  const Marker* cm = model.find(part.cm);
  if (cm) result.centre = pose_in_part(*cm);
  result.inertia = matrix_of(part.inertia);
  if (const Marker* im = model.find(part.im)) {
    const Pose about = pose_in_part(*im);
    const Vec3 d = about.A.transpose() * (result.centre.r - about.r);
    result.inertia -= part.mass * (d.dot(d) * Mat3::Identity() - d * d.transpose());  // (MDL.6)
    const Mat3 R = about.A.transpose() * result.centre.A;
    result.inertia = R.transpose() * result.inertia * R;  // (MDL.7)
  }
  return result;
}

MassProperties mass_properties(const Model& model, const PointMass& point) {
  MassProperties result;
  result.mass = point.mass;
  if (const Marker* cm = model.find(point.cm)) result.centre = pose_in_part(*cm);
  return result;
}

Vec3 principal_moments(const Mat3& inertia) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace trammel::model
