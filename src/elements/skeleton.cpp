// SPDX-License-Identifier: BSD-3-Clause
#include "elements/skeleton.h"

#include "elements/index.h"
#include "kinematics/marker_map.h"

namespace trammel::elements {

Motion::Motion(const Skeleton& skeleton)
    : bodies(skeleton.bodies.size()), markers(skeleton.markers.size()) {
  for (std::size_t k = 0; k < markers.size(); ++k)
    if (skeleton.markers[k].body == ground) {
      markers[k].r = skeleton.markers[k].s;
      markers[k].A = skeleton.markers[k].A;
    }
}

void move_bodies(const Skeleton& skeleton, const Vector& q, const Vector& v, const Vector& a,
                 int begin, int end, Motion& result) {
  for (int b = begin; b < end; ++b)
    result.bodies[index(b)] = motion(skeleton.bodies[index(b)], q, v, a);
}

namespace {

void move_marker(const Skeleton& skeleton, int k, Motion& result) {
  const Marker& marker = skeleton.markers[index(k)];
  if (marker.body == ground) return;
  kinematics::carry(result.bodies[index(marker.body)], marker.s, marker.A,
                    result.markers[index(k)]);
}

}  // namespace

void move_markers(const Skeleton& skeleton, std::span<const int> markers, Motion& result) {
  for (const int k : markers) move_marker(skeleton, k, result);
}

void move(const Skeleton& skeleton, const Vector& q, const Vector& v, const Vector& a,
          Motion& result) {
  move_bodies(skeleton, q, v, a, 0, static_cast<int>(skeleton.bodies.size()), result);
  for (int k = 0; k < static_cast<int>(skeleton.markers.size()); ++k)
    move_marker(skeleton, k, result);
}

}  // namespace trammel::elements
