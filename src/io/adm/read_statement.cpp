// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/read_statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "expression/characters.h"
#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

// Of one statement; who gets more has to look at it again anyway.
constexpr std::size_t most_errors = 20;

std::vector<std::string_view> names_of(const ArgumentTable& table) {
  std::vector<std::string_view> names;
  for (const ArgumentRow& row : table.arguments())
    if (row.treatment == Treatment::bound) names.push_back(row.keyword.name());
  return names;
}

}  // namespace

StatementReader::StatementReader(const StatementText& statement, Diagnostics& diagnostics,
                                 HalfReadElements* half_read)
    : statement_(statement), scanner_(statement, diagnostics), half_read_(half_read) {
  is_bare_argument_ = [this](std::string_view word) {
    const int index = match_row(word).index;
    if (present_ && equal_ignoring_case(word, "LIST")) return true;
    if (index < 0) return false;
    const ArgumentRow& row = table_->arguments()[static_cast<std::size_t>(index)];
    return row.is_flag() || row.treatment != Treatment::bound;
  };
}

std::string_view StatementReader::read_name(const ArgumentTable* before) {
  scanner_.skip_space();
  const std::size_t at = scanner_.position();
  const std::string_view word = scanner_.word();
  if (word.empty()) {
    scanner_.error(Code::not_a_statement, at,
                   fmt::format("expected a statement, found {}", found(scanner_)),
                   "statements read NAME/id, ...");
    return {};
  }
  scanner_.skip_blanks();
  if (scanner_.take('/')) return word;
  const FoundStatement meant = find_statement(word);
  if (!meant.command.empty()) return word;
  std::string hint;
  table_ = before;
  if (before && match_row(word).index >= 0)
    hint = fmt::format(
        "{} is an argument of {}; a line that continues a statement starts with a comma", word,
        before->name());
  else if (meant.syntax || meant.refused)
    hint = fmt::format("statements read {}/id, ...", word);
  else if (!scanner_.has_enough_errors())
    hint = suggest_statement(word);
  scanner_.error(Code::not_a_statement, scanner_.position(),
                 fmt::format("expected '/' after {}, found {}", word, found(scanner_)),
                 hint.empty() ? "statements read NAME/id, ..." : hint);
  return {};
}

int StatementReader::peek_id() {
  scanner_.skip_blanks();
  const Number number = scan_number(scanner_.rest());
  const bool usable = number.status == NumberStatus::ok && number.whole && number.value > 0 &&
                      number.value <= std::numeric_limits<int>::max();
  return usable ? static_cast<int>(number.value) : 0;
}

int StatementReader::read_id(const ArgumentTable& table) {
  scanner_.skip_space();
  const std::size_t at = scanner_.position();
  const bool numeric = is_digit(scanner_.peek()) || scanner_.peek() == '-' ||
                       scanner_.peek() == '+' || scanner_.peek() == '.';
  const int id = peek_id();
  if (id == 0) {
    if (numeric)
      scanner_.error(Code::bad_id, at, "the id is not a positive integer below 2147483648");
    else
      scanner_.error(Code::missing_id, at,
                     fmt::format("expected an id, found {}", found(scanner_)));
    skip_bad_id(table);
    return 0;
  }
  scanner_.move_to(at + scan_number(scanner_.rest()).length);
  return id;
}

// To the arguments: the first may stand in the place of the id.
void StatementReader::skip_bad_id(const ArgumentTable& table) {
  const std::size_t at = scanner_.position();
  table_ = &table;
  const std::string_view word = scanner_.word();
  scanner_.skip_blanks();
  const bool argument = !word.empty() && (scanner_.peek() == '=' || is_bare_argument_(word));
  const std::size_t end = scanner_.text().find_first_of(",\n", at);
  scanner_.move_to(argument ? at : std::min(end, scanner_.text().size()));
}

void StatementReader::expect_no_id() {
  scanner_.skip_space();
  if (!is_digit(scanner_.peek())) return;
  scanner_.error(Code::unexpected_id, scanner_.position(), "the statement has no id");
  while (is_word(scanner_.peek())) scanner_.move_to(scanner_.position() + 1);
}

