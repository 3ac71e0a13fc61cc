// USER(p1, p2, …) and the names of routines.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "expression/characters.h"
#include "expression/compile.h"
#include "expression/evaluate.h"
#include "expression/inspect.h"
#include "expression/parse.h"
#include "io/adm/values.h"

namespace trammel::adm {
namespace {

constexpr std::size_t most_parameters = 1000;

// The value of a number as expressions write it: 1.5E-3, -90D.
std::optional<double> number_of(std::string_view text) {
  const expression::ParseResult parsed = expression::parse(text);
  if (!parsed.ok() || !expression::summarise(*parsed.tree).constant) return {};
  expression::ShapeTable shapes;
  const expression::Tape tape = expression::compile(*parsed.tree, shapes);
  expression::Workspace workspace;
  double value = 0;
  if (!tape.splines.empty() || !expression::evaluate_value(tape, {}, workspace, value).ok())
    return {};
  return value;
}

// Items between commas that are in no parentheses, with their places.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> items;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    if (k < text.size() && text[k] == '(') ++depth;
    if (k < text.size() && text[k] == ')') --depth;
    if (k < text.size() && (text[k] != ',' || depth > 0)) continue;
    items.push_back(text.substr(start, k - start));
    start = k + 1;
  }
  return items;
}

std::string_view routine_text(Scanner& scanner) {
  const bool quoted = scanner.take('"');
  const std::string_view text =
      scanner.rest().substr(0, scanner.rest().find_first_of(quoted ? "\"\n" : ",\n\\"));
  scanner.move_to(scanner.position() + text.size());
  if (quoted) scanner.take('"');
  return trimmed(text);
}

}  // namespace

bool read_user(ValueInput& in, const ExpressionText& expression, model::Expression& value) {
  Scanner& scanner = in.scanner;
  const std::string_view text = expression.text;
  const auto refuse = [&](Code code, std::size_t offset, std::string message, std::string hint) {
    scanner.error(code, expression.in_statement(offset), std::move(message), std::move(hint));
    return false;
  };
  if (!in.rule.user)
    return refuse(Code::user_function, 0, fmt::format("{} cannot be USER(...)", in.keyword),
                  "a routine is the whole FUNCTION of a force, motion, variable, differential "
                  "equation, request or system element");
  if (expression.unclosed != std::string_view::npos) {
    scanner.error(Code::bad_expression, expression.unclosed, "this parenthesis is not closed");
    return false;
  }
  const std::size_t open = text.find('('), close = text.rfind(')');
  if (open == text.npos || close == text.npos || !trimmed(text.substr(close + 1)).empty() ||
      trimmed(text.substr(0, open)).size() != std::string_view("USER").size())
    return refuse(Code::bad_expression, 0, "USER(...) must be the whole function",
                  "write FUNCTION = USER(p1, p2, ...); the routine computes the rest");
  std::vector<double> parameters;
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  if (!trimmed(inside).empty())
    for (const std::string_view item : split(inside)) {
      const std::optional<double> number = number_of(item);
      const std::size_t offset = static_cast<std::size_t>(item.data() - text.data());
      if (!number)
        return refuse(Code::bad_number, offset,
                      fmt::format("parameter {} of USER is not a number", parameters.size() + 1),
                      "states are read by the routine itself, with trammel_sysfnc");
      parameters.push_back(*number);
      if (parameters.size() > most_parameters)
        return refuse(Code::bad_count, offset,
                      fmt::format("USER takes {} parameters at most", most_parameters), "");
    }
  value.text = expression.text;
  value.tree = {};
  value.parameters = std::move(parameters);
  return true;
}

bool read_value(ValueInput& in, model::Routine& value) {
  Scanner& scanner = in.scanner;
  const std::size_t start = scanner.position();
  const std::string_view text = routine_text(scanner);
  const std::size_t colons = text.find("::");
  value.library = trimmed(colons == text.npos ? std::string_view() : text.substr(0, colons));
  value.function = trimmed(colons == text.npos ? text : text.substr(colons + 2));
  if (colons == text.npos && !text.empty()) value.library = "user";
  std::string objection = model::objection_to_library(value.library);
  if (objection.empty()) objection = model::objection_to_function(value.function);
  if (objection.empty()) return true;
  scanner.error(Code::bad_routine, start,
                fmt::format("{} is not a routine: {}", in.keyword, objection),
                fmt::format("{} = library::function", in.keyword));
  return false;
}

bool read_value(ValueInput& in, std::vector<model::Routine>& value) {
  value.clear();
  do {
    if (!read_value(in, value.emplace_back())) return false;
    const std::size_t end = in.scanner.position();
    if (!in.scanner.separator()) return true;
    // An argument follows, or another routine.
    const std::size_t next = in.scanner.position();
    const std::string_view word = in.scanner.word();
    in.scanner.skip_blanks();
    const bool goes_on = !word.empty() && in.scanner.peek() == ':';
    in.scanner.move_to(goes_on ? next : end);
    if (!goes_on) return true;
  } while (true);
}

void write_value(ValueOutput& out, const model::Routine& value) {
  if (value) out.add(value.text());
}

void write_value(ValueOutput& out, const std::vector<model::Routine>& value) {
  for (const model::Routine& routine : value) write_value(out, routine);
}

std::string describe_value(const Rule&, const model::Routine&) {
  return "library::function";
}

std::string describe_value(const Rule&, const std::vector<model::Routine>&) {
  return "list of library::function";
}

}  // namespace trammel::adm
