// SPDX-License-Identifier: BSD-3-Clause
#include "expression/print.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace trammel::expression {

namespace {

// How tightly a construct binds; an operand that binds less than its place demands needs
// parentheses.
enum Binding { sum, product, sign, power, primary };

Binding binding(const Node& node) {
  if (node.kind != NodeKind::call) return primary;
  if (node.function->notation == Notation::prefix) return sign;
  if (node.function->notation != Notation::infix) return primary;
  const std::string_view name = node.function->name;
  if (name == "+" || name == "-") return sum;
  return name == "**" ? power : product;
}

// Output that is still to be written: a piece of text, or a subtree that must bind so tightly.
struct Piece {
  std::string_view text;
  std::size_t node = 0;
  Binding place = sum;
  bool is_node = false;
};

class Printer {
 public:
  explicit Printer(const Tree& tree) : tree_(tree) {}

  std::string run() {
    pending_.push_back(subtree(tree_.root(), sum));
    while (!pending_.empty()) {
      const Piece piece = pending_.back();
      pending_.pop_back();
      if (piece.is_node)
        expand(piece);
      else
        text_ += piece.text;
    }
    return std::move(text_);
  }

 private:
  static Piece subtree(std::size_t node, Binding place) { return {{}, node, place, true}; }
  static Piece literal(std::string_view text) { return {text}; }

  void expand(const Piece& piece) {
    const Node& node = tree_.node(piece.node);
    switch (node.kind) {
      case NodeKind::number:
        text_ += fmt::format("{}", node.number);
        return;
      case NodeKind::degrees:
        text_ += fmt::format("{}D", node.number);
        return;
      case NodeKind::integer:
        text_ += fmt::format("{}", node.integer());
        return;
      case NodeKind::call:
        break;
    }
    const bool parentheses = binding(node) < piece.place;
    if (parentheses) text_ += '(';
    std::vector<Piece> parts = pieces_of(piece.node);
    if (parentheses) parts.push_back(literal(")"));
    pending_.insert(pending_.end(), parts.rbegin(), parts.rend());
  }

  std::vector<Piece> pieces_of(std::size_t index) const {
    const Node& node = tree_.node(index);
    const std::vector<std::size_t> arguments = tree_.arguments(index);
    switch (node.function->notation) {
      case Notation::symbol:
        return {literal(node.function->name)};
      case Notation::prefix:
        return {literal("-"), subtree(arguments[0], sign)};
      case Notation::infix:
        return infix(node, arguments[0], arguments[1]);
      case Notation::call:
      case Notation::arithmetic_if:
        break;
    }
    std::vector<Piece> parts = {literal(node.function->name), literal("(")};
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const bool colon = k == 1 && node.function->notation == Notation::arithmetic_if;
      if (k > 0) parts.push_back(literal(colon ? ": " : ", "));
      parts.push_back(subtree(arguments[k], sum));
    }
    parts.push_back(literal(")"));
    return parts;
  }

  // Left-associative: the right operand must bind tighter than the operator; ** the other way
  // round.
  static std::vector<Piece> infix(const Node& node, std::size_t left, std::size_t right) {
    switch (binding(node)) {
      case sum:
        return {subtree(left, sum), literal(node.function->name == "+" ? " + " : " - "),
                subtree(right, product)};
      case power:
        return {subtree(left, primary), literal("**"), subtree(right, sign)};
      default:
        return {subtree(left, product), literal(node.function->name), subtree(right, sign)};
    }
  }

  const Tree& tree_;
  std::vector<Piece> pending_;
  std::string text_;
};

}  // namespace

std::string print(const Tree& tree) {
  return Printer(tree).run();
}

}  // namespace trammel::expression
