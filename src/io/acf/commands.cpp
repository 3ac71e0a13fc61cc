// The list of all commands. A new one is a line here and a file in commands/.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/commands.h"

#include <algorithm>
#include <array>

#include "io/acf/commands/list.h"

namespace trammel::acf {
namespace {

std::vector<CommandPointer> make_commands() {
  constexpr CommandPointer (*makers[])() = {
      file, simulate, activate, deactivate, linear, save, reload, list, info, time, help, stop,
  };
  std::vector<CommandPointer> list;
  for (const auto make : makers) list.push_back(make());
  return list;
}

constexpr std::array refused_list{
    RefusedCommand{"CONTROL", "A user-written routine drives the run."},
    RefusedCommand{"MENU", "Menus of a terminal.", "there are no menus"},
    RefusedCommand{"SHOW", "What the program knows.", "INFO and LIST show it"},
};

constexpr std::array fixed{
    RefusedCommand{"UNITS", "All numbers of the model and of its results are in them."},
};

enum class Family : unsigned char { command, statement, refused, no_statement };
struct Name {
  Family family;
  std::size_t index;
};

// All names that a word may stand for, and what they are.
struct Dictionary {
  std::vector<adm::Keyword> keywords;
  std::vector<Name> names;

  Dictionary() {
    const auto add = [&](adm::Keyword keyword, Family family, std::size_t index) {
      const bool known =
          std::any_of(keywords.begin(), keywords.end(),
                      [&](const adm::Keyword& other) { return other.name() == keyword.name(); });
      if (known) return;
      keywords.push_back(std::move(keyword));
      names.push_back({family, index});
    };
    for (std::size_t k = 0; k < commands().size(); ++k)
      add(commands()[k]->keyword(), Family::command, k);
    for (std::size_t k = 0; k < refused_list.size(); ++k)
      add(adm::Keyword(refused_list[k].name), Family::refused, k);
    for (std::size_t k = 0; k < adm::statements().size(); ++k)
      add(adm::statements()[k]->keyword(), Family::statement, k);
    for (std::size_t k = 0; k < adm::refused_statements().size(); ++k)
      add(adm::Keyword(adm::refused_statements()[k].name), Family::no_statement, k);
  }
};

const Dictionary& dictionary() {
  static const Dictionary dictionary;
  return dictionary;
}

// Statements that Trammel does not have, in the form of refused commands.
const std::vector<RefusedCommand>& commands_of_refused_statements() {
  static const std::vector<RefusedCommand> list = [] {
    std::vector<RefusedCommand> commands;
    for (const adm::RefusedStatement& s : adm::refused_statements())
      commands.push_back({s.name, s.what, s.no_effect});
    return commands;
  }();
  return list;
}

}  // namespace

const std::vector<CommandPointer>& commands() {
  static const std::vector<CommandPointer> list = make_commands();
  return list;
}

std::span<const RefusedCommand> refused_commands() {
  return refused_list;
}

std::span<const RefusedCommand> fixed_statements() {
  return fixed;
}

FoundCommand find_command(std::string_view word) {
  const Dictionary& all = dictionary();
  const adm::Match found = adm::match(word, all.keywords);
  FoundCommand result;
  for (const int candidate : found.candidates)
    result.candidates.push_back(all.keywords[std::size_t(candidate)].name());
  if (found.index < 0) return result;
  const Name& name = all.names[std::size_t(found.index)];
  const auto same = [&](const RefusedCommand& other) {
    return other.name == all.keywords[std::size_t(found.index)].name();
  };
  const auto unchangeable = std::find_if(fixed.begin(), fixed.end(), same);
  switch (name.family) {
    case Family::command:
      result.command = commands()[name.index].get();
      break;
    case Family::statement:
      result.statement = adm::statements()[name.index].get();
      if (unchangeable != fixed.end()) result.fixed = &*unchangeable;
      break;
    case Family::refused:
      result.refused = &refused_list[name.index];
      break;
    case Family::no_statement:
      result.refused = &commands_of_refused_statements()[name.index];
      break;
  }
  return result;
}

std::string suggest_command(std::string_view word) {
  std::vector<std::string_view> names;
  for (const adm::Keyword& keyword : dictionary().keywords) names.push_back(keyword.name());
  return adm::suggestion(word, names);
}

}  // namespace trammel::acf
