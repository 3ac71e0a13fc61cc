// SPDX-License-Identifier: BSD-3-Clause
#include "expression/parser.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "expression/vectors.h"

namespace trammel::expression {

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
  while (token_.kind == TokenKind::times || token_.kind == TokenKind::divide ||
         token_.kind == TokenKind::dot) {
    const Function& row = operator_row(token_.kind == TokenKind::times    ? "*"
                                       : token_.kind == TokenKind::divide ? "/"
                                                                          : ".");
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
      unexpected("a number, a function or a parenthesis", Wanted::operand);
      push_placeholder();
      if (token.kind == TokenKind::bad_number || token.kind == TokenKind::large_number ||
          token.kind == TokenKind::bad_character)
        advance();
  }
}

void Parser::unexpected(std::string_view wanted, Wanted kind) {
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
                             : fmt::format("unexpected character (byte {:#04x})", byte),
                   byte == '^' ? "a power is written **" : "");
    }
    default:
      break;
  }
  const std::size_t errors_before = errors_.size();
  const bool separator = kind == Wanted::separator;
  fault(token_.offset, token_.length,
        fmt::format("expected {} before '{}'", wanted, spelling(token_)),
        separator && token_.after_continuation ? std::string(continuation_hint) : "");
  if (errors_.size() > errors_before) errors_.back().wants_separator = separator;
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
  errors_.push_back({offset, length, std::move(message), std::move(hint), false});
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

namespace {

ParseResult parse_as_written(std::string_view text, const ParseLimits& limits) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max())
    return {std::nullopt, {{0, 0, "the expression is too long", "", false}}};
  return Parser(text, limits).run();
}

}  // namespace

ParseResult parse(std::string_view text, const ParseLimits& limits) {
  ParseResult result = parse_as_written(text, limits);
  if (!result.ok() || !has_vectors(*result.tree)) return result;
  WrittenOut written = write_out_vectors(*result.tree, limits);
  if (written.components.size() == 1) return {std::move(written.components[0]), {}};
  if (written.errors.empty())
    written.errors.push_back({0, text.size(), "the expression is a vector, not a number",
                              "MAG(v) is its magnitude, v.UVX(0) a component", false});
  return {std::nullopt, std::move(written.errors)};
}

VectorParseResult parse_vector(std::string_view text, const ParseLimits& limits) {
  ParseResult result = parse_as_written(text, limits);
  if (!result.ok()) return {{}, std::move(result.errors)};
  WrittenOut written = write_out_vectors(*result.tree, limits);
  if (written.components.size() == 1)
    return {{},
            {{0, text.size(), "the expression is a number, not a vector",
              "number*UVX(0) is a vector along x", false}}};
  return {std::move(written.components), std::move(written.errors)};
}

}  // namespace trammel::expression
