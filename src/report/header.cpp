// SPDX-License-Identifier: BSD-3-Clause
#include "report/header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace trammel::report {
namespace {

using Json = nlohmann::ordered_json;
using results::Contents;

Json entity(const results::Entity& e) {
  return {{"code", e.code()}, {"name", e.display_name()}};
}

Json part(const results::PartInfo& p) {
  Json json = entity(p);
  json["mass"] = p.mass;
  json["cm"] = p.cm;
  return json;
}

Json marker(const results::MarkerInfo& m) {
  Json json = entity(m);
  json["part"] = m.part;
  json["pose"] = m.pose;
  if (m.floating) json["floating"] = true;
  return json;
}

Json graphic(const results::GraphicInfo& g) {
  Json json = entity(g);
  json["shape"] = g.shape;
  json["marker"] = g.marker;
  json["i"] = g.i;
  json["j"] = g.j;
  json["numbers"] = Json::object();
  for (const results::ShapeNumber& number : results::shape_numbers)
    if (const double value = g.numbers.*number.value; std::isfinite(value))
      json["numbers"][std::string(number.name)] = value;
  if (!g.outline.empty()) json["outline"] = g.outline;
  if (!g.points.empty()) json["points"] = g.points;
  if (!g.text.empty()) json["text"] = g.text;
  if (!g.file.empty()) json["file"] = g.file;
  if (!g.element.empty()) json["element"] = g.element;
  return json;
}

Json element(const results::ElementInfo& e) {
  Json json = entity(e);
  json["statement"] = e.statement;
  json["type"] = e.type;
  json["i"] = e.i;
  json["j"] = e.j;
  return json;
}

Json channel(const results::Channel& c) {
  return {{"name", c.name},
          {"label", c.label},
          {"unit", c.unit},
          {"section", section_name(c.section)},
          {"column", c.column}};
}

template <class Items, class Describe>
Json list(const Items& items, Describe one) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(one(item));
  return json;
}

Json notes(const Contents& contents) {
  const auto count = [&](std::string_view shape) {
    return std::count_if(contents.graphics.begin(), contents.graphics.end(),
                         [&](const results::GraphicInfo& g) { return g.shape == shape; });
  };
  Json json = Json::array();
  for (const std::string_view shape : {"EXTERNAL", "IMAGE"})
    if (const auto number = count(shape); number > 0)
      json.push_back(std::to_string(number) + " GRAPHICS of the shape " + std::string(shape) +
                     " refer to other files and are not drawn");
  return json;
}

}  // namespace

std::string_view section_name(results::Section section) {
  constexpr std::array<std::string_view, results::section_count> names = {
      "pose", "velocity", "acceleration", "reactions", "forces", "variables", "states", "requests"};
  return names[std::size_t(section)];
}

Json describe(const results::ResultFile& file) {
  const Contents& c = file.contents();
  return {{"version", 1},
          {"title", c.title},
          {"program", c.program},
          {"created", c.created},
          {"model", std::filesystem::path(c.model_file).filename().string()},
          {"units",
           {{"length", c.units.length},
            {"mass", c.units.mass},
            {"time", c.units.time},
            {"force", c.units.force}}},
          {"gravity", c.gravity},
          {"outputs", file.frames()},
          {"parts", list(c.parts, part)},
          {"markers", list(c.markers, marker)},
          {"graphics", list(c.graphics, graphic)},
          {"reactions", list(c.reactions, element)},
          {"forces", list(c.forces, element)},
          {"channels", list(file.channels(), channel)},
          {"summary", Json::parse(results::to_json(file.summary().statistics))},
          {"warnings", file.summary().warnings},
          {"notes", notes(c)}};
}

}  // namespace trammel::report
