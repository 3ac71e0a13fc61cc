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

void move_markers(const Skeleton& skeleton, int begin, int end, Motion& result) {
  for (int k = begin; k < end; ++k) {
    const Marker& marker = skeleton.markers[index(k)];
    if (marker.body == ground) continue;
    kinematics::carry(result.bodies[index(marker.body)], marker.s, marker.A,
                      result.markers[index(k)]);
  }
}

void move(const Skeleton& skeleton, const Vector& q, const Vector& v, const Vector& a,
          Motion& result) {
  move_bodies(skeleton, q, v, a, 0, static_cast<int>(skeleton.bodies.size()), result);
  move_markers(skeleton, 0, static_cast<int>(skeleton.markers.size()), result);
}

}  // namespace trammel::elements
