// SPDX-License-Identifier: BSD-3-Clause
#include "expression/manual.h"

#include <fmt/format.h>

#include "expression/function.h"
#include "expression/text.h"

namespace trammel::expression {

namespace {

// A bar would end the cell of a table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

std::string sentence(std::string_view text) {
  std::string result = cell(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result.empty() || result.back() == '.' ? result : result + ".";
}

std::string_view note(Continuity continuity) {
  switch (continuity) {
    case Continuity::smooth:
      return "";
    case Continuity::kink:
      return " Has kinks.";
    case Continuity::jump:
      return " Jumps.";
  }
  return "";
}

}  // namespace

std::string function_reference() {
  std::string text =
      "# Functions\n\n"
      "Generated from the tables in `src/expression/functions` and `src/kinematics`; a test holds "
      "this\n"
      "page to them. Grammar, seams and faults: [expressions](../theory/expressions.md).\n";
  for (const Family& family : families()) {
    text += fmt::format("\n## {}\n\n| | value | |\n|---|---|---|\n", family.title);
    for (const Function& row : family.functions) {
      text += fmt::format("| `{}` | {} | {}{} |\n", usage(row), cell(row.formula),
                          sentence(row.help), note(row.continuity));
    }
  }
  text +=
      "\n## Refused\n\nNames of the language that Trammel knows and does not have.\n\n"
      "| | why |\n|---|---|\n";
  for (const Refusal& entry : refused_functions())
    text += fmt::format("| `{}` | {} |\n", entry.name, sentence(entry.reason));
  return text;
}

}  // namespace trammel::expression
