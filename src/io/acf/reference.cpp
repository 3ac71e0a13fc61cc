// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/reference.h"

#include <fmt/format.h>

#include <iterator>

#include "io/acf/commands.h"
#include "io/adm/reference.h"

namespace trammel::acf {
namespace {

using Page = std::back_insert_iterator<std::string>;

void describe(Page out, const CommandTable& table) {
  fmt::format_to(out, "\n## {}\n\n{}\n\n```\n{}\n```\n", table.name(), table.help(),
                 table.example());
  if (!table.arguments().empty()) fmt::format_to(out, "\n{}", adm::describe_arguments(table));
}

}  // namespace

std::string commands_page() {
  std::string text =
      "<!-- Made by tests/io/acf/reference_test.cpp from the tables in src/; do not edit. -->\n"
      "# Commands of a command file (.acf)\n\n"
      "How they are written and what a script looks like: [command files](../command-files.md). "
      "Words may be cut to any beginning that is unique among commands and statements.\n";
  const Page out(text);
  for (const CommandPointer& each : commands()) describe(out, *each);
  text +=
      "\n## Statements as commands\n\nEvery statement of a dataset is a command as well: `NAME/id, "
      "ARGUMENT = value` changes these arguments of an element that exists, and leaves the others "
      "as they are; see [statements](statements.md). Of arguments that exclude each other, the new "
      "one takes the place of the old. Settings know two words more: `DEFAULT` resets all "
      "arguments, `LIST` shows them; elements know `LIST`.\n\n```\nSFORCE/3, FUNCTION = "
      "-250*DX(31, 32, 32)\nINTEGRATOR/HHT, ERROR = 1E-6\nEQUILIBRIUM/DEFAULT, MAXIT = "
      "200\n```\n\nStatements that a run cannot change: ";
  std::string names;
  for (const RefusedCommand& each : fixed_statements())
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", each.name);
  text += names +
          ". Of a `PART`, neither `GROUND` nor `PLANAR` can change.\n\n## Commands that are "
          "refused or have no effect\n\n| command | what it is | |\n|---|---|---|\n";
  for (const RefusedCommand& each : refused_commands())
    fmt::format_to(out, "| `{}` | {} | {} |\n", each.name, each.what,
                   each.no_effect.empty() ? std::string("refused")
                                          : fmt::format("no effect: {}", each.no_effect));
  return text;
}

}  // namespace trammel::acf
