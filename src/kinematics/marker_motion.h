// The motion of a marker: everything a measure may depend on, all in global axes.
//
// A measure is differentiated with respect to independent small changes of this motion,
//   r ← r + δr,   A ← exp([δθ×]) A,   v ← v + δv,   ω ← ω + δω,   a ← a + δa,   ω̇ ← ω̇ + δω̇,
// so the part that carries the marker, rigid or not, only has to say how its own coordinates move
// the marker.  Along a motion (r, θ)˙ = (v, ω) and (v, ω)˙ = (a, ω̇).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "math/vec.h"

namespace trammel::kinematics {

struct MarkerMotion {
  Vec3 r = Vec3::Zero();
  Mat3 A = Mat3::Identity();  // columns: the axes x, y, z of the marker
  Vec3 v = Vec3::Zero(), omega = Vec3::Zero();
  Vec3 a = Vec3::Zero(), omega_dot = Vec3::Zero();
};

// What an omitted marker argument means: the origin and the axes of the ground.
inline const MarkerMotion ground_marker;

// The marker arguments of a measure by role: position of i relative to j, in the axes of k, as seen
// by an observer on l.
enum class Slot : unsigned char { i, j, k, l };

// The same marker may stand in several slots; derivatives are then given for each slot and add up.
// Refers to the motions, which must outlive it.
class Markers {
 public:
  explicit Markers(const MarkerMotion& i, const MarkerMotion& j = ground_marker,
                   const MarkerMotion& k = ground_marker, const MarkerMotion& l = ground_marker)
      : motion_{&i, &j, &k, &l} {}

  const MarkerMotion& operator[](Slot slot) const { return *motion_[static_cast<unsigned>(slot)]; }
  const MarkerMotion& i() const { return *motion_[0]; }
  const MarkerMotion& j() const { return *motion_[1]; }
  const MarkerMotion& k() const { return *motion_[2]; }
  const MarkerMotion& l() const { return *motion_[3]; }

  void set(Slot slot, const MarkerMotion& motion) {
    motion_[static_cast<unsigned>(slot)] = &motion;
  }

 private:
  std::array<const MarkerMotion*, 4> motion_;
};

}  // namespace trammel::kinematics
