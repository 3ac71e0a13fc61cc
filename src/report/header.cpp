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

bool is_mesh(const results::GraphicInfo& g) {
  return g.shape == "EXTERNAL" && !g.points.empty();
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
  if (!g.points.empty() && !is_mesh(g)) json["points"] = g.points;
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

// Which files are missed, a few of them by name.
std::string files_of(const std::vector<const results::GraphicInfo*>& graphics) {
  constexpr std::size_t named = 3, longest = 200;
  std::vector<std::string> names;
  for (const results::GraphicInfo* g : graphics)
    if (std::find(names.begin(), names.end(), g->file) == names.end()) names.push_back(g->file);
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), named); ++k)
    text += (k > 0 ? ", " : "") + names[k].substr(0, longest);
  return text + (names.size() > named ? ", \u2026" : "");
}

Json notes(const Contents& contents) {
  Json json = Json::array();
  for (const auto& [shape, hint] :
       {std::pair{
            "EXTERNAL",
            "only meshes are: an .stl or .obj file beside the dataset, named as FILE, or like "
            "ELEMENT"},
        {"IMAGE", "pictures never are"}}) {
    std::vector<const results::GraphicInfo*> missed;
    for (const results::GraphicInfo& g : contents.graphics)
      if (g.shape == shape && !is_mesh(g)) missed.push_back(&g);
    if (!missed.empty())
      json.push_back(std::to_string(missed.size()) + " GRAPHICS of the shape " + shape +
                     " not drawn (" + files_of(missed) + "); " + hint);
  }
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
