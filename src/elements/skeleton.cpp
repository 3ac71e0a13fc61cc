// SPDX-License-Identifier: BSD-3-Clause
#include "elements/skeleton.h"

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

void move(const Skeleton& skeleton, const Vector& q, const Vector& v, const Vector& a,
          Motion& result) {
  for (std::size_t b = 0; b < skeleton.bodies.size(); ++b)
    result.bodies[b] = motion(skeleton.bodies[b], q, v, a);
  for (std::size_t k = 0; k < skeleton.markers.size(); ++k) {
    const Marker& marker = skeleton.markers[k];
    if (marker.body == ground) continue;
    kinematics::carry(result.bodies[static_cast<std::size_t>(marker.body)], marker.s, marker.A,
                      result.markers[k]);
  }
}

}  // namespace trammel::elements
