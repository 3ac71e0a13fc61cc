// The parser behind parse.h: recursive descent over
//
//   sum     = product { (+|−) product }
//   product = signed  { (*|/|.) signed }
//   signed  = { +|− } power
//   power   = primary [ ** signed ]
//   primary = number | symbol | name ( arguments ) | ( sum )
//
// Nodes are appended in post-order as the rules complete. Faults are collected: a rule that meets
// one records it, leaves a placeholder and lets the next comma or parenthesis resynchronise.
// parser.cpp has the grammar of operators, parse_call.cpp that of functions and their arguments.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expression/lexer.h"
#include "expression/parse.h"

namespace trammel::expression {

inline constexpr std::string_view continuation_hint =
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
  enum class Wanted : unsigned char { operand, separator };
  void unexpected(std::string_view wanted, Wanted kind = Wanted::separator);
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

}  // namespace trammel::expression
