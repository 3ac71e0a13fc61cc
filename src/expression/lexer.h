// Tokens of a function expression; numbers as in number.h.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace trammel::expression {

enum class TokenKind : unsigned char {
  number,
  name,
  plus,
  minus,
  times,
  divide,
  power,
  dot,
  left,
  right,
  comma,
  colon,
  bad_number,    // an exponent without digits
  large_number,  // beyond the largest double
  bad_character,
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t offset = 0;
  std::size_t length = 0;
  double number = 0;
  bool degrees = false;
  bool whole = false;               // digits only: can be an id
  bool after_continuation = false;  // a line-leading comma was taken as a blank just before
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next();

 private:
  bool skip_blanks();  // true when a continuation comma was among them
  bool skip_line_end();
  Token number();
  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace trammel::expression
