// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/read_statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/adm/characters.h"
#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

std::vector<std::string_view> names_of(const Syntax& syntax) {
  std::vector<std::string_view> names;
  for (const ArgumentRow& row : syntax.arguments())
    if (row.treatment == Treatment::bound) names.push_back(row.keyword.name());
  return names;
}

std::vector<std::string_view> to_vector(const Names& names) {
  return {names.begin(), names.end()};
}

}  // namespace

StatementReader::StatementReader(const StatementText& statement, Diagnostics& diagnostics)
    : statement_(statement), scanner_(statement, diagnostics) {
  is_bare_argument_ = [this](std::string_view word) {
    const int index = match_row(word).index;
    if (index < 0) return false;
    const ArgumentRow& row = syntax_->arguments()[static_cast<std::size_t>(index)];
    return row.is_flag() || row.treatment != Treatment::bound;
  };
}

std::string_view StatementReader::read_name() {
  scanner_.skip_space();
  const std::size_t at = scanner_.position();
  const std::string_view word = scanner_.word();
  if (word.empty()) {
    scanner_.error(Code::not_a_statement, at,
                   fmt::format("expected a statement, found {}", found(scanner_)),
                   "statements read NAME/id, ...; a line that continues one starts with a comma");
    return {};
  }
  scanner_.skip_blanks();
  if (scanner_.take('/')) return word;
  const bool known = find_statement(word).syntax != nullptr;
  scanner_.error(Code::not_a_statement, scanner_.position(),
                 fmt::format("expected '/' after {}, found {}", word, found(scanner_)),
                 known ? fmt::format("statements read {}/id, ...", word)
                       : "a line that continues a statement starts with a comma");
  return {};
}

int StatementReader::peek_id() {
  scanner_.skip_blanks();
  const Number number = scan_number(scanner_.rest());
  const bool usable = number.status == NumberStatus::ok && number.integral && number.value > 0 &&
                      number.value <= std::numeric_limits<int>::max();
  return usable ? static_cast<int>(number.value) : 0;
}

int StatementReader::read_id() {
  scanner_.skip_space();
  const std::size_t at = scanner_.position();
  const bool numeric = is_digit(scanner_.peek()) || scanner_.peek() == '-' ||
                       scanner_.peek() == '+' || scanner_.peek() == '.';
  if (!numeric) {
    scanner_.error(Code::missing_id, at, fmt::format("expected an id, found {}", found(scanner_)));
    return 0;
  }
  const int id = peek_id();
  if (id == 0) {
    scanner_.error(Code::bad_id, at, "the id is not a positive integer below 2147483648");
    return 0;
  }
  scanner_.move_to(at + scan_number(scanner_.rest()).length);
  return id;
}

void StatementReader::expect_no_id() {
  scanner_.skip_space();
  if (!is_digit(scanner_.peek())) return;
  scanner_.error(Code::unexpected_id, scanner_.position(), "the statement has no id");
  while (is_word(scanner_.peek())) scanner_.move_to(scanner_.position() + 1);
}

void StatementReader::set_subject(std::string_view statement, int id) {
  scanner_.set_subject(statement, id);
}

Match StatementReader::match_row(std::string_view word) const {
  const auto& rows = syntax_->arguments();
  return match(word, static_cast<int>(rows.size()),
               [&](int i) -> const Keyword& { return rows[static_cast<std::size_t>(i)].keyword; });
}

bool StatementReader::read_arguments(const Syntax& syntax, void* element) {
  syntax_ = &syntax;
  given_.clear();
  uncertain_ = false;
  scanner_.separator();
  while (!scanner_.at_end()) {
    if (scanner_.take(',')) {
      scanner_.error(Code::empty_item, scanner_.position() - 1, "there is no argument here");
      scanner_.separator();
      continue;
    }
    if (!read_argument(element)) recover();
    scanner_.skip_blanks();
    const bool ended = scanner_.take('\\');
    if (scanner_.separator() || ended || scanner_.at_end()) continue;
    scanner_.error(Code::unexpected_text, scanner_.position(),
                   fmt::format("expected a comma, found {}", found(scanner_)));
    if (is_letter(scanner_.peek())) continue;
    recover();
    scanner_.separator();
  }
  check_groups();
  check_rules();
  return errors() == 0;
}

