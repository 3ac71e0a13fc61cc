// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

using S = model::Graphics;
using Arguments = std::vector<Argument<S>>;
using model::Shape;

void finish_graphics(S& graphics, const Finish&) {
  if (!graphics.outline.empty()) graphics.shape = Shape::outline;
}

Arguments shapes() {
  return {
      {"ARC", Flag{&S::shape, Shape::arc}, optional, "arc about z of CM, from x"},
      {"BOX", Flag{&S::shape, Shape::box}, optional, "box from CORNER along its axes"},
      {"CIRCLE", Flag{&S::shape, Shape::circle}, optional, "circle about z of CM"},
      {"CURVE", Flag{&S::shape, Shape::curve}, optional, "a CURVE in the axes of CRM"},
      {"CYLINDER", Flag{&S::shape, Shape::cylinder}, optional, "cylinder from CM along its z axis"},
      {"ELLIPSOID", Flag{&S::shape, Shape::ellipsoid}, optional, "ellipsoid about CM"},
      {"EXTERNAL", Flag{&S::shape, Shape::external}, optional, "solid from a file"},
      {"FORCE", Flag{&S::shape, Shape::force}, optional, "arrow of a force"},
      {"FRUSTUM", Flag{&S::shape, Shape::frustum}, optional, "cut cone from CM along its z axis"},
      {"IMAGE", Flag{&S::shape, Shape::image}, optional, "picture from a file"},
      {"OUTLINE", &S::outline, count(2, 0), "line through the origins of markers"},
      {"PLANE", Flag{&S::shape, Shape::plane}, optional, "rectangle in the x-y plane of RM"},
      {"POINT", Flag{&S::shape, Shape::point}, optional, "point at RM"},
      {"SPDP", Flag{&S::shape, Shape::spdp}, optional, "symbol of a spring-damper"},
      {"TEXT", Flag{&S::shape, Shape::text}, optional, "text at RM"},
      {"TORUS", Flag{&S::shape, Shape::torus}, optional, "torus about z of CM"},
  };
}

Arguments places() {
  return {
      {"CM", &S::marker,
       required_with("ARC", "CIRCLE", "CYLINDER", "ELLIPSOID", "FRUSTUM", "TORUS"),
       "marker at the centre"},
      {"CORNER", &S::marker, required_with("BOX"), "marker at a corner"},
      {"RM", &S::marker, required_with("EXTERNAL", "IMAGE", "PLANE", "POINT", "TEXT"),
       "marker of the shape"},
      {"CRM", &S::marker, required_with("CURVE"), "marker of the curve"},
      {"CID", &S::curve, required_with("CURVE") & at_least(1), "id of the CURVE"},
  };
}

Arguments sizes() {
  constexpr Rule segmented =
      at_least(1) & with("ARC", "CIRCLE", "CYLINDER", "ELLIPSOID", "FRUSTUM", "TORUS", "CURVE");
  return {
      {"X", &S::x, required_with("BOX"), "edge along x"},
      {"Y", &S::y, required_with("BOX"), "edge along y"},
      {"Z", &S::z, required_with("BOX"), "edge along z"},
      {"XSCALE", &S::x, required_with("ELLIPSOID"), "diameter along x"},
      {"YSCALE", &S::y, required_with("ELLIPSOID"), "diameter along y"},
      {"ZSCALE", &S::z, required_with("ELLIPSOID"), "diameter along z"},
      {"LENGTH", &S::length, required_with("CYLINDER", "FRUSTUM"), "along z; may be negative"},
      {"RADIUS", &S::radius, not_negative & required_with("ARC", "CIRCLE", "CYLINDER"), "radius"},
      {"TOP", &S::top, not_negative & required_with("FRUSTUM"), "radius at the far end"},
      {"BOTTOM", &S::bottom, not_negative & required_with("FRUSTUM"), "radius at CM"},
      {"RMAJOR", &S::radius, not_negative & required_with("TORUS"), "radius of the centre line"},
      {"RMINOR", &S::minor_radius, not_negative & required_with("TORUS"), "radius of the tube"},
      {"RANGLE", &S::angle, angle & with("ARC", "CYLINDER", "FRUSTUM", "TORUS"),
       "angle the shape spans; else a full turn"},
      {"SIDES", &S::sides, at_least(1) & with("CYLINDER", "FRUSTUM", "TORUS"),
       "number of sides drawn"},
      {"SEG", &S::segments, segmented, "number of line segments of a circle"},
      {"XMIN", &S::x_min, required_with("PLANE"), "smallest x"},
      {"XMAX", &S::x_max, required_with("PLANE"), "largest x"},
      {"YMIN", &S::y_min, required_with("PLANE"), "smallest y"},
      {"YMAX", &S::y_max, required_with("PLANE"), "largest y"},
  };
}

// Springs, forces, files and texts.
Arguments symbols() {
  return {
      {"I", &S::i, required_with("SPDP"), "marker at one end"},
      {"J", &S::j, required_with("SPDP"), "marker at the other end"},
      {"COILS", &S::coils, with("SPDP") & at_least(0), "number of coils"},
      {"DA", &S::da, with("SPDP"), "diameter of the damper cylinder"},
      {"DB", &S::db, with("SPDP"), "diameter of the damper piston"},
      {"DC", &S::dc, with("SPDP"), "diameter of the coils"},
      {"LC", &S::lc, with("SPDP"), "length of the damper cylinder"},
      {"LD", &S::ld, with("SPDP"), "length of the damper piston"},
      {"ETYPE", &S::element_type, required_with("FORCE"), "statement of the force"},
      {"EID", &S::element_id, required_with("FORCE") & at_least(1), "id of the force"},
      {"EMARKER", &S::element_marker, with("FORCE"), "marker where the arrow starts"},
      {"FILE", &S::file, required_with("EXTERNAL", "IMAGE"), "name of the file"},
      {"ELEMENT", &S::element, with("EXTERNAL"), "name of the solid in the file"},
      {"FACETING_TOLERANCE", &S::faceting_tolerance, positive & with("EXTERNAL"),
       "fineness of the facets"},
      {"STRING", &S::text, required_with("TEXT"), "the text"},
  };
}

// Every shape is a word by itself, but OUTLINE, which lists its markers.
std::vector<std::string_view> shape_words() {
  return {"ARC",     "BOX",   "CIRCLE",  "CURVE", "CYLINDER", "ELLIPSOID", "EXTERNAL", "FORCE",
          "FRUSTUM", "IMAGE", "OUTLINE", "PLANE", "POINT",    "SPDP",      "TEXT",     "TORUS"};
}

}  // namespace

SyntaxPointer graphics() {
  Statement<S> table{
      .name = "GRAPHICS",
      .help = "Shape of a part, or symbol of an element, for pictures and contacts.",
      .exactly_one_of = {shape_words()},
      .finish = finish_graphics,
  };
  for (const Arguments& rows : {shapes(), places(), sizes(), symbols()})
    table.arguments.insert(table.arguments.end(), rows.begin(), rows.end());
  return element(table);
}

}  // namespace trammel::adm
