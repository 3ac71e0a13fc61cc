// The bodies and markers of a mechanism, and their motion at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/body.h"
#include "kinematics/marker_motion.h"

namespace trammel::elements {

inline constexpr int ground = -1;       // body of markers that do not move
inline constexpr int ground_frame = 0;  // the first marker is the frame of the ground

struct Marker {
  int body = ground;
  Vec3 s = Vec3::Zero();      // origin in the frame of the body (of the ground)
  Mat3 A = Mat3::Identity();  // axes in the frame of the body (of the ground)
  int id = 0;                 // of the user; 0: the ground frame
};

struct Skeleton {
  std::vector<Body> bodies;
  std::vector<Marker> markers = {Marker{}};
  Vec3 gravity = Vec3::Zero();
};

// Where everything is and how it moves, in global axes. Markers of the ground are filled once.
struct Motion {
  std::vector<kinematics::MarkerMotion> bodies, markers;

  explicit Motion(const Skeleton&);
  Motion() = default;
};

void move(const Skeleton&, const Vector& q, const Vector& v, const Vector& a, Motion&);
// The same in parts: bodies, then markers.
void move_bodies(const Skeleton&, const Vector& q, const Vector& v, const Vector& a, int begin,
                 int end, Motion&);
void move_markers(const Skeleton&, std::span<const int> markers, Motion&);

}  // namespace trammel::elements
