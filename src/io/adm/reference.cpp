// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "expression/function.h"
#include "io/adm/examples.h"
#include "io/adm/statements.h"
#include "model/messages.h"

namespace trammel::adm {
namespace {

using Page = std::back_insert_iterator<std::string>;

// Bars would end a cell of a table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '*') result += '\\';
    result += c;
  }
  return result;
}

std::string list_of(const Names& names) {
  return alternatives({names.begin(), names.end()});
}

// The keyword with the letters that suffice in bold, where the rule of the unique prefix does not
// already say it.
std::string keyword_text(const Keyword& keyword) {
  if (keyword.shortest() == 0) return fmt::format("`{}`", keyword.name());
  return fmt::format("**`{}`**`{}`", keyword.name().substr(0, keyword.shortest()),
                     keyword.name().substr(keyword.shortest()));
}

std::string rule_text(const ArgumentRow& row) {
  if (row.rule.required) return "required";
  if (!row.rule.required_with.empty()) return "required with " + list_of(row.rule.required_with);
  if (!row.rule.with.empty())
    return (row.rule.lenient ? "has an effect with " : "with ") + list_of(row.rule.with);
  return "";
}

std::string default_text(const ArgumentRow& row) {
  if (row.rule.required || !row.rule.required_with.empty()) return "";
  return row.binding->default_text(row.rule);
}

void describe_groups(Page out, const Groups& groups, std::string_view text) {
  for (const auto& group : groups) fmt::format_to(out, "\n{} of {}.\n", text, alternatives(group));
}

void list_arguments(Page out, const ArgumentTable& syntax, Treatment treatment,
                    std::string_view text) {
  std::string names;
  for (const ArgumentRow& row : syntax.arguments())
    if (row.treatment == treatment)
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", row.keyword.name());
  if (!names.empty()) fmt::format_to(out, "\n{}: {}.\n", text, names);
}

void explain(Page out, std::string_view statement) {
  const auto rows = statement_examples();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const StatementExample& candidate) {
    return candidate.statement == statement;
  });
  if (row == rows.end()) return;
  if (!row->equations.empty()) fmt::format_to(out, "Equations: {}.", row->equations);
  if (!row->theory.empty())
    fmt::format_to(out, "{}[Theory](../theory/{}.md).", row->equations.empty() ? "" : " ",
                   row->theory);
  if (!row->equations.empty() || !row->theory.empty()) fmt::format_to(out, "\n\n");
  fmt::format_to(out, "```\n{}\n```\n\n", row->example);
}

void describe(Page out, const Syntax& syntax) {
  fmt::format_to(out, "\n## {}\n\n`{}/{}`", syntax.name(), syntax.name(),
                 syntax.has_id() ? "id, ..." : "...");
  if (syntax.keyword().shortest() > 0)
    fmt::format_to(out, ", shortest form `{}/`",
                   syntax.name().substr(0, syntax.keyword().shortest()));
  fmt::format_to(out, "\n\n{}\n\n", syntax.help());
  explain(out, syntax.name());
  fmt::format_to(out, "{}", describe_arguments(syntax));
}

void describe_others(Page out, std::string_view title, std::string_view text, bool harmless) {
  fmt::format_to(out, "\n## {}\n\n{}\n\n| statement | what it is |\n|---|---|\n", title, text);
  for (const RefusedStatement& statement : refused_statements())
    if (statement.no_effect.empty() != harmless)
      fmt::format_to(out, "| `{}` | {} |\n", statement.name, statement.what);
}

// The refused statement that a function reads, "" when there is none.
std::string_view refused_entity(const expression::Function& function) {
  for (const expression::Argument& argument : function.arguments)
    for (const RefusedStatement& statement : refused_statements())
      if (statement.name == expression::statement_name(argument.entity)) return statement.name;
  return "";
}

constexpr std::string_view made_by =
    "<!-- Made by tests/io/adm/reference_test.cpp from the tables in src/; do not edit. -->\n";

}  // namespace

std::string describe_arguments(const ArgumentTable& table) {
  std::string text;
  const Page out(text);
  fmt::format_to(out, "| argument | value | when | default | meaning |\n|---|---|---|---|---|\n");
  for (const ArgumentRow& row : table.arguments()) {
    if (row.treatment != Treatment::bound) continue;
    fmt::format_to(out, "| {} | {} | {} | {} | {} |\n", keyword_text(row.keyword),
                   cell(row.binding->describe(row.rule)), rule_text(row), cell(default_text(row)),
                   cell(row.help));
  }
  describe_groups(out, table.exactly_one_of(), "Exactly one");
  describe_groups(out, table.at_most_one_of(), "At most one");
  list_arguments(out, table, Treatment::refused, "Refused, because Trammel does not have it");
  list_arguments(out, table, Treatment::ignored, "Read, without effect (with a warning)");
  return text;
}