void StatementReader::expect_new_id(const Syntax& syntax, int id, const Location* first) {
  if (!first && half_read_) first = half_read_->find(syntax, id);
  if (id == 0 || !first) return;
  scanner_.error(Code::duplicate_id, 0, fmt::format("the id {} is already used", id),
                 fmt::format("{}/{} is first defined in line {}", syntax.name(), id, first->line));
}

void StatementReader::set_subject(std::string_view statement, int id) {
  scanner_.set_subject(statement, id);
}

Match StatementReader::match_row(std::string_view word) const {
  const auto& rows = table_->arguments();
  return match(word, static_cast<int>(rows.size()),
               [&](int i) -> const Keyword& { return rows[static_cast<std::size_t>(i)].keyword; });
}

bool StatementReader::read_arguments(const ArgumentTable& table, void* element) {
  table_ = &table;
  present_ = nullptr;
  read_all(element);
  if (errors() >= most_errors) return false;
  for (const auto& group : table.exactly_one_of()) check_group(group, true);
  for (const auto& group : table.at_most_one_of()) check_group(group, false);
  check_rules();
  return errors() == 0;
}

bool StatementReader::change_arguments(const ArgumentTable& table, void* element,
                                       bool is_complete) {
  table_ = &table;
  present_ = element;
  words_ = {};
  read_all(element);
  if (errors() >= most_errors) return false;
  for (const auto* groups : {&table.exactly_one_of(), &table.at_most_one_of()})
    for (const auto& group : *groups) check_group(group, false);
  if (is_complete) check_rules();
  return errors() == 0;
}

