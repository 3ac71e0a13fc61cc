// SPDX-License-Identifier: BSD-3-Clause
#include "expression/compile.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "expression/builder.h"

namespace trammel::expression {

namespace {

// What a subtree left for its parent: a term, or an integer argument.
struct Operand {
  Term term;
  int integer = 0;
  bool is_integer = false;
};

Term lower_call(const Node& node, std::span<const Operand> operands, Builder& builder) {
  std::vector<Term> reals;
  std::vector<int> integers;
  for (const Operand& operand : operands) {
    if (operand.is_integer)
      integers.push_back(operand.integer);
    else
      reals.push_back(operand.term);
  }
  builder.set_origin(node.origin);
  return node.function->lower({builder, reals, integers});
}

Term build(const Tree& tree, Builder& builder) {
  std::vector<Operand> stack;
  for (std::size_t index = 0; index < tree.size(); ++index) {
    const Node& node = tree.node(index);
    Operand result;
    switch (node.kind) {
      case NodeKind::number:
        result.term = builder.constant(node.number);
        break;
      case NodeKind::degrees:
        result.term = builder.constant(node.number * (std::numbers::pi / 180));
        break;
      case NodeKind::integer:
        result = {{}, node.integer(), true};
        break;
      case NodeKind::call: {
        const std::span<const Operand> operands =
            std::span<const Operand>(stack).last(node.arguments);
        result.term = node.function->quantity != QuantityKind::none
                          ? builder.quantity(quantity_at(tree, index))
                          : lower_call(node, operands, builder);
        stack.resize(stack.size() - node.arguments);
        break;
      }
    }
    stack.push_back(result);
  }
  return stack.back().term;
}

// Sums and products, which most expressions are, always have a value unless numbers are enormous.
bool may_fail(const Node& node) {
  constexpr double enormous = 1e100;
  if (node.kind != NodeKind::call) return std::abs(node.number) > enormous;
  const Function& row = *node.function;
  if (row.notation == Notation::infix) return row.name == "/" || row.name == "**";
  return row.lower != nullptr && row.notation != Notation::prefix;
}

}  // namespace

Tape compile(const Tree& tree, ShapeTable& shapes) {
  Builder builder;
  return builder.finish(build(tree, builder), shapes);
}

std::vector<ConstantFault> constant_faults(const Tree& tree) {
  if (std::none_of(tree.nodes().begin(), tree.nodes().end(), may_fail)) return {};
  Builder builder;
  build(tree, builder);
  return builder.constant_faults();
}

}  // namespace trammel::expression
