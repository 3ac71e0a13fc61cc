// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/inventory.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

using Report = std::back_insert_iterator<std::string>;

std::string_view name_of(const model::Unit* unit) {
  return unit ? unit->name : "?";
}

void describe_units(Report out, const model::Units& units) {
  if (!units.force_unit() && !units.length_unit())
    fmt::format_to(out, "units      not given");
  else
    fmt::format_to(out, "units      {}, {}, {}, {}", name_of(units.force_unit()),
                   name_of(units.mass_unit()), name_of(units.length_unit()),
                   name_of(units.time_unit()));
  fmt::format_to(out, "; consistency factor {:.10g}\n", units.consistency_factor());
}

// "12, 20-23": consecutive elements of a range of lines would say less than the lines themselves,
// so each statement is listed by its first line.
std::string line_list(const std::vector<int>& lines) {
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t i = 0; i < lines.size() && i < shown; ++i)
    text += fmt::format("{}{}", i > 0 ? ", " : "", lines[i]);
  if (lines.size() > shown) text += ", ...";
  return text;
}

std::string joint_types(const model::Model& model) {
  std::map<std::string, int> types;
  for (const SyntaxPointer& syntax : statements()) {
    if (syntax->name() != "JOINT" && syntax->name() != "JPRIM") continue;
    syntax->for_each(model, [&](const Syntax::Item& item) {
      for (const ArgumentRow& row : syntax->arguments())
        if (row.is_flag() && row.binding->is_set(item.element)) ++types[row.keyword.name()];
    });
  }
  std::string text;
  for (const auto& [type, count] : types)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, type);
  return text;
}

}  // namespace

std::string inventory(const Reading& reading) {
  const model::Model& model = reading.model;
  std::string text;
  const Report out(text);
  fmt::format_to(out, "model      {}\n",
                 model.title.empty() ? "(no title)" : printable(model.title));
  describe_units(out, model.units);
  fmt::format_to(out, "gravity    {:.10g}, {:.10g}, {:.10g}\n", model.gravity.x, model.gravity.y,
                 model.gravity.z);

  fmt::format_to(out, "\nelements\n");
  for (const SyntaxPointer& syntax : statements()) {
    std::size_t count = 0;
    syntax->for_each(model, [&](const Syntax::Item&) { ++count; });
    if (syntax->has_id() && count > 0) fmt::format_to(out, "{:>8}  {}\n", count, syntax->name());
  }
  const std::string types = joint_types(model);
  if (!types.empty()) fmt::format_to(out, "joints     {}\n", types);

  std::string settings;
  for (const SyntaxPointer& syntax : statements())
    if (!syntax->has_id())
      syntax->for_each(model, [&](const Syntax::Item&) { settings += " " + syntax->name(); });
  if (!settings.empty()) fmt::format_to(out, "settings  {}\n", settings);

  if (reading.refusals.empty()) return text;
  std::map<std::string_view, std::vector<int>> refused;
  for (const Refusal& refusal : reading.refusals)
    refused[refusal.statement].push_back(refusal.at.line);
  fmt::format_to(out, "\nunsupported statements\n");
  for (const auto& [name, lines] : refused)
    fmt::format_to(out, "{:>8}  {:<12} line{} {}\n", lines.size(), name,
                   lines.size() == 1 ? "" : "s", line_list(lines));
  return text;
}

}  // namespace trammel::adm
