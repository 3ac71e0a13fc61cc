// Recursive descent over
//
//   sum     = product { (+|−) product }
//   product = signed  { (*|/) signed }
//   signed  = { +|− } power
//   power   = primary [ ** signed ]
//   primary = number | symbol | name ( arguments ) | ( sum )
//
// Nodes are appended in post-order as the rules complete. Faults are collected: a rule that meets
// one records it, leaves a placeholder and lets the next comma or parenthesis resynchronise.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "expression/lexer.h"
#include "expression/parse.h"
#include "expression/text.h"

namespace trammel::expression {

namespace {

constexpr std::string_view continuation_hint =
    "a comma that begins a line only continues the line before; separate arguments with one more";

class Parser {
 public:
  Parser(std::string_view text, const ParseLimits& limits)
      : text_(text), limits_(limits), lexer_(text) {
    advance();
  }

  ParseResult run();

 private:
  void sum();
  void product();
  void signed_power();
  void primary();
  void name();
  void call(const Function* function, const Token& name_token);
  void arguments(const Function* function, const Token& name_token, std::uint32_t& count);
  bool argument_separator(const Function* function, std::uint32_t count);
  void argument(const Function* function, std::uint32_t index);
  void integer_argument(const Function& function, const Argument& rule);
  void check_count(const Function& function, const Token& name_token, std::uint32_t count);
  void check_integers(const Function& function, const Token& name_token);
  void unknown_name(const Token& token);
  void unexpected(std::string_view wanted);
  void skip_to_separator();

  void advance();
  bool take(TokenKind kind);
  void close(const Token& opening);
  void push(Node node, std::size_t begin);
  void push_call(const Function& function, std::uint32_t count, std::size_t first_node,
                 std::size_t begin);
  void push_placeholder();
  void fault(std::size_t offset, std::size_t length, std::string message, std::string hint = {});
  void stop(std::size_t offset, std::string message, std::string hint);
  std::string_view spelling(const Token& token) const {
    return text_.substr(token.offset, token.length);
  }

