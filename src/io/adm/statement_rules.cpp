// What the arguments of one statement demand of each other, and where they stand.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "io/adm/read_statement.h"

namespace trammel::adm {
namespace {

std::vector<std::string_view> to_vector(const Names& names) {
  return {names.begin(), names.end()};
}

}  // namespace

bool StatementReader::may_be_misspelt(const ArgumentRow& row) const {
  return row.is_flag() ? unknown_flag_ : unknown_value_;
}

bool StatementReader::may_be_misspelt(std::string_view keyword) const {
  return may_be_misspelt(table_->argument(keyword));
}

// Of an element that is being changed: it has a value of its own already.
bool StatementReader::is_present(const ArgumentRow& row) const {
  return present_ && row.binding && row.binding->is_set(present_);
}

void StatementReader::check_rules() {
  if (scanner_.refused()) return;
  for (const ArgumentRow& row : table_->arguments()) {
    const std::string& keyword = row.keyword.name();
    const Rule& rule = row.rule;
    const auto is_given = [this](std::string_view name) { return given(name); };
    const auto is_possible = [this](std::string_view name) {
      return given(name) || may_be_misspelt(name) || is_present(table_->argument(name));
    };
    const auto beside =
        std::find_if(rule.required_with.begin(), rule.required_with.end(), is_given);
    const bool needed =
        ((rule.required && !present_) || beside != rule.required_with.end()) && !is_present(row);
    const Given* where = find_given(keyword);
    if (!where && needed && !may_be_misspelt(row)) {
      const std::string whose = rule.required ? "" : fmt::format(" ({} needs it)", *beside);
      scanner_.error(Code::missing_argument, 0,
                     fmt::format("the argument {} is missing{}", keyword, whose),
                     row.help.empty() ? "" : fmt::format("{}: {}", keyword, row.help));
    }
    if (!where || rule.with.empty() || std::any_of(rule.with.begin(), rule.with.end(), is_possible))
      continue;
    const std::string others = alternatives(to_vector(rule.with));
    if (rule.lenient)
      scanner_.error(Code::ignored_argument, where->keyword,
                     fmt::format("{} has an effect only with {}", keyword, others));
    else
      scanner_.error(Code::misplaced_argument, where->keyword,
                     fmt::format("{} goes only with {}", keyword, others));
  }
}

void StatementReader::check_group(const std::vector<std::string_view>& group, bool one_is_needed) {
  std::vector<const Given*> found_here;
  std::vector<std::string_view> supported;
  bool misspelt = false;
  for (const std::string_view keyword : group) {
    if (const Given* where = find_given(keyword)) found_here.push_back(where);
    const ArgumentRow& row = table_->argument(keyword);
    if (row.treatment == Treatment::bound) supported.push_back(keyword);
    misspelt |= may_be_misspelt(row);
  }
  if (found_here.empty() && one_is_needed && !misspelt) {
    scanner_.error(Code::missing_argument, 0,
                   fmt::format("one of {} is missing", alternatives(supported)));
    // What goes only with the one that is missing is not at fault.
    (table_->argument(group.front()).is_flag() ? unknown_flag_ : unknown_value_) = true;
  }
  if (found_here.size() < 2) return;
  const auto later =
      std::max_element(found_here.begin(), found_here.end(),
                       [](const Given* a, const Given* b) { return a->keyword < b->keyword; });
  scanner_.error(Code::exclusive_arguments, (*later)->keyword,
                 fmt::format("only one of {} may be given", alternatives(supported)));
}

const StatementReader::Given* StatementReader::find_given(std::string_view keyword) const {
  const auto& rows = table_->arguments();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const ArgumentRow& candidate) {
    return candidate.keyword.name() == keyword;
  });
  if (row == rows.end() || given_of_row_.empty()) return nullptr;
  const int index = given_of_row_[static_cast<std::size_t>(row - rows.begin())];
  return index < 0 ? nullptr : &given_[static_cast<std::size_t>(index)];
}

bool StatementReader::given(std::string_view keyword) const {
  return find_given(keyword) != nullptr;
}

Location StatementReader::locate(std::string_view keyword, int item, int offset) {
  const Given* where = table_ ? find_given(keyword) : nullptr;
  if (!where) return start();
  if (offset >= 0) {
    if (located_expression_ != where) {
      scanner_.move_to(where->value);
      scan_expression(scanner_, is_bare_argument_, expression_);
      located_expression_ = where;
    }
    return statement_.locate(expression_.in_statement(static_cast<std::size_t>(offset)));
  }
  if (located_ != where || item < located_item_) {
    located_ = where;
    located_item_ = 0;
    located_position_ = where->value;
  }
  scanner_.move_to(located_position_);
  for (; located_item_ < item && !scanner_.at_end(); ++located_item_) {
    const std::size_t comma = scanner_.text().find_first_of(",\n", scanner_.position());
    if (comma == std::string_view::npos) break;
    scanner_.move_to(comma);
    scanner_.separator();
  }
  located_position_ = scanner_.position();
  return statement_.locate(located_position_);
}

Finish StatementReader::finish() {
  return Finish([this](std::string_view keyword) { return given(keyword); },
                [this](Code code, std::string_view keyword, std::string text, std::string hint) {
                  const Given* where = find_given(keyword);
                  scanner_.error(code, where ? where->value : 0, std::move(text), std::move(hint));
                });
}

}  // namespace trammel::adm
