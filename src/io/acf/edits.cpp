// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace trammel::acf {
namespace {

using adm::Code;

bool any_given(const adm::StatementReader& reader, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return reader.given(name); });
}

// Settings leave the equations alone, but gravity is part of them.
bool concerns_equations(const adm::Syntax& syntax) {
  return syntax.has_id() || syntax.name() == "ACCGRAV";
}

}  // namespace

bool Edits::change(const Command& command, model::Model& model) {
  const adm::Syntax& syntax = *command.change;
  adm::StatementReader reader(command.text, command.file->diagnostics);
  reader.scanner().skip_space();
  reader.scanner().word();
  reader.scanner().skip_blanks();
  reader.scanner().take('/');
  const int id = syntax.has_id() ? reader.peek_id() : 0;
  const bool is_part = syntax.name() == "PART" && model.parts.contains(id);
  model::Part part;
  if (is_part) part = *model.parts.find(id);
  syntax.change(reader, &model);
  if (reader.errors() > 0) return false;
  if (is_part && (model.parts.find(id)->ground != part.ground ||
                  model.parts.find(id)->planar != part.planar)) {
    reader.scanner().error(Code::unsupported_argument, 0,
                           "GROUND and PLANAR cannot change in a run");
    return false;
  }
  lists_ = reader.lists();
  if (!concerns_equations(syntax)) return true;
  note_start(reader, syntax.name(), id);
  note(command, fmt::format("{}/{}", syntax.name(), id));
  return true;
}

void Edits::note_start(adm::StatementReader& reader, std::string_view statement, int id) {
  if (statement == "PART" || statement == "POINT_MASS") {
    const auto kind = statement == "PART" ? model::Kind::part : model::Kind::point_mass;
    if (any_given(reader, {"QG", "REULER", "ZG", "XG"})) start_.positions.push_back({kind, id});
    if (any_given(reader, {"VX", "VY", "VZ"}) ||
        (statement == "PART" && any_given(reader, {"VM", "WX", "WY", "WZ", "WM"})))
      start_.velocities.push_back({kind, id});
  }
  if (statement == "DIFF" && reader.given("IC")) start_.states.push_back({model::Kind::diff, id});
}

bool Edits::set_active(const Command& command, model::Kind kind, int id, bool active,
                       model::Model& model) {
  if (!model.contains(kind, id)) return false;
  if (model.is_active(kind, id) == active) return true;
  model.set_active(kind, id, active);
  note(command, fmt::format("{}/{}", model::statement_name(kind), id));
  return true;
}

void Edits::note(const Command& command, std::string label) {
  commands_.emplace_back(std::move(label), &command);
}

void Edits::restore(analysis::NewStart start, const Command& by) {
  start_ = std::move(start);
  note(by, "");
}

const Command& Edits::culprit(const model::Problem& problem) const {
  const std::string label = problem.label.substr(0, problem.label.find(' '));
  const auto found = std::find_if(commands_.rbegin(), commands_.rend(),
                                  [&](const auto& entry) { return entry.first == label; });
  return *(found == commands_.rend() ? commands_.back() : *found).second;
}

}  // namespace trammel::acf
