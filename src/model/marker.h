// MARKER: a frame on a part, or a floating one that an element places while the model moves.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "model/element.h"
#include "model/placement.h"

namespace trammel::model {

struct Marker : Element {
  static constexpr Kind kind = Kind::marker;

  PartId part;  // exactly one of part and point_mass
  PointMassId point_mass;
  bool floating = false;
  Placement placement;  // in the part's coordinate system; unused when floating

  friend bool operator==(const Marker&, const Marker&) = default;
};

}  // namespace trammel::model