const ArgumentRow* StatementReader::find_row(std::string_view word, std::size_t at, int& index) {
  const Match match = match_row(word);
  index = match.index;
  const auto& rows = syntax_->arguments();
  if (index >= 0) return &rows[static_cast<std::size_t>(index)];
  uncertain_ = true;
  if (!match.candidates.empty()) {
    std::vector<std::string_view> names;
    for (const int i : match.candidates)
      names.push_back(rows[static_cast<std::size_t>(i)].keyword.name());
    scanner_.error(Code::ambiguous_argument, at, fmt::format("{} is ambiguous", word),
                   "it may mean " + alternatives(names));
    return nullptr;
  }
  const auto names = names_of(*syntax_);
  std::string hint = suggestion(word, names);
  if (scanner_.peek() == '/') {
    hint = "the statement before ends in a comma, which makes this line a part of it";
    scanner_.move_to(scanner_.text().size());
  } else if (hint.empty())
    hint = fmt::format("{} knows {}", syntax_->name(), alternatives(names));
  scanner_.error(Code::unknown_argument, at,
                 fmt::format("{} has no argument {}", syntax_->name(), word), hint);
  return nullptr;
}

bool StatementReader::read_argument(void* element) {
  const std::size_t at = scanner_.position();
  const std::string_view word = scanner_.word();
  if (word.empty()) {
    scanner_.error(Code::unexpected_text, at,
                   fmt::format("expected an argument, found {}", found(scanner_)));
    return false;
  }
  scanner_.skip_blanks();
  int index = 0;
  const ArgumentRow* row = find_row(word, at, index);
  if (!row) return false;
  const bool repeated =
      std::any_of(given_.begin(), given_.end(), [&](const Given& g) { return g.row == index; });
  given_.push_back({index, at, at});
  if (row->treatment == Treatment::refused) {
    if (!scanner_.refused())
      scanner_.error(row->refusal, at,
                     row->refusal == Code::user_function
                         ? "USER(...) calls a subroutine that is not part of the dataset"
                         : fmt::format("{} is not supported", row->keyword.name()),
                     std::string(row->help));
    return false;
  }
  if (row->treatment == Treatment::ignored) {
    scanner_.error(Code::ignored_argument, at, fmt::format("{} has no effect", row->keyword.name()),
                   std::string(row->help));
    recover();
    return true;
  }
  if (repeated && !row->rule.may_repeat) {
    scanner_.error(Code::repeated_argument, at,
                   fmt::format("{} is given twice", row->keyword.name()));
    return false;
  }
  return read_bound(element, *row, at);
}

bool StatementReader::read_bound(void* element, const ArgumentRow& row, std::size_t at) {
  const std::string& keyword = row.keyword.name();
  ValueInput in{scanner_, keyword, row.rule, is_bare_argument_};
  const bool equals = scanner_.take('=');
  if (row.is_flag()) {
    if (!equals) return row.binding->read(element, in);
    scanner_.error(Code::unexpected_value, at, fmt::format("{} takes no value", keyword));
    return false;
  }
  if (!equals) {
    scanner_.error(Code::missing_value, at, fmt::format("{} needs a value", keyword),
                   fmt::format("{} = ...", keyword));
    return false;
  }
  scanner_.skip_blanks();
  given_.back().value = scanner_.position();
  if (scanner_.peek() == '\n' && !row.binding->is_expression()) {
    scanner_.separator();  // the list starts on the next line
    given_.back().value = scanner_.position();
  }
  return row.binding->read(element, in);
}

// To the comma (or line end, or backslash) before the next thing that looks like an argument.
void StatementReader::recover() {
  const std::string_view text = scanner_.text();
  std::size_t at = scanner_.position();
  while (true) {
    at = text.find_first_of(",\n\\", at);
    if (at == std::string_view::npos) return scanner_.move_to(text.size());
    scanner_.move_to(at);
    scanner_.take('\\');
    scanner_.separator();
    const std::size_t after = std::max(scanner_.position(), at + 1);
    const std::string_view word = scanner_.word();
    scanner_.skip_blanks();
    const char next = scanner_.peek();
    const bool ends = scanner_.at_end() || next == ',' || next == '\n' || next == '\\';
    if (!word.empty() && (next == '=' || (ends && is_bare_argument_(word))))
      return scanner_.move_to(at);
    at = after;
  }
}

