// SPDX-License-Identifier: BSD-3-Clause
#include "expression/manual.h"

#include <fmt/format.h>

#include "expression/function.h"
#include "expression/plot.h"
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

std::string example_cell(const Function& row) {
  const std::string text = fmt::format("`{}`", cell(example(row)));
  if (picture_of(row) == Picture::none) return text;
  return fmt::format("{} ![{}](plots/{})", text, row.name, plot_file(row));
}

}  // namespace

std::string function_reference() {
  std::string text =
      "# Functions\n\n"
      "Generated from the tables in `src/expression/functions` and `src/kinematics`; a test holds "
      "this\n"
      "page to them. Grammar, seams and faults: [expressions](../theory/expressions.md).\n\n"
      "Where the manuals that we know leave a formula open (the sign of the phase of SHF, the "
      "series, "
      "HAVSIN\n"
      "and BISTOP, where SWEEP begins to grow, the ends of splines and their second variable, "
      "ORIENT "
      "from 11\n"
      "to 26, the order of the cases of IF, products of vectors), the form that textbooks have is "
      "taken, as the\n"
      "tables say; the tests hold to it.\n\n"
      "Pictures show the example over TIME; of vectors x in blue, y in red, z in green. Examples "
      "read\n"
      "the markers 11 of the ground, 21 and 31 of parts, and elements with the id 1. Those of "
      "markers,\n"
      "forces and vectors are pictures of runs of a mechanism with prescribed motions,\n"
      "[driven.adm](models/driven.adm), those of variables, states and friction of runs of\n"
      "[states.adm](models/states.adm). Splines and curves have these data:\n\n```\n" +
      std::string(example_data()) + "```\n";
  for (const Family& family : families()) {
    text += fmt::format("\n## {}\n\n| | value | | example |\n|---|---|---|---|\n", family.title);
    for (const Function& row : family.functions)
      text += fmt::format("| `{}` | {} | {}{} | {} |\n", usage(row), cell(row.formula),
                          sentence(row.help), note(row.continuity), example_cell(row));
  }
  text +=
      "\n## Refused\n\nNames of the language that Trammel knows and does not have.\n\n"
      "| | why |\n|---|---|\n";
  for (const Refusal& entry : refused_functions())
    text += fmt::format("| `{}` | {} |\n", entry.name, sentence(entry.reason));
  return text;
}

}  // namespace trammel::expression
