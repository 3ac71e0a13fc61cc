// SPDX-License-Identifier: BSD-3-Clause
#include "expression/compose.h"

#include <cassert>

namespace trammel::expression {

namespace {

bool is_number(const Tree& tree, double value) {
  return tree.size() == 1 && tree.node(0).kind == NodeKind::number && tree.node(0).number == value;
}

void append(std::vector<Node>& nodes, const Tree& tree) {
  nodes.insert(nodes.end(), tree.nodes().begin(), tree.nodes().end());
}

// Closes the last `size` nodes, which are the arguments of the call.
void close(std::vector<Node>& nodes, const Function& function, std::size_t arguments,
           std::size_t size) {
  Node node;
  node.kind = NodeKind::call;
  node.function = &function;
  node.arguments = static_cast<std::uint32_t>(arguments);
  node.size = static_cast<std::uint32_t>(size + 1);
  nodes.push_back(node);
}

Tree binary(std::string_view symbol, const Tree& a, const Tree& b) {
  const Tree arguments[] = {a, b};
  return call(operator_row(symbol), arguments);
}

}  // namespace

bool is_zero(const Tree& tree) {
  return is_number(tree, 0);
}

Tree integer(int value) {
  Node node;
  node.kind = NodeKind::integer;
  node.number = value;
  return Tree({node});
}

Tree leaf(const Function& row, std::initializer_list<int> ids) {
  std::vector<Node> nodes;
  for (const int id : ids) append(nodes, integer(id));
  close(nodes, row, ids.size(), ids.size());
  return Tree(std::move(nodes));
}

Tree call(const Function& row, std::span<const Tree> arguments) {
  std::vector<Node> nodes;
  for (const Tree& argument : arguments) append(nodes, argument);
  close(nodes, row, arguments.size(), nodes.size());
  return Tree(std::move(nodes));
}

Tree call(std::string_view function, std::initializer_list<Tree> arguments) {
  const Function* row = find_function(function);
  assert(row != nullptr);
  return call(*row, std::span<const Tree>(arguments.begin(), arguments.size()));
}

Tree negated(const Tree& a) {
  if (is_zero(a)) return a;
  return call(operator_row("neg"), std::span<const Tree>(&a, 1));
}

Tree sum(std::span<const Tree> terms) {
  std::vector<Node> nodes;
  for (const Tree& term : terms) {
    if (is_zero(term)) continue;
    const bool first = nodes.empty();
    append(nodes, term);
    if (!first) close(nodes, operator_row("+"), 2, nodes.size());
  }
  return nodes.empty() ? Tree() : Tree(std::move(nodes));
}

Tree sum(std::initializer_list<Tree> terms) {
  return sum(std::span<const Tree>(terms.begin(), terms.size()));
}

Tree difference(const Tree& a, const Tree& b) {
  if (is_zero(b)) return a;
  if (is_zero(a)) return negated(b);
  return binary("-", a, b);
}

Tree product(const Tree& a, const Tree& b) {
  if (is_zero(a) || is_zero(b)) return Tree();
  if (is_number(a, 1)) return b;
  if (is_number(b, 1)) return a;
  return binary("*", a, b);
}

Tree product(double a, const Tree& b) {
  if (a == 0) return Tree();
  return product(Tree::constant(a), b);
}

Tree quotient(const Tree& a, const Tree& b) {
  if (is_zero(a)) return a;
  return binary("/", a, b);
}

}  // namespace trammel::expression
