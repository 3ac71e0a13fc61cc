// Functions and symbols with their arguments.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "expression/characters.h"
#include "expression/parser.h"
#include "expression/text.h"

namespace trammel::expression {

void Parser::name() {
  const Token token = token_;
  take(TokenKind::name);
  const Function* function = find_function(spelling(token));
  if (function == nullptr) unknown_name(token);
  if (token_.kind == TokenKind::left) return call(function, token);
  if (function == nullptr) return push_placeholder();
  if (function->notation != Notation::symbol) {
    fault(token.offset, token.length,
          fmt::format("{} is a function and needs arguments", function->name), usage(*function));
    return push_placeholder();
  }
  push_call(*function, 0, nodes_.size(), token.offset);
}

void Parser::unknown_name(const Token& token) {
  const std::string spelled = upper(spelling(token));
  const std::string_view reason = refusal(spelled);
  if (!reason.empty()) {
    return fault(token.offset, token.length, fmt::format("{} cannot be evaluated", spelled),
                 std::string(reason));
  }
  const std::string_view near = nearest_function(spelled);
  fault(token.offset, token.length, fmt::format("{} is not a known function or symbol", spelled),
        near.empty() ? "" : fmt::format("did you mean {}?", near));
}

void Parser::call(const Function* function, const Token& name_token) {
  const Token opening = token_;
  const std::size_t first = nodes_.size();
  take(TokenKind::left);
  std::uint32_t count = 0;
  if (token_.kind != TokenKind::right) arguments(function, name_token, count);
  close(opening);
  if (function == nullptr) {
    nodes_.resize(first);
    return push_placeholder();
  }
  const std::size_t errors_before = errors_.size();
  check_count(*function, name_token, count);
  push_call(*function, count, first, name_token.offset);
  if (errors_.empty()) check_integers(*function, name_token);
  if (errors_.size() > errors_before && last_continuation_ > opening.offset)
    errors_.back().hint += std::string("; ") + std::string(continuation_hint);
}

// What no single argument can tell, such as the components of each system of ORIENT.
void Parser::check_integers(const Function& function, const Token& name_token) {
  if (function.objection == nullptr) return;
  std::vector<int> integers;
  const std::size_t last = nodes_.size() - 1;
  for (std::size_t k = nodes_.back().arguments, at = last - 1; k-- > 0; at -= nodes_[at].size)
    if (nodes_[at].kind == NodeKind::integer)
      integers.insert(integers.begin(), nodes_[at].integer());
  const std::string_view objection = function.objection(integers);
  if (!objection.empty())
    fault(name_token.offset, nodes_.back().origin.length, std::string(objection), usage(function));
}

void Parser::arguments(const Function* function, const Token& name_token, std::uint32_t& count) {
  do {
    argument(function, count++);
    if (token_.kind != TokenKind::comma && token_.kind != TokenKind::colon &&
        token_.kind != TokenKind::right && token_.kind != TokenKind::end) {
      unexpected(
          fmt::format("a comma or the closing parenthesis of {}", upper(spelling(name_token))));
      skip_to_separator();
    }
  } while (argument_separator(function, count));
}

// Between arguments: a comma, but a colon after the condition of IF.
bool Parser::argument_separator(const Function* function, std::uint32_t count) {
  if (token_.kind != TokenKind::comma && token_.kind != TokenKind::colon) return false;
  const bool wants_colon =
      function != nullptr && function->notation == Notation::arithmetic_if && count == 1;
  const bool is_colon = token_.kind == TokenKind::colon;
  if (is_colon != wants_colon && function != nullptr) {
    if (wants_colon)
      fault(token_.offset, token_.length, "a colon must follow the condition of IF",
            usage(*function));
    else
      fault(token_.offset, token_.length, "a colon may only follow the condition of IF",
            "write IF(condition: negative, zero, positive)");
  }
  return take(token_.kind);
}

void Parser::argument(const Function* function, std::uint32_t index) {
  const int last = function == nullptr ? 0 : function->max_arguments - 1;
  if (function == nullptr || static_cast<int>(index) > last) return sum();
  const Argument& rule = function->argument(static_cast<int>(index));
  if (rule.kind == ArgumentKind::real || rule.kind == ArgumentKind::vector) return sum();
  integer_argument(*function, rule);
}

void Parser::integer_argument(const Function& function, const Argument& rule) {
  const Token token = token_;
  const bool whole = token.kind == TokenKind::number && token.whole;
  const std::size_t first = nodes_.size(), errors_before = errors_.size();
  sum();
  const bool alone = whole && nodes_.size() == first + 1 && nodes_.back().kind == NodeKind::number;
  if (alone) nodes_.back().kind = NodeKind::integer;
  if (errors_.size() > errors_before) return;
  const std::size_t length = last_end_ > token.offset ? last_end_ - token.offset : 0;
  const std::string wanted = rule.kind == ArgumentKind::id
                                 ? fmt::format("the id of a {}", statement_name(rule.entity))
                                 : fmt::format("an integer from {} to {}", rule.low, rule.high);
  if (!alone || token.number > std::numeric_limits<int>::max()) {
    return fault(token.offset, length,
                 fmt::format("argument '{}' of {} must be {}", rule.name, function.name, wanted),
                 usage(function));
  }
  const int value = nodes_.back().integer();
  const bool in_range = rule.kind == ArgumentKind::id ? value > 0 || rule.may_be_zero
                                                      : value >= rule.low && value <= rule.high;
  if (!in_range) {
    fault(token.offset, length,
          fmt::format("argument '{}' of {} is {}, but must be {}", rule.name, function.name, value,
                      wanted),
          usage(function));
  }
}

void Parser::check_count(const Function& function, const Token& name_token, std::uint32_t count) {
  const int given = static_cast<int>(count);
  if (given >= function.min_arguments && given <= function.max_arguments) return;
  if (function.notation == Notation::symbol) {
    return fault(name_token.offset, name_token.length,
                 fmt::format("{} is a symbol and takes no arguments", function.name),
                 fmt::format("write {} without parentheses", function.name));
  }
  const std::string wanted =
      function.min_arguments == function.max_arguments
          ? fmt::format("{} argument{}", function.min_arguments,
                        function.min_arguments == 1 ? "" : "s")
          : fmt::format("{} to {} arguments", function.min_arguments, function.max_arguments);
  fault(name_token.offset, name_token.length,
        fmt::format("{} takes {}, but {} given", function.name, wanted,
                    given == 1 ? "1 is" : fmt::format("{} are", given)),
        usage(function));
}

}  // namespace trammel::expression
