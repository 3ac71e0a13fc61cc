// Every command of the command language: those with a table, and those that are known and refused.
// Statements of the dataset are commands as well: they change elements and settings.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/acf/command.h"
#include "io/adm/statements.h"

namespace trammel::acf {

const std::vector<CommandPointer>& commands();

struct RefusedCommand {
  std::string_view name, what;
  std::string_view no_effect{};  // why it may be passed over with a warning; empty: it may not
};
std::span<const RefusedCommand> refused_commands();
// Statements that a run cannot change.
std::span<const RefusedCommand> fixed_statements();

struct FoundCommand {
  const CommandTable* command = nullptr;
  const adm::Syntax* statement = nullptr;    // or one that changes the model
  const RefusedCommand* refused = nullptr;   // or one that is not supported
  const RefusedCommand* fixed = nullptr;     // or one whose statement a run cannot change
  std::vector<std::string_view> candidates;  // or ambiguous
};
// By name or abbreviation.
FoundCommand find_command(std::string_view word);
// "did you mean SIMULATE?" or "".
std::string suggest_command(std::string_view word);

}  // namespace trammel::acf
