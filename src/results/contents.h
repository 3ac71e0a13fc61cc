// What a result file is about, apart from numbers that change with time: units, parts, markers, shapes,
// joints, forces, variables, requests. Enough to draw and to label the mechanism without its dataset.
//
// All indices count from 0 and are those of the vectors here; −1: none, or the ground. Poses are seven
// numbers x, y, z, e0, e1, e2, e3: the origin and a unit quaternion, scalar first, that turns local into
// outer axes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::results {

inline constexpr int ground = -1;

using PoseNumbers = std::array<double, 7>;
inline constexpr PoseNumbers identity_pose = {0, 0, 0, 1, 0, 0, 0};

// Text from the dataset: never trust it as markup, a path or a format.
struct Entity {
  std::string statement;  // "PART", "SFORCE"
  int id = 0;
  std::string name;  // adams_view_name as given, "model.arm"; may be empty

  std::string code() const { return statement + "_" + std::to_string(id); }  // "PART_2"
  // Last dotted part of the name; without a name the code.
  std::string display_name() const;
};

// Moves; a POINT_MASS does not turn.
struct PartInfo : Entity {
  double mass = 0;
  PoseNumbers cm = identity_pose;     // in the part; CM marker, or the part's own frame
  PoseNumbers start = identity_pose;  // as the dataset places it
};

struct MarkerInfo : Entity {
  int part = ground;
  PoseNumbers pose = identity_pose;  // in the part, or in ground
  bool floating = false;             // follows an element; its pose here means nothing
};

// Numbers of a GRAPHICS statement, lengths in model units, angles in radians; not a number where the shape
// has no such number.
struct ShapeNumbers {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double x = none, y = none, z = none;   // BOX: edges from the corner; ELLIPSOID: diameters
  double length = none, radius = none;   // TORUS: radius of the centre line
  double top = none, bottom = none;      // FRUSTUM: radii at the far end and at the marker
  double minor_radius = none;            // TORUS: of the tube
  double angle = none;                   // spanned about z from x; 2π when not given
  double sides = none, segments = none;  // for drawing; 20 when not given
  double x_min = none, x_max = none, y_min = none, y_max = none;               // PLANE
  double coils = none, da = none, db = none, dc = none, lc = none, ld = none;  // SPDP
};
struct ShapeNumber {
  std::string_view name;
  double ShapeNumbers::*value;
};
inline constexpr std::array<ShapeNumber, 21> shape_numbers = {{
    {"x", &ShapeNumbers::x},
    {"y", &ShapeNumbers::y},
    {"z", &ShapeNumbers::z},
    {"length", &ShapeNumbers::length},
    {"radius", &ShapeNumbers::radius},
    {"top", &ShapeNumbers::top},
    {"bottom", &ShapeNumbers::bottom},
    {"minor_radius", &ShapeNumbers::minor_radius},
    {"angle", &ShapeNumbers::angle},
    {"sides", &ShapeNumbers::sides},
    {"segments", &ShapeNumbers::segments},
    {"x_min", &ShapeNumbers::x_min},
    {"x_max", &ShapeNumbers::x_max},
    {"y_min", &ShapeNumbers::y_min},
    {"y_max", &ShapeNumbers::y_max},
    {"coils", &ShapeNumbers::coils},
    {"da", &ShapeNumbers::da},
    {"db", &ShapeNumbers::db},
    {"dc", &ShapeNumbers::dc},
    {"lc", &ShapeNumbers::lc},
    {"ld", &ShapeNumbers::ld},
}};

struct GraphicInfo : Entity {
  std::string shape;         // "BOX", "CYLINDER", "OUTLINE", … as in the dataset
  int marker = -1;           // where it stands: CM, CORNER, RM or CRM
  int i = -1, j = -1;        // markers of an SPDP
  std::vector<int> outline;  // markers of an OUTLINE
  // In the axes of `marker`: of a CURVE; of an EXTERNAL the corners of its triangles, three each.
  std::vector<std::array<double, 3>> points;
  ShapeNumbers numbers;
  std::string text;     // TEXT
  std::string file;     // EXTERNAL, IMAGE: as written
  std::string element;  // FORCE: "SFORCE_3", code of what the arrow shows
};

// A joint, motion, constraint or applied force, drawn between markers I and J.
struct ElementInfo : Entity {
  std::string type;  // "REVOLUTE", "INLINE", "ROTATION" …; empty where the statement says it all
  int i = -1, j = -1;  // markers; of a COUPLER, GEAR or MOTION those of its (first) joint
};

struct ScalarInfo : Entity {  // a variable or a differential state
  int component = 0;          // of a system with several states, from 1; 0: the only one
};

struct RequestInfo : Entity {
  std::string column;    // "REQ3", "MREQ5.PART3": as in the CSV table
  std::string quantity;  // "DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE", "EXPRESSION"
  std::string comment;
  std::string results_name;
  std::array<std::string, 8> components;  // "X", or as TITLE or CNAMES say; empty: not shown
  std::array<std::string, 8> units;       // symbols; empty: unknown
};

struct UnitSymbols {  // as on an axis, "mm"; empty: not said
  std::string length, mass, time, force;
};
struct UnitNames {  // as in the dataset, "MILLIMETER"
  std::string length, mass, time, force;
};

struct Contents {
  std::string title;
  std::string model_file, model_text;  // the dataset, as it was named and as it was read
  std::string program, created;        // "trammel 0.1.0", "2026-11-16T15:40:00Z"
  UnitSymbols units;
  UnitNames unit_names;
  std::array<double, 3> gravity{};

  std::vector<PartInfo> parts;  // all that move, in the order of the dataset
  std::vector<MarkerInfo> markers;
  std::vector<GraphicInfo> graphics;
  std::vector<ElementInfo> reactions;  // of joints, primitives, motions, couplers, …
  std::vector<ElementInfo> forces;     // applied
  std::vector<ScalarInfo> variables, states;
  std::vector<RequestInfo> requests;
};

}  // namespace trammel::results