void StatementReader::check_rules() {
  if (uncertain_ || scanner_.refused()) return;
  for (const ArgumentRow& row : syntax_->arguments()) {
    const std::string& keyword = row.keyword.name();
    const Rule& rule = row.rule;
    const auto is_given = [this](std::string_view name) { return given(name); };
    const auto beside =
        std::find_if(rule.required_with.begin(), rule.required_with.end(), is_given);
    const bool needed = rule.required || beside != rule.required_with.end();
    const Given* where = find_given(keyword);
    if (!where && needed) {
      const std::string whose = rule.required ? "" : fmt::format(" ({} needs it)", *beside);
      scanner_.error(Code::missing_argument, 0,
                     fmt::format("the argument {} is missing{}", keyword, whose),
                     row.help.empty() ? "" : fmt::format("{}: {}", keyword, row.help));
    }
    if (where && !rule.with.empty() && std::none_of(rule.with.begin(), rule.with.end(), is_given))
      scanner_.error(
          Code::misplaced_argument, where->keyword,
          fmt::format("{} goes only with {}", keyword, alternatives(to_vector(rule.with))));
  }
}

void StatementReader::check_groups() {
  const auto check = [this](const std::vector<std::string_view>& group, bool one_is_needed) {
    std::vector<const Given*> found_here;
    std::vector<std::string_view> supported;
    for (const std::string_view keyword : group) {
      if (const Given* where = find_given(keyword)) found_here.push_back(where);
      if (syntax_->argument(keyword).treatment == Treatment::bound) supported.push_back(keyword);
    }
    if (found_here.empty() && one_is_needed && !uncertain_) {
      scanner_.error(Code::missing_argument, 0,
                     fmt::format("one of {} is missing", alternatives(supported)));
      uncertain_ = true;
    }
    if (found_here.size() < 2) return;
    const auto later =
        std::max_element(found_here.begin(), found_here.end(),
                         [](const Given* a, const Given* b) { return a->keyword < b->keyword; });
    scanner_.error(Code::exclusive_arguments, (*later)->keyword,
                   fmt::format("only one of {} may be given", alternatives(supported)));
  };
  for (const auto& group : syntax_->exactly_one_of()) check(group, true);
  for (const auto& group : syntax_->at_most_one_of()) check(group, false);
}

const StatementReader::Given* StatementReader::find_given(std::string_view keyword) const {
  const auto& rows = syntax_->arguments();
  const auto found_here = std::find_if(given_.begin(), given_.end(), [&](const Given& g) {
    return rows[static_cast<std::size_t>(g.row)].keyword.name() == keyword;
  });
  return found_here == given_.end() ? nullptr : &*found_here;
}

bool StatementReader::given(std::string_view keyword) const {
  return find_given(keyword) != nullptr;
}

Location StatementReader::locate(std::string_view keyword, int item, int offset) {
  const Given* where = syntax_ ? find_given(keyword) : nullptr;
  if (!where) return start();
  scanner_.move_to(where->value);
  if (offset >= 0) {
    ExpressionText expression;
    scan_expression(scanner_, is_bare_argument_, expression);
    return statement_.locate(expression.in_statement(static_cast<std::size_t>(offset)));
  }
  for (int i = 0; i < item && !scanner_.at_end(); ++i) {
    const std::size_t comma = scanner_.text().find_first_of(",\n", scanner_.position());
    if (comma == std::string_view::npos) break;
    scanner_.move_to(comma);
    scanner_.separator();
  }
  return statement_.locate(scanner_.position());
}

Finish StatementReader::finish() {
  return Finish([this](std::string_view keyword) { return given(keyword); },
                [this](Code code, std::string_view keyword, std::string text, std::string hint) {
                  const Given* where = find_given(keyword);
                  scanner_.error(code, where ? where->value : 0, std::move(text), std::move(hint));
                });
}

}  // namespace trammel::adm