std::string statements_page() {
  std::string text = fmt::format(
      "{}# Statements of a dataset (.adm)\n\n"
      "Line 1 is the title, the last statement is `END`. A statement is `NAME/id, ARGUMENT, "
      "ARGUMENT = value, ...`; arguments and statements come in any order. A line that starts with "
      "a comma continues the statement before it; so does one after a line that ends in `,` or "
      "`&`. "
      "`!` starts a comment, `;` ends a statement. Case does not matter; names may be cut to any "
      "beginning that is unique, or to the letters in bold. Numbers are written as in Fortran; the "
      "suffix `D` means degrees, angles are in radians otherwise. An expression ends at `\\`, at "
      "the next argument, or with the statement; [functions.md](functions.md) lists what it may "
      "contain. What there is and what is refused: [supported.md](supported.md). What the messages "
      "mean: [messages.md](messages.md). Of the markers in examples, 11 to 19 are on the ground, "
      "21 "
      "and 22 on part 2, 31 on part 3, those from 91 float; together the examples are a dataset.\n",
      made_by);
  const Page out(text);
  for (const SyntaxPointer& syntax : statements()) describe(out, *syntax);
  describe_others(out, "Statements that are refused",
                  "They belong to the language, but Trammel does not have them: each is reported "
                  "with its line, all of them in one run.",
                  false);
  describe_others(out, "Statements without effect",
                  "They are passed over with a warning: nothing in them changes the results.",
                  true);
  return text;
}

std::string supported_page() {
  std::string text = fmt::format(
      "{}# Supported and refused\n\n"
      "Every name of the language that Trammel knows. What is refused is an error that names the "
      "statement and its line; what has no effect gets a warning.\n\n"
      "| name | what | supported | why not |\n|---|---|---|---|\n",
      made_by);
  const Page out(text);
  const auto row = [&](std::string_view name, std::string_view what, std::string_view state,
                       std::string_view why) {
    fmt::format_to(out, "| `{}` | {} | {} | {} |\n", name, what, state, cell(why));
  };
  for (const SyntaxPointer& syntax : statements()) {
    row(syntax->name(), "statement", "yes", "");
    for (const ArgumentRow& argument : syntax->arguments())
      if (argument.treatment != Treatment::bound)
        row(fmt::format("{}/{}", syntax->name(), argument.keyword.name()), "argument",
            argument.treatment == Treatment::refused ? "refused" : "no effect", argument.help);
  }
  for (const RefusedStatement& statement : refused_statements())
    row(statement.name, "statement", statement.no_effect.empty() ? "refused" : "no effect",
        statement.no_effect.empty() ? statement.what : statement.no_effect);
  for (const expression::Family& family : expression::families())
    for (const expression::Function& function : family.functions) {
      const std::string_view lacking = refused_entity(function);
      row(function.name == "neg" ? "-a" : function.name, "function",
          lacking.empty() ? "yes" : "refused",
          lacking.empty() ? "" : fmt::format("there is no {}", lacking));
    }
  for (const expression::Refusal& refusal : expression::refused_functions())
    row(refusal.name, "function", "refused", refusal.reason);
  return text;
}

std::string messages_page() {
  std::string text = fmt::format(
      "{}# Messages\n\n"
      "Messages go to standard error: `file:line:column: error: ELEMENT/id (name): text [code]`, "
      "the "
      "source line with a caret, and a hint where there is one. All errors of a file are reported "
      "in one run. E: the model cannot be used; W: a warning.\n\n"
      "| code | meaning | what to do |\n|---|---|---|\n",
      made_by);
  const Page out(text);
  for (const model::MessageRow& row : model::message_table())
    fmt::format_to(out, "| {} | {} | {} |\n", row.name, cell(row.meaning), cell(row.remedy));
  return text;
}

std::vector<ReferencePage> reference_pages() {
  return {{"statements.md", statements_page()},
          {"supported.md", supported_page()},
          {"messages.md", messages_page()}};
}

}  // namespace trammel::adm
