// Every statement of the dataset language: those with a table, and those that are known and
// refused. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/adm/statement.h"

namespace trammel::adm {

// The supported statements in the order of a written dataset.
const std::vector<SyntaxPointer>& statements();

struct RefusedStatement {
  std::string_view name;
  std::string_view what;         // for the manual: "Beam between two markers."
  std::string_view no_effect{};  // why it may be passed over with a warning; empty: it may not
};
std::span<const RefusedStatement> refused_statements();

struct FoundStatement {
  const Syntax* syntax = nullptr;             // supported
  const RefusedStatement* refused = nullptr;  // or refused
  std::vector<std::string_view> candidates;   // or ambiguous
  std::string_view command{};                 // or a command, which does not belong in a dataset
};
// By name or abbreviation.
FoundStatement find_statement(std::string_view word);
// "did you mean JOINT?" or "".
std::string suggest_statement(std::string_view word);

}  // namespace trammel::adm
