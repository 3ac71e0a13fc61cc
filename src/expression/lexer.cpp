// SPDX-License-Identifier: BSD-3-Clause
#include "expression/lexer.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

namespace trammel::expression {

namespace {

// The C library's classification depends on the locale and on the sign of char.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
bool is_one_of(char c, char lower) {
  return c == lower || c == lower - 'a' + 'A';
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

// Whether digits[.digits][e[-]digits] is above one: compares the exponent with the place of the
// first significant digit.
bool is_above_one(std::string_view digits) {
  const std::size_t letter = std::min(digits.find('e'), digits.size());
  const std::string_view mantissa = digits.substr(0, letter);
  const auto point = static_cast<long long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto leading = static_cast<long long>(mantissa.find_first_of("123456789"));
  long long exponent = 0;
  if (letter < digits.size()) {
    const std::string_view text = digits.substr(letter + 1);
    if (std::from_chars(text.data(), text.data() + text.size(), exponent).ec != std::errc{})
      return text.front() != '-';
  }
  return point - leading + exponent > 0;
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

// Leaves position_ after the exponent if there is one; mantissa_end tells where it begins.
void Lexer::scan_exponent(Token& token, std::size_t& mantissa_end) {
  mantissa_end = position_;
  const char letter = at(position_);
  if (!is_one_of(letter, 'e') && !is_one_of(letter, 'd')) return;
  std::size_t digits = position_ + 1;
  if (at(digits) == '+' || at(digits) == '-') ++digits;
  if (!is_digit(at(digits))) {
    if (is_one_of(letter, 'd')) return;  // a degree suffix
    token.kind = TokenKind::bad_number;
    position_ = digits;
    return;
  }
  while (is_digit(at(digits))) ++digits;
  if (is_one_of(letter, 'd') && at(digits) == '.') return;  // 90D+1.5 is a sum
  position_ = digits;
  token.whole = false;
}

void Lexer::scan_degree_suffix(Token& token) {
  std::size_t suffix = position_;
  while (is_blank(at(suffix))) ++suffix;
  if (!is_one_of(at(suffix), 'd')) return;
  std::size_t after = suffix + 1;
  if (is_letter(at(after)) || is_digit(at(after))) return;
  while (is_blank(at(after))) ++after;
  if (at(after) == '(') return;
  position_ = suffix + 1;
  token.degrees = true;
  token.whole = false;
}

Token Lexer::number() {
  Token token{.kind = TokenKind::number, .offset = position_, .whole = true};
  while (is_digit(at(position_))) ++position_;
  if (at(position_) == '.') {
    token.whole = false;
    ++position_;
    while (is_digit(at(position_))) ++position_;
  }
  std::size_t mantissa_end = position_;
  scan_exponent(token, mantissa_end);
  if (token.kind == TokenKind::number) {
    std::string digits(text_.substr(token.offset, mantissa_end - token.offset));
    if (position_ > mantissa_end) {
      const bool plus = at(mantissa_end + 1) == '+';  // from_chars takes a minus only
      const std::size_t exponent = mantissa_end + 1 + (plus ? 1 : 0);
      digits += 'e';
      digits += text_.substr(exponent, position_ - exponent);
    }
    const std::from_chars_result result =
        std::from_chars(digits.data(), digits.data() + digits.size(), token.number);
    if (result.ec == std::errc::result_out_of_range) {  // too large or too small alike
      token.number = 0;
      if (is_above_one(digits)) token.kind = TokenKind::large_number;
    }
    scan_degree_suffix(token);
  }
  token.length = position_ - token.offset;
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
  if (is_letter(c)) {
    token.kind = TokenKind::name;
    while (is_letter(at(position_)) || is_digit(at(position_))) ++position_;
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