  std::string_view text_;
  const ParseLimits& limits_;
  Lexer lexer_;
  Token token_;
  std::size_t last_end_ = 0;           // end of the last token taken
  std::size_t last_continuation_ = 0;  // last token after a continuation comma
  int depth_ = 0;
  bool stopped_ = false;  // a limit was exceeded: nothing more is read or reported
  std::vector<Node> nodes_;
  std::vector<ParseError> errors_;
};

ParseResult Parser::run() {
  if (token_.kind == TokenKind::end) {
    fault(0, text_.size(), "the expression is empty");
  } else {
    sum();
    while (token_.kind != TokenKind::end) {
      unexpected("an operator or the end of the expression");
      skip_to_separator();
      if (token_.kind == TokenKind::end) break;
      advance();  // past the separator, which belongs to nothing
      if (token_.kind != TokenKind::end) sum();
    }
  }
  ParseResult result;
  if (errors_.empty()) result.tree = Tree(std::move(nodes_));
  result.errors = std::move(errors_);
  return result;
}

void Parser::sum() {
  const std::size_t first = nodes_.size(), begin = token_.offset;
  product();
  while (token_.kind == TokenKind::plus || token_.kind == TokenKind::minus) {
    const Function& row = operator_row(token_.kind == TokenKind::plus ? "+" : "-");
    take(token_.kind);
    product();
    push_call(row, 2, first, begin);
  }
}

void Parser::product() {
  const std::size_t first = nodes_.size(), begin = token_.offset;
  signed_power();
  while (token_.kind == TokenKind::times || token_.kind == TokenKind::divide) {
    const Function& row = operator_row(token_.kind == TokenKind::times ? "*" : "/");
    take(token_.kind);
    signed_power();
    push_call(row, 2, first, begin);
  }
}

// Every recursion of the grammar passes here, so this is where depth is counted.
void Parser::signed_power() {
  if (++depth_ > limits_.depth) {
    stop(token_.offset,
         fmt::format("the expression is nested deeper than {} levels", limits_.depth),
         "move inner parts to a VARIABLE and read them with VARVAL");
  }
  const std::size_t first = nodes_.size();
  std::vector<std::size_t> minus_signs;
  while (token_.kind == TokenKind::plus || token_.kind == TokenKind::minus) {
    if (token_.kind == TokenKind::minus) minus_signs.push_back(token_.offset);
    take(token_.kind);
  }
  const std::size_t power_begin = token_.offset;
  primary();
  if (take(TokenKind::power)) {
    signed_power();
    push_call(operator_row("**"), 2, first, power_begin);
  }
  while (!minus_signs.empty()) {
    push_call(operator_row("neg"), 1, first, minus_signs.back());
    minus_signs.pop_back();
  }
  --depth_;
}

void Parser::primary() {
  const Token token = token_;
  switch (token.kind) {
    case TokenKind::number: {
      take(TokenKind::number);
      Node node;
      node.kind = token.degrees ? NodeKind::degrees : NodeKind::number;
      node.number = token.number;
      return push(node, token.offset);
    }
    case TokenKind::name:
      return name();
    case TokenKind::left:
      take(TokenKind::left);
      sum();
      return close(token);
    default:
      unexpected("a number, a function or a parenthesis");
      push_placeholder();
      if (token.kind == TokenKind::bad_number || token.kind == TokenKind::large_number ||
          token.kind == TokenKind::bad_character)
        advance();
  }
}

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
  if (rule.kind == ArgumentKind::real) return sum();
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

void Parser::unexpected(std::string_view wanted) {
  switch (token_.kind) {
    case TokenKind::end:
      return fault(token_.offset, 0, "the expression ends too early",
                   fmt::format("expected {}", wanted));
    case TokenKind::bad_number:
      return fault(token_.offset, token_.length,
                   fmt::format("the exponent of {} has no digits", spelling(token_)));
    case TokenKind::large_number:
      return fault(token_.offset, token_.length,
                   fmt::format("the number {} is too large", spelling(token_)));
    case TokenKind::bad_character: {
      const auto byte = static_cast<unsigned char>(text_[token_.offset]);
      const bool printable = byte > 0x20 && byte < 0x7F;
      return fault(token_.offset, token_.length,
                   printable ? fmt::format("unexpected character '{}'", text_[token_.offset])
                             : fmt::format("unexpected character (byte {:#04x})", byte));
    }
    default:
      break;
  }
  fault(token_.offset, token_.length,
        fmt::format("expected {} before '{}'", wanted, spelling(token_)),
        token_.after_continuation ? std::string(continuation_hint) : "");
}

// To the next comma, colon or closing parenthesis that belongs to the current level.
void Parser::skip_to_separator() {
  for (int level = 0; token_.kind != TokenKind::end; advance()) {
    if (token_.kind == TokenKind::left) ++level;
    if (level == 0 && (token_.kind == TokenKind::comma || token_.kind == TokenKind::colon ||
                       token_.kind == TokenKind::right))
      return;
    if (token_.kind == TokenKind::right) --level;
  }
}

void Parser::advance() {
  token_ = stopped_ ? Token{.offset = text_.size()} : lexer_.next();
  if (token_.after_continuation) last_continuation_ = token_.offset;
}

bool Parser::take(TokenKind kind) {
  if (token_.kind != kind) return false;
  last_end_ = token_.offset + token_.length;
  advance();
  return true;
}

void Parser::close(const Token& opening) {
  if (token_.kind != TokenKind::right && token_.kind != TokenKind::end) {
    unexpected("an operator or a closing parenthesis");
    skip_to_separator();
  }
  if (take(TokenKind::right) || stopped_) return;
  if (token_.kind == TokenKind::end)
    fault(opening.offset, opening.length, "this parenthesis is never closed");
}

void Parser::push(Node node, std::size_t begin) {
  if (nodes_.size() >= limits_.nodes) {
    stop(begin, fmt::format("the expression has more than {} terms", limits_.nodes),
         "split it with VARIABLEs");
  }
  node.origin = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last_end_ - begin)};
  nodes_.push_back(node);
}

void Parser::push_call(const Function& function, std::uint32_t count, std::size_t first_node,
                       std::size_t begin) {
  Node node;
  node.kind = NodeKind::call;
  node.function = &function;
  node.arguments = count;
  node.size = static_cast<std::uint32_t>(nodes_.size() - first_node) + 1;
  push(node, begin);
}

void Parser::push_placeholder() {
  nodes_.emplace_back();
}

void Parser::fault(std::size_t offset, std::size_t length, std::string message, std::string hint) {
  if (stopped_ || errors_.size() >= limits_.errors) return;
  errors_.push_back({offset, length, std::move(message), std::move(hint)});
  if (errors_.size() == limits_.errors) {
    stopped_ = true;
    advance();
  }
}

void Parser::stop(std::size_t offset, std::string message, std::string hint) {
  fault(offset, 1, std::move(message), std::move(hint));
  stopped_ = true;
  advance();
}

}  // namespace

ParseResult parse(std::string_view text, const ParseLimits& limits) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return {std::nullopt, {{0, 0, "the expression is too long", ""}}};
  }
  return Parser(text, limits).run();
}

}  // namespace trammel::expression
