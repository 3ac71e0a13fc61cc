// GRAPHICS: shapes for pictures, and for contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/element.h"

namespace trammel::model {

enum class Shape : unsigned char {
  arc,
  box,
  circle,
  curve,
  cylinder,
  ellipsoid,
  external,
  force,
  frustum,
  image,
  outline,
  plane,
  point,
  spdp,
  text,
  torus,
};

struct Graphics : Element {
  static constexpr Kind kind = Kind::graphics;

  Shape shape = Shape::point;
  MarkerId marker;                // CM, CORNER, RM or CRM: where the shape stands
  MarkerId i, j;                  // of a spring-damper symbol
  std::vector<MarkerId> outline;  // polyline through these markers
  std::optional<double> x, y, z;  // box: edges; ellipsoid: diameters
  std::optional<double> length, radius, top, bottom, minor_radius;
  std::optional<double> angle;  // RANGLE [rad]
  std::optional<int> sides, segments;
  std::optional<double> x_min, x_max, y_min, y_max;
  std::optional<int> coils;
  std::optional<double> da, db, dc, lc, ld;  // drawing lengths of a spring-damper symbol
  std::optional<int> curve;                  // CID
  std::string element_type;                  // ETYPE of a force symbol
  std::optional<int> element_id;             // EID
  MarkerId element_marker;                   // EMARKER
  std::string file, element;                 // of an external solid or an image
  std::optional<double> faceting_tolerance;
  std::string text;

  friend bool operator==(const Graphics&, const Graphics&) = default;
};

}  // namespace trammel::model