void StatementReader::read_all(void* element) {
  given_.clear();
  given_of_row_.assign(table_->arguments().size(), -1);
  unknown_flag_ = unknown_value_ = false;
  scanner_.separator();
  while (!scanner_.at_end()) {
    if (errors() >= most_errors) {
      stop_after_too_many_errors();
      return;
    }
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
}

// Of the arguments of which one may be given, those that are not take no part any more.
void StatementReader::replace_alternatives(const ArgumentRow& chosen, void* element) const {
  chosen.binding->reset(element);
  for (const auto* groups : {&table_->exactly_one_of(), &table_->at_most_one_of()})
    for (const auto& group : *groups) {
      if (std::find(group.begin(), group.end(), chosen.keyword.name()) == group.end()) continue;
      for (const std::string_view other : group) {
        const ArgumentRow& row = table_->argument(other);
        if (row.binding && !given(other)) row.binding->reset(element);
      }
    }
}

// LIST and DEFAULT; an argument of the same name comes after them, one that they abbreviate before.
bool StatementReader::read_word_of_changes(std::string_view word) {
  if (!present_ || scanner_.peek() == '=') return false;
  const auto is = [&](std::string_view name) {
    return equal_ignoring_case(word, name) ||
           (word.size() > 1 && word.size() < name.size() &&
            equal_ignoring_case(word, name.substr(0, word.size())) && match_row(word).index < 0);
  };
  const bool list = is("LIST"), reset = !table_->has_id() && is("DEFAULT");
  words_.list |= list;
  words_.reset |= reset;
  return list || reset;
}

void StatementReader::stop_after_too_many_errors() {
  scanner_.error(Code::too_many_errors, scanner_.position(),
                 "too many errors; the rest of the statement is not read");
  scanner_.move_to(scanner_.text().size());
}

void StatementReader::keep_half_read(const Syntax& syntax, int id,
                                     std::shared_ptr<const void> element) {
  if (!half_read_ || scanner_.has_enough_errors()) return;
  HalfRead half{&syntax, std::move(element), id, std::string(view_name()), start()};
  for (const Given& given : given_)
    if (given.read) half.rows.push_back(&table_->arguments()[static_cast<std::size_t>(given.row)]);
  half_read_->add(std::move(half));
}

Match StatementReader::find_row(std::string_view word, std::size_t at) {
  const Match match = match_row(word);
  if (match.index >= 0) return match;
  (scanner_.peek() == '=' ? unknown_value_ : unknown_flag_) = true;
  if (match.candidates.empty()) {
    report_unknown(word, at);
    return match;
  }
  std::vector<std::string_view> names;
  for (const int i : match.candidates)
    names.push_back(table_->arguments()[static_cast<std::size_t>(i)].keyword.name());
  scanner_.error(Code::ambiguous_argument, at, fmt::format("{} is ambiguous", word),
                 "it may mean " + alternatives(names));
  return match;
}

void StatementReader::report_unknown(std::string_view word, std::size_t at) {
  std::string hint;
  if (scanner_.peek() == '/') {
    hint = "the statement before ends in a comma, which makes this line a part of it";
    scanner_.move_to(scanner_.text().size());
    unknown_value_ = true;
  } else if (!scanner_.has_enough_errors()) {
    const auto names = names_of(*table_);
    hint = suggestion(word, names);
    if (names.empty())
      hint = fmt::format("{} stands alone", table_->name());
    else if (hint.empty())
      hint = fmt::format("{} knows {}", table_->name(), alternatives(names));
  }
  scanner_.error(Code::unknown_argument, at,
                 fmt::format("{} has no argument {}", table_->name(), word), hint);
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
  if (read_word_of_changes(word)) return true;
  const int index = find_row(word, at).index;
  const bool ends_here = scanner_.at_end() || scanner_.peek() == ',' || scanner_.peek() == '\n';
  if (index < 0) return ends_here;  // a word by itself: nothing more of it to pass over
  const ArgumentRow& row = table_->arguments()[static_cast<std::size_t>(index)];
  int& first = given_of_row_[static_cast<std::size_t>(index)];
  const bool repeated = first >= 0;
  if (!repeated) {
    first = static_cast<int>(given_.size());
    given_.push_back({index, at, at});
  }
  if (row.treatment != Treatment::bound) return refuse(row, at);
  if (repeated && !row.rule.may_repeat) {
    scanner_.error(Code::repeated_argument, at,
                   fmt::format("{} is given twice", row.keyword.name()));
    return false;
  }
  Given repetition{index, at, at};
  Given& given = repeated ? repetition : given_[static_cast<std::size_t>(first)];
  if (present_ && !repeated) replace_alternatives(row, element);
  given.read = read_bound(element, row, given);
  if (repeated && !given.read) given_[static_cast<std::size_t>(first)].read = false;
  return given.read;
}

// An argument that is known and not supported, or without effect; true when the model is usable.
bool StatementReader::refuse(const ArgumentRow& row, std::size_t at) {
  const std::string& keyword = row.keyword.name();
  const std::size_t after = scanner_.position();
  scanner_.take('=');
  scanner_.skip_blanks();
  const bool ignored = row.treatment == Treatment::ignored;
  const bool harmless = !row.harmless.empty() && equal_ignoring_case(scanner_.word(), row.harmless);
  scanner_.move_to(after);
  if (ignored || harmless) {
    if (ignored)
      scanner_.error(Code::ignored_argument, at, fmt::format("{} has no effect", keyword),
                     std::string(row.help));
    recover();
    return true;
  }
  if (!scanner_.refused())
    scanner_.error(row.refusal, at,
                   row.refusal == Code::user_function ? "USER(...) cannot stand here"
                                                      : fmt::format("{} is not supported", keyword),
                   std::string(row.help));
  return false;
}

bool StatementReader::read_bound(void* element, const ArgumentRow& row, Given& given) {
  const std::string& keyword = row.keyword.name();
  ValueInput in{scanner_, keyword, row.rule, is_bare_argument_};
  const bool equals = scanner_.take('=');
  if (row.is_flag()) {
    if (!equals) return row.binding->read(element, in);
    scanner_.error(Code::unexpected_value, given.keyword,
                   fmt::format("{} takes no value", keyword));
    return false;
  }
  if (!equals) {
    scanner_.error(Code::missing_value, given.keyword, fmt::format("{} needs a value", keyword),
                   fmt::format("{} = ...", keyword));
    return false;
  }
  scanner_.skip_blanks();
  given.value = scanner_.position();
  if (scanner_.peek() == '\n' && !row.binding->is_expression()) {
    scanner_.separator();  // the list starts on the next line
    given.value = scanner_.position();
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

}  // namespace trammel::adm
