// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include "io/acf/present_start.h"

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

// What no command may do to a part; false: it has, and that was said.
bool check_part(adm::StatementReader& reader, const model::Part& before, const model::Part& after) {
  const auto refuse = [&](const char* text, const char* hint) {
    reader.scanner().error(Code::unsupported_argument, 0, text, hint);
    return false;
  };
  if (after.ground != before.ground || after.planar != before.planar)
    return refuse("GROUND and PLANAR cannot change in a run", "");
  model::Part same = after;
  same.material = before.material;
  if (before.ground && !(same == before))
    return refuse("the ground has no mass, no place and no velocity to change",
                  "another PART is meant; MARKERs of the ground can be moved");
  return true;
}

bool gives_place(const adm::StatementReader& reader) {
  return any_given(reader, {"QG", "REULER", "ZG", "XG"});
}

bool gives_velocity(const adm::StatementReader& reader, bool of_part) {
  return any_given(reader, {"VX", "VY", "VZ"}) ||
         (of_part && any_given(reader, {"VM", "WX", "WY", "WZ", "WM"}));
}

bool is_among(const std::vector<elements::Owner>& list, const elements::Owner& owner) {
  return std::find(list.begin(), list.end(), owner) != list.end();
}

}  // namespace

// Siblings of what is given go on from the present state, once: what commands have said since stays.
template <class Element>
void Edits::complete_start(adm::StatementReader& reader, Element& element,
                           const PresentStart& present) {
  constexpr bool is_part = std::is_same_v<Element, model::Part>;
  const elements::Owner owner{Element::kind, element.id};
  if (gives_place(reader) && !is_among(start_.positions, owner)) {
    const Placed now = present.place(element);
    if (!reader.given("QG")) element.placement.origin = now.origin;
    if (!any_given(reader, {"REULER", "ZG", "XG"})) {
      element.placement.euler = now.euler;
      element.placement.z_point.reset(), element.placement.x_point.reset();
    }
  }
  if (!gives_velocity(reader, is_part) || is_among(start_.velocities, owner)) return;
  const Moving now = present.motion(element);
  const auto complete = [&](std::string_view name, std::optional<double>& value,
                            double present_value) {
    if (!reader.given(name)) value = present_value;
  };
  complete("VX", element.vx, now.v[0]);
  complete("VY", element.vy, now.v[1]);
  complete("VZ", element.vz, now.v[2]);
  if constexpr (is_part) {
    complete("WX", element.wx, now.w[0]);
    complete("WY", element.wy, now.w[1]);
    complete("WZ", element.wz, now.w[2]);
  }
}

bool Edits::change(const Command& command, model::Model& model, const PresentStart* present) {
  const adm::Syntax& syntax = *command.change;
  adm::StatementReader reader(command.text, command.file->diagnostics);
  reader.scanner().skip_space();
  reader.scanner().word();
  reader.scanner().skip_blanks();
  reader.scanner().take('/');
  const int id = syntax.has_id() ? reader.peek_id() : 0;
  const model::Part* known = syntax.name() == "PART" ? model.parts.find(id) : nullptr;
  const std::optional<model::Part> part = known ? std::optional(*known) : std::nullopt;
  syntax.change(reader, &model);
  if (reader.errors() > 0) return false;
  if (part && !check_part(reader, *part, *model.parts.find(id))) return false;
  if (present && part) complete_start(reader, *model.parts.find(id), *present);
  if (present && syntax.name() == "POINT_MASS")
    complete_start(reader, *model.point_masses.find(id), *present);
  lists_ = reader.lists();
  if (!concerns_equations(syntax)) return true;
  note_start(reader, syntax.name(), id);
  note(command, fmt::format("{}/{}", syntax.name(), id));
  return true;
}

void Edits::note_start(adm::StatementReader& reader, std::string_view statement, int id) {
  if (statement == "PART" || statement == "POINT_MASS") {
    const auto kind = statement == "PART" ? model::Kind::part : model::Kind::point_mass;
    if (gives_place(reader)) start_.positions.push_back({kind, id});
    if (gives_velocity(reader, statement == "PART")) start_.velocities.push_back({kind, id});
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

std::string changed_by(std::string_view label, const Command& command) {
  return fmt::format("{} was changed in line {} of {}", label, command.at().line,
                     command.file->source.name);
}

std::string Edits::changed_in(const std::string& text) const {
  const auto names = [&](const std::string& label) {
    const std::size_t at = label.empty() ? std::string::npos : text.find(label);
    if (at == std::string::npos) return false;
    const std::size_t end = at + label.size();
    return end == text.size() || !std::isdigit(static_cast<unsigned char>(text[end]));
  };
  for (auto entry = commands_.rbegin(); entry != commands_.rend(); ++entry)
    if (names(entry->first)) return changed_by(entry->first, *entry->second);
  return {};
}

const Command& Edits::culprit(const model::Problem& problem) const {
  const std::string label = problem.label.substr(0, problem.label.find(' '));
  const auto found = std::find_if(commands_.rbegin(), commands_.rend(),
                                  [&](const auto& entry) { return entry.first == label; });
  return *(found == commands_.rend() ? commands_.back() : *found).second;
}

}  // namespace trammel::acf
