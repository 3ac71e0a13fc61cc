// Where the contents of a result file are in it: one description for writer and reader, which therefore
// cannot differ. docs/reference/result-format.md
//
// An archive has attribute(object, name, value) and table(group, rows, columns); the columns are said
// with text, texts, integer, flag, number, numbers, shape, list and points, each with a function from
// an item to what belongs into the column.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "results/contents.h"

namespace trammel::results::hdf5 {

inline constexpr const char* format_name = "trammel results";
inline constexpr int format_version = 1;

// Functions from an item to a member, const or not as the item is.
#define TRAMMEL_FIELD(member) \
  [](auto& item) -> auto& {   \
    return item.member;       \
  }

template <class Columns>
void visit_entity(Columns& c) {
  c.integer("id", TRAMMEL_FIELD(id));
  c.text("statement", TRAMMEL_FIELD(statement));
  c.text("name", TRAMMEL_FIELD(name));
}

template <class Columns>
void visit_graphics(Columns& c) {
  visit_entity(c);
  c.text("shape", TRAMMEL_FIELD(shape));
  c.integer("marker", TRAMMEL_FIELD(marker));
  c.integer("i", TRAMMEL_FIELD(i));
  c.integer("j", TRAMMEL_FIELD(j));
  c.shape("numbers", TRAMMEL_FIELD(numbers));
  c.list("outline", TRAMMEL_FIELD(outline));
  c.points("points", TRAMMEL_FIELD(points));
  c.text("text", TRAMMEL_FIELD(text));
  c.text("file", TRAMMEL_FIELD(file));
  c.text("element", TRAMMEL_FIELD(element));
}

template <class Columns>
void visit_requests(Columns& c) {
  visit_entity(c);
  c.text("column", TRAMMEL_FIELD(column));
  c.text("quantity", TRAMMEL_FIELD(quantity));
  c.text("comment", TRAMMEL_FIELD(comment));
  c.text("results_name", TRAMMEL_FIELD(results_name));
  c.texts("components", TRAMMEL_FIELD(components));
  c.texts("units", TRAMMEL_FIELD(units));
}

template <class Archive, class C>
void visit_contents(Archive& a, C& contents) {
  a.attribute("/", "title", contents.title);
  a.attribute("/", "program", contents.program);
  a.attribute("/", "created", contents.created);
  a.attribute("/", "model_file", contents.model_file);
  a.attribute("/", "gravity", contents.gravity);
  a.attribute("/units", "length", contents.units.length);
  a.attribute("/units", "mass", contents.units.mass);
  a.attribute("/units", "time", contents.units.time);
  a.attribute("/units", "force", contents.units.force);
  a.attribute("/units", "length_name", contents.unit_names.length);
  a.attribute("/units", "mass_name", contents.unit_names.mass);
  a.attribute("/units", "time_name", contents.unit_names.time);
  a.attribute("/units", "force_name", contents.unit_names.force);
  a.bytes("/model/text", contents.model_text);

  a.table("/parts", contents.parts, [](auto& c) {
    visit_entity(c);
    c.number("mass", TRAMMEL_FIELD(mass));
    c.numbers("cm", TRAMMEL_FIELD(cm));
    c.numbers("start", TRAMMEL_FIELD(start));
  });
  a.table("/markers", contents.markers, [](auto& c) {
    visit_entity(c);
    c.integer("part", TRAMMEL_FIELD(part));
    c.numbers("pose", TRAMMEL_FIELD(pose));
    c.flag("floating", TRAMMEL_FIELD(floating));
  });
  a.table("/graphics", contents.graphics, [](auto& c) { visit_graphics(c); });
  const auto connectors = [](auto& c) {
    visit_entity(c);
    c.text("type", TRAMMEL_FIELD(type));
    c.integer("i", TRAMMEL_FIELD(i));
    c.integer("j", TRAMMEL_FIELD(j));
  };
  a.table("/reactions", contents.reactions, connectors);
  a.table("/forces", contents.forces, connectors);
  const auto scalars = [](auto& c) {
    visit_entity(c);
    c.integer("component", TRAMMEL_FIELD(component));
  };
  a.table("/variables", contents.variables, scalars);
  a.table("/states", contents.states, scalars);
  a.table("/requests", contents.requests, [](auto& c) { visit_requests(c); });
}

#undef TRAMMEL_FIELD

}  // namespace trammel::results::hdf5
