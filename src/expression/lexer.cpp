// SPDX-License-Identifier: BSD-3-Clause
#include "expression/lexer.h"

#include "expression/characters.h"
#include "expression/number.h"

namespace trammel::expression {

namespace {

bool starts_name(char c) {
  return is_letter(c) || c == '_';
}

TokenKind punctuation(char c) {
  switch (c) {
    case '+':
      return TokenKind::plus;
    case '-':
      return TokenKind::minus;
    case '*':
      return TokenKind::times;
    case '/':
      return TokenKind::divide;
    case '.':
      return TokenKind::dot;
    case '(':
      return TokenKind::left;
    case ')':
      return TokenKind::right;
    case ',':
      return TokenKind::comma;
    case ':':
      return TokenKind::colon;
    default:
      return TokenKind::bad_character;
  }
}

}  // namespace

// At a line end (possibly after & or a comment): moves past it and past the comma that may begin
// the next line. Returns whether there was such a comma.
bool Lexer::skip_line_end() {
  ++position_;
  while (is_blank(at(position_))) ++position_;
  if (at(position_) != ',') return false;
  ++position_;
  return true;
}

bool Lexer::skip_blanks() {
  bool continued = false;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      continued = skip_line_end() || continued;
    } else if (c == '!') {
      while (position_ < text_.size() && text_[position_] != '\n') ++position_;
    } else if (c == '&') {
      std::size_t end = position_ + 1;
      while (is_blank(at(end))) ++end;
      if (end < text_.size() && text_[end] != '\n' && text_[end] != '!') return continued;
      position_ = end;
    } else if (is_blank(c)) {
      ++position_;
    } else {
      break;
    }
  }
  return continued;
}

Token Lexer::number() {
  const Number number = scan_unsigned(text_.substr(position_));
  Token token{.kind = TokenKind::number,
              .offset = position_,
              .length = number.length,
              .number = number.value,
              .degrees = number.degrees,
              .whole = number.whole};
  if (number.status == NumberStatus::malformed) token.kind = TokenKind::bad_number;
  if (number.status == NumberStatus::overflow) token.kind = TokenKind::large_number;
  position_ += number.length;
  return token;
}

Token Lexer::next() {
  const bool continued = skip_blanks();
  Token token{.offset = position_, .after_continuation = continued};
  if (position_ >= text_.size()) return token;
  const char c = text_[position_];
  if (is_digit(c) || (c == '.' && is_digit(at(position_ + 1)))) {
    token = number();
    token.after_continuation = continued;
    return token;
  }
  if (starts_name(c)) {
    token.kind = TokenKind::name;
    while (is_word(at(position_))) ++position_;
  } else {
    token.kind = punctuation(c);
    ++position_;
    if (token.kind == TokenKind::times) {  // ** and, as in print, * *
      const std::size_t after_star = position_;
      skip_blanks();
      if (at(position_) == '*') {
        token.kind = TokenKind::power;
        ++position_;
      } else {
        position_ = after_star;
      }
    } else if (token.kind == TokenKind::bad_character) {
      while ((static_cast<unsigned char>(at(position_)) & 0xC0u) == 0x80u) ++position_;
    }
  }
  token.length = position_ - token.offset;
  return token;
}

}  // namespace trammel::expression
