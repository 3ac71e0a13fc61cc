// Where a frame stands and how it is turned, as the user said it, and the pose that follows.
//
// Points: z from the origin to the z point; the x point lies in the x–z plane, on the +x side:
//   z = unit(Z − Q),   y = unit(z × (X − Q)),   x = y × z                      (MDL.1)
// With `x_is_exact` (USEXP) the roles change:
//   x = unit(X − Q),   y = unit((Z − Q) × x),   z = x × y                      (MDL.2)
// A point left out stands on the parent's axis of the same letter, seen from the origin; where
// that leaves the other axis open, the frame is the parent's one turned the shortest way  (MDL.3)
// Derivation: docs/theory/model.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "math/vec.h"

namespace trammel::model {

// Position r and axes A (columns) of a frame in another one.
struct Pose {
  Vec3 r = Vec3::Zero();
  Mat3 A = Mat3::Identity();
};

// A frame that is `inner` in a frame that is `outer`.
inline Pose compose(const Pose& outer, const Pose& inner) {
  return {outer.r + outer.A * inner.r, outer.A * inner.A};
}

struct Placement {
  Vec3 origin = Vec3::Zero();     // QP, QG
  std::optional<Vec3> euler{};    // REULER, body-fixed 3-1-3 [rad]
  std::optional<Vec3> z_point{};  // ZP, ZG
  std::optional<Vec3> x_point{};  // XP, XG
  bool x_is_exact = false;        // USEXP

  friend bool operator==(const Placement&, const Placement&) = default;
};

enum class PlacementFault : unsigned char {
  none,
  z_point_at_origin,
  x_point_at_origin,
  points_on_one_line,  // with the origin: they span no plane
};

PlacementFault fault(const Placement& placement);

// The identity turn where fault() is not none.
Pose pose(const Placement& placement);

}  // namespace trammel::model
